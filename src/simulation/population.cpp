#include "simulation/population.hpp"

#include <cmath>
#include <cstddef>

#include "protocol/experiment.hpp"

namespace ldp {
namespace {

Error invalid(std::string_view parameter, std::string_view reason, double value) {
  return Error{ErrorCode::spec_invalid, parameter, reason, value};
}

// probability 2^64, saturated: the largest word that is not below it then belongs to the next
// group.
std::uint64_t word_bound(double probability) {
  const double scaled = probability * 0x1p64;
  return scaled >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(scaled);
}

Status check_levels(std::span<const double> levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bool silent = i == 0 && levels[i] == 0;
    if (!silent && !(levels[i] >= kMinimumEpsilon && levels[i] <= kMaximumEpsilon)) {
      return invalid("levels", "a level must be 0 (silent) or in [2^-10, 32]", levels[i]);
    }
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      return invalid("levels", "levels must be strictly increasing", levels[i]);
    }
  }
  const std::size_t silent = !levels.empty() && levels[0] == 0 ? 1 : 0;
  if (levels.size() <= silent || levels.size() - silent > kMaximumLevels) {
    return invalid("levels", "there must be 1 to 16 levels above 0",
                   static_cast<double>(levels.size()));
  }
  return {};
}

}  // namespace

Result<Population> Population::create(std::span<const double> levels,
                                      std::span<const double> probabilities) {
  if (Status status = check_levels(levels); !status.ok()) return status.error();
  if (probabilities.size() != levels.size()) {
    return invalid("probabilities", "there must be one probability per level",
                   static_cast<double>(probabilities.size()));
  }
  double sum = 0;
  for (const double probability : probabilities) {
    if (!(probability >= 0 && probability <= 1)) {
      return invalid("probabilities", "a probability must be in [0, 1]", probability);
    }
    sum += probability;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    return invalid("probabilities", "the probabilities must add up to 1", sum);
  }
  const std::uint32_t silent_groups = levels[0] == 0 ? 1 : 0;
  std::vector<std::uint64_t> below;
  double cumulated = 0;
  for (std::size_t i = 0; i + 1 < probabilities.size(); ++i) {
    cumulated += probabilities[i];
    below.push_back(word_bound(cumulated / sum));
  }
  return Population({levels.begin() + silent_groups, levels.end()}, silent_groups,
                    std::move(below));
}

}  // namespace ldp
