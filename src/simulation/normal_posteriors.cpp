#include "simulation/normal_posteriors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "random/uniform.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

constexpr double kSteps = 4;  // per unit of the standard score
constexpr std::size_t kScores = 33;

// P(N(0, 1) <= i/kSteps), rounded down by more than the errors of the quantile and of the score.
std::array<double, kScores> probabilities_below() {
  std::array<double, kScores> below{};
  for (std::size_t i = 0; i < kScores; ++i) {
    below[i] = normal_probability(static_cast<double>(i) / kSteps) - 1e-12;
  }
  return below;
}

}  // namespace

NormalPosteriors::NormalPosteriors(std::uint32_t arms, SeededStream stream)
    : laws_(arms), stream_(stream), words_(arms) {
  for (std::uint32_t arm = 0; arm < arms; ++arm) without_law_.push_back(arm);
}

void NormalPosteriors::set(std::uint32_t arm, double mean, double deviation) {
  if (laws_[arm].precision == 0) {
    without_law_.erase(std::find(without_law_.begin(), without_law_.end(), arm));
  }
  laws_[arm] = {mean, 1 / deviation, deviation};
}

std::uint32_t NormalPosteriors::draw() {
  if (!without_law_.empty()) {
    return without_law_[uniform_below(stream_, without_law_.size())];
  }
  static const std::array<double, kScores> kBelow = probabilities_below();
  for (std::uint64_t& word : words_) word = stream_.next();
  std::uint32_t best_arm = last_;
  double best = laws_[last_].mean + laws_[last_].deviation * normal_of(words_[last_]);
  for (std::uint32_t arm = 0; arm < laws_.size(); ++arm) {
    const Law& law = laws_[arm];
    const double score = (best - law.mean) * law.precision * kSteps;
    const double uniform = open_uniform(words_[arm]);
    if (score >= 0 && uniform < kBelow[std::min(static_cast<std::size_t>(score), kScores - 1)]) {
      continue;
    }
    const double value = law.mean + law.deviation * normal_quantile(uniform);
    if (value > best) {
      best = value;
      best_arm = arm;
    }
  }
  last_ = best_arm;
  return best_arm;
}

}  // namespace ldp
