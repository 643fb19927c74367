#include "server/serving/shown_arms.hpp"

#include <cstddef>

#include "protocol/arm_odds.hpp"

namespace ldp {
namespace {

Error not_shown() {
  return {ErrorCode::report_rejected, "arm", "the snapshot that the report names shows other arms"};
}

std::size_t bytes_of_set(std::uint32_t arms) { return (std::size_t{arms} + 7) / 8; }

void add(std::vector<std::uint8_t>& sets, std::size_t start, std::uint32_t arm) {
  std::uint8_t& byte = sets[start + arm / 8];
  byte = static_cast<std::uint8_t>(byte | 1u << (arm % 8));
}

bool holds(std::span<const std::uint8_t> set, std::uint32_t arm) {
  return arm / 8 < set.size() && (set[arm / 8] >> (arm % 8) & 1) != 0;
}

// Whether the arms depend on the level: then there are two kinds of levels.
bool has_kinds(const MultiArmedExperiment& experiment) { return experiment.level_aware_from > 0; }

bool is_low(const MultiArmedExperiment& experiment, std::uint32_t level) {
  return experiment.levels[level] < experiment.level_aware_from;
}

}  // namespace

std::vector<std::uint8_t> shown_arms(const MultiArmedSnapshot& snapshot,
                                     const MultiArmedExperiment& experiment) {
  const std::size_t size = bytes_of_set(experiment.arms);
  std::vector<std::uint8_t> sets(has_kinds(experiment) ? 2 * size : size);
  for (std::uint32_t level = 0; level < experiment.levels.size(); ++level) {
    const std::size_t start = is_low(experiment, level) ? size : 0;
    const ArmOdds odds = ArmOdds::of(snapshot, experiment, experiment.levels[level]);
    for (const std::uint32_t arm : odds.arms) add(sets, start, arm);
  }
  return sets;
}

Status check_shown(std::span<const std::uint8_t> shown, const MultiArmedExperiment& experiment,
                   std::uint32_t id, std::span<const ReceivedReport> reports) {
  const std::size_t size = bytes_of_set(experiment.arms);
  if (shown.size() != (has_kinds(experiment) ? 2 * size : size)) return not_shown();
  for (const ReceivedReport& report : reports) {
    if (report.snapshot != id) continue;
    const std::size_t start = is_low(experiment, report.level) ? size : 0;
    if (!holds(shown.subspan(start, size), report.arm)) return not_shown();
  }
  return {};
}

std::vector<std::uint8_t> shown_points(const ConvexSnapshot& snapshot) {
  if (snapshot.weights.empty()) return {};
  std::vector<std::uint8_t> set(bytes_of_set(kConvexPoints));
  for (std::uint32_t point = 0; point < kConvexPoints; ++point) {
    if (snapshot.weights[point] > 0) add(set, 0, point);
  }
  return set;
}

Status check_shown(std::span<const std::uint8_t> shown, std::uint32_t id,
                   std::span<const ReceivedConvexReport> reports) {
  if (shown.empty()) return {};
  for (const ReceivedConvexReport& report : reports) {
    if (report.snapshot == id && !holds(shown, report.arm)) return not_shown();
  }
  return {};
}

}  // namespace ldp
