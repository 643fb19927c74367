#include "server/best_arm/duel_snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ldp {
namespace {

constexpr double kShown = 0.05;  // error of an interval for people

std::optional<Estimate> reward_of(const Duel& duel, std::uint32_t arm, double error) {
  if (duel.pulls()[arm] < static_cast<double>(kEnoughReports)) return std::nullopt;
  const ConfidenceInterval interval = duel.interval(arm, -std::log(error));
  if (interval.upper - interval.lower >= 1) return std::nullopt;
  return Estimate{duel.mean()[arm], interval.lower, interval.upper};
}

std::optional<Estimate> relative(const std::optional<Estimate>& arm,
                                 const std::optional<Estimate>& control) {
  if (!arm || !control || control->low <= 0 || control->mean <= 0) return std::nullopt;
  return Estimate{arm->mean / control->mean - 1, arm->low / control->high - 1,
                  arm->high / control->low - 1};
}

}  // namespace

BestArmEnd end_of(const Duel& duel) {
  BestArmEnd end;
  end.answer = duel.is_known() ? static_cast<std::int32_t>(duel.leader()) : -1;
  end.certified = duel.is_certified();
  end.error = duel.error();
  end.left = duel.left();
  end.stopped = duel.is_over();
  return end;
}

void describe_duel(const Duel& duel, const BestArmExperiment& experiment,
                   BestArmSnapshot& snapshot) {
  const double arms = experiment.arms;
  const double x_of_means = std::log(arms / experiment.error_probability);
  const double x_of_lifts = std::log(2 * (arms - 1) / experiment.error_probability);
  snapshot.arms.scale = 1;
  BestArmState& best = snapshot.best;
  best.pulls.assign(duel.pulls().begin(), duel.pulls().end());
  best.evidence = duel.evidence();
  for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
    const bool is_known = duel.pulls()[arm] > 0;
    const ConfidenceInterval interval = duel.interval(arm, x_of_means);
    const double mean = is_known ? duel.mean()[arm] : 0;
    snapshot.arms.mean.push_back(mean);
    snapshot.arms.width.push_back(is_known ? std::max(interval.upper - mean, 0.0) : kNeverPulled);
    best.lower.push_back(interval.lower);
    best.upper.push_back(interval.upper);
    if (experiment.control < 0) continue;
    const ConfidenceInterval lift = duel.lift(arm, x_of_lifts);
    best.lift.push_back(duel.mean()[arm] -
                        duel.mean()[static_cast<std::size_t>(experiment.control)]);
    best.lift_lower.push_back(lift.lower);
    best.lift_upper.push_back(lift.upper);
  }
  snapshot.duel = duel.memory();
}

std::vector<ArmResult> duel_results(const Duel& duel, const Statistics& statistics,
                                    const BestArmExperiment& experiment,
                                    std::optional<std::uint32_t> control) {
  std::vector<ArmResult> results(experiment.arms);
  const bool has_lifts = control && static_cast<std::int32_t>(*control) == experiment.control;
  for (std::uint32_t arm = 0; arm < experiment.arms; ++arm) {
    const auto sums = statistics.of_arm(arm);
    for (std::size_t i = 0; i < sums.size(); i += 2) {
      results[arm].reports += static_cast<std::uint64_t>(sums[i]);
    }
    results[arm].reward = reward_of(duel, arm, kShown);
    if (!has_lifts || arm == *control) continue;
    const auto one = reward_of(duel, arm, kShown / 2);
    const auto other = reward_of(duel, *control, kShown / 2);
    if (!one || !other) continue;
    const ConfidenceInterval lift = duel.lift(arm, std::log(2 / kShown));
    results[arm].lift =
        Estimate{std::clamp(one->mean - other->mean, -1.0, 1.0), lift.lower, lift.upper};
    results[arm].relative_lift = relative(one, other);
  }
  return results;
}

}  // namespace ldp
