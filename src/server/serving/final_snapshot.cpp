#include "server/serving/final_snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "oracles/set_reward.hpp"

namespace ldp {
namespace {

std::optional<std::uint32_t> leading_arm(const MultiArmedSnapshot& snapshot) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t arm = 0; arm < snapshot.mean.size(); ++arm) {
    if (snapshot.width[arm] == kNeverPulled) continue;
    if (!best || snapshot.mean[arm] > snapshot.mean[*best]) best = arm;
  }
  return best;
}

std::size_t best_slate(const CombinatorialSnapshot& snapshot,
                       const CombinatorialExperiment& experiment) {
  std::vector<double> mean = snapshot.mean;
  for (double& value : mean) value = std::clamp(value, 0.0, 1.0);
  const bool is_sum = experiment.reports.algorithm == Algorithm::cucb_ldp_sum;
  RewardFunction reward(experiment.set);
  std::size_t best = 0;
  double largest = 0;
  for (std::size_t i = 0; i < snapshot.ends.size(); ++i) {
    // A sum report has one mean for each super arm, at the position that the slate names.
    const double value = is_sum ? mean[snapshot.reported[i]] : reward(mean, slate(snapshot, i));
    if (i > 0 && value <= largest) continue;
    best = i;
    largest = value;
  }
  return best;
}

}  // namespace

Status check_has_reports(std::uint64_t reports) {
  if (reports > 0) return {};
  return invalid("experiment", "has no answer yet: there is no report");
}

Status make_final(MultiArmedSnapshot& snapshot, std::optional<std::uint32_t> answer) {
  if (answer && *answer >= snapshot.mean.size()) {
    return invalid("answer", "must be an arm of the experiment", *answer);
  }
  const std::optional<std::uint32_t> played = answer ? answer : leading_arm(snapshot);
  if (!played) return check_has_reports(0);
  snapshot.forced_arm = -1;
  if (snapshot.incumbent >= 0) snapshot.incumbent = static_cast<std::int32_t>(*played);
  snapshot.weights.assign(snapshot.mean.size(), 0);
  snapshot.weights[*played] = 1;
  return {};
}

Status make_final(CombinatorialSnapshot& snapshot, const CombinatorialExperiment& experiment) {
  if (Status status = check_has_reports(snapshot.reports); !status.ok()) return status;
  const std::size_t best = best_slate(snapshot, experiment);
  const auto shown = slate(snapshot, best);
  const std::vector<std::uint32_t> arms(shown.begin(), shown.end());
  if (!snapshot.reported.empty()) snapshot.reported = {snapshot.reported[best]};
  snapshot.ends = {static_cast<std::uint32_t>(arms.size())};
  snapshot.arms = arms;
  return {};
}

Status make_final(LinearSnapshot& snapshot) {
  if (Status status = check_has_reports(snapshot.reports); !status.ok()) return status;
  snapshot.factor.clear();
  snapshot.radius = 0;
  snapshot.exploration = 0;
  return {};
}

}  // namespace ldp
