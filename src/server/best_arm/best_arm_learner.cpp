#include "server/best_arm/best_arm_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/best_arm/duel_snapshot.hpp"
#include "server/best_arm/kl_lucb.hpp"
#include "server/best_arm/lil_ucb.hpp"
#include "server/best_arm/reports_left.hpp"
#include "server/best_arm/sequential_halving.hpp"
#include "server/best_arm/successive_elimination.hpp"
#include "server/learner/learner_errors.hpp"
#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

std::vector<double> uniform_over(const std::vector<std::uint32_t>& chosen, std::uint32_t arms) {
  std::vector<double> weights(arms);
  for (const std::uint32_t arm : chosen) weights[arm] = 1 / static_cast<double>(chosen.size());
  return weights;
}

// Means, bounds and widths of all arms, as rewards.
void describe_arms(const ArmEvidence& evidence, const std::vector<ConfidenceInterval>& intervals,
                   const ScalarObservation& observation, BestArmSnapshot& snapshot) {
  snapshot.arms.scale = 1;
  for (std::size_t arm = 0; arm < evidence.arms(); ++arm) {
    const bool is_known = evidence.pulls[arm] > 0;
    const double mean = is_known ? observation.reward(evidence.mean[arm]) : 0;
    const double upper = is_known ? observation.reward(intervals[arm].upper) : 1;
    const double lower = is_known ? observation.reward(intervals[arm].lower) : 0;
    snapshot.arms.mean.push_back(mean);
    snapshot.arms.width.push_back(is_known ? std::max(upper - mean, 0.0) : kNeverPulled);
    snapshot.best.lower.push_back(std::clamp(lower, 0.0, 1.0));
    snapshot.best.upper.push_back(std::clamp(upper, 0.0, 1.0));
  }
}

// Of a menu: an arm's mean reward is a ratio of sums over the levels.
ForgeableArms<double> forgeable_levels(const Duel& duel) {
  const std::vector<DuelLevel>& levels = duel.terms().levels;
  const std::vector<std::int64_t>& closed = duel.memory().closed;
  ForgeableArms<double> forgeable;
  for (std::size_t i = 0; i < closed.size();) {
    MeanParts<double>& arm = forgeable.arms.emplace_back();
    for (const DuelLevel& level : levels) {
      const auto reports = static_cast<double>(closed[i]);
      arm.value += level.theta * (static_cast<double>(closed[i + 1]) - level.p0 * reports);
      arm.weight += level.theta * level.theta * reports;
      i += 2;
    }
  }
  for (const auto& [p0, theta] : levels) {
    forgeable.levels.push_back({{-theta * p0, theta * theta}, {theta * (1 - p0), theta * theta}});
  }
  return forgeable;
}

void state_end(const BestArmEnd& end, BestArmState& best) {
  best.answer = end.answer;
  best.certified = end.certified;
  best.error = end.error;
  best.left = end.left;
  best.stopped = end.stopped;
  best.ended = end.ended;
}

}  // namespace

Result<BestArmLearner> BestArmLearner::create(const BestArmExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  return BestArmLearner(experiment);
}

BestArmLearner::BestArmLearner(const BestArmExperiment& experiment)
    : experiment_(experiment),
      reports_(reports_of(experiment)),
      observation_(
          ScalarObservation::of(experiment.mechanism, experiment.epsilon, experiment.delta)),
      bounds_(ConfidenceBounds::of(experiment)),
      statistics_(reports_) {
  end_.left = all_arms(experiment.arms);
  if (experiment.algorithm == Algorithm::ldp_duel) duel_.emplace(DuelTerms::of(experiment));
}

ArmEvidence BestArmLearner::evidence() const {
  ArmEvidence evidence;
  for (std::uint32_t arm = 0; arm < experiment_.arms; ++arm) {
    const auto row = statistics_.of_arm(arm);
    const auto count = static_cast<double>(row[0]);
    const double total = static_cast<double>(row[1]) * observation_.unit;
    evidence.pulls.push_back(count);
    evidence.mean.push_back(count > 0 ? total / count : 0);
  }
  return evidence;
}

BestArmChoice BestArmLearner::choose(const ArmEvidence& evidence) const {
  const double error = experiment_.error_probability;
  switch (experiment_.algorithm) {
    case Algorithm::ldp_successive_elimination:
      return choose_by_elimination(evidence, bounds_, error, all_arms(experiment_.arms));
    case Algorithm::ldp_lil_ucb:
      return choose_lil_ucb(evidence, bounds_,
                            LilUcb::create(experiment_.constants, experiment_.arms, error));
    case Algorithm::ldp_sequential_halving:
      return choose_by_halving(evidence, experiment_.maximum_pulls, all_arms(experiment_.arms));
    default:  // a valid experiment leaves nothing else
      return choose_kl_lucb(evidence, bounds_, error);
  }
}

BestArmEnd BestArmLearner::conclude(const ArmEvidence& evidence,
                                    const BestArmChoice& choice) const {
  const double error = experiment_.error_probability;
  const std::vector<std::uint32_t> all = all_arms(experiment_.arms);
  BestArmEnd end;
  end.answer = leading_arm(evidence, all);
  end.left = choice.left;
  end.error = smallest_error(evidence, bounds_, end.answer, all);
  // Two of the rules stop because of these bounds. The others end with what the bounds say then:
  // the theorem of lil'UCB is about another event, and an answer that either of the two may certify
  // would be wrong with up to the sum of their probabilities.
  const bool has_proof = experiment_.algorithm == Algorithm::ldp_kl_lucb ||
                         experiment_.algorithm == Algorithm::ldp_successive_elimination;
  if (choice.stops && has_proof) end.error = std::min(end.error, error);
  end.certified = end.answer >= 0 && end.error <= error;
  const std::uint64_t most = experiment_.maximum_pulls;
  const bool is_used_up = most > 0 && statistics_.reports() >= most;
  end.stopped = end.answer >= 0 && (end.certified || choice.stops || is_used_up);
  return end;
}

BestArmSnapshot BestArmLearner::publish() {
  BestArmSnapshot snapshot;
  snapshot.arms.id = ++snapshot_id_;
  snapshot.arms.reports = statistics_.reports();
  if (duel_) {
    publish(*duel_, snapshot);
    return snapshot;
  }
  const ArmEvidence now = evidence();
  describe_arms(now, intervals_of(now, bounds_, experiment_.error_probability), observation_,
                snapshot);
  if (end_.ended) {
    snapshot.arms.weights =
        uniform_over({static_cast<std::uint32_t>(end_.answer)}, experiment_.arms);
  } else {
    const BestArmChoice choice = choose(now);
    end_ = conclude(now, choice);
    snapshot.arms.weights =
        uniform_over(end_.stopped ? all_arms(experiment_.arms) : choice.pull, experiment_.arms);
  }
  state_end(end_, snapshot.best);
  return snapshot;
}

void BestArmLearner::publish(Duel& duel, BestArmSnapshot& snapshot) {
  if (!end_.ended) {
    if (duel.is_due(statistics_.sums())) duel.close(statistics_.sums());
    end_ = end_of(duel);
  }
  describe_duel(duel, experiment_, snapshot);
  snapshot.arms.weights =
      end_.ended ? uniform_over({static_cast<std::uint32_t>(end_.answer)}, experiment_.arms)
                 : duel.shares();
  state_end(end_, snapshot.best);
}

// The operator ends by what snapshots say, so the moment does not depend on the bits of the block.
BestArmEnd BestArmLearner::end_now() {
  if (duel_) {
    if (duel_->has_block(statistics_.sums())) duel_->close(statistics_.sums());
    return end_of(*duel_);
  }
  const ArmEvidence now = evidence();
  return conclude(now, choose(now));
}

Status BestArmLearner::end(std::optional<std::uint32_t> answer) {
  if (answer && *answer >= experiment_.arms) {
    return invalid("answer", "must be an arm of the experiment", *answer);
  }
  const auto given = answer ? static_cast<std::int32_t>(*answer) : -1;
  if (end_.ended && (given < 0 || given == end_.answer)) return {};
  BestArmEnd end = end_now();
  if (given >= 0 && given != end.answer) {
    end.answer = given;
    end.certified = false;
    end.error = 1;
  }
  if (end.answer < 0) return invalid("experiment", "has no answer yet: there is no report");
  end_ = std::move(end);
  end_.ended = true;
  return {};
}

std::optional<std::uint64_t> BestArmLearner::forgeries() const {
  if (!duel_) return fewest_forgeries(forgeable_arms(reports_, statistics_));
  if (reports_.levels.size() > 1) return fewest_forgeries(forgeable_levels(*duel_));
  Statistics closed(reports_);
  if (!closed.assign(duel_->memory().closed).ok()) return std::nullopt;
  return fewest_forgeries(forgeable_arms(reports_, closed));
}

std::vector<ArmResult> BestArmLearner::results(std::optional<std::uint32_t> control) const {
  if (!duel_) return arm_results(statistics_, readings_of(reports_), control);
  return duel_results(*duel_, statistics_, experiment_, control);
}

std::optional<double> BestArmLearner::reports_left() const {
  if (end_.ended) return 0;
  if (duel_) {
    const std::optional<double> left = duel_->reports_left();
    const auto open =
        static_cast<double>(statistics_.reports()) - static_cast<double>(duel_->reports());
    return left ? std::optional(std::max(*left - std::max(open, 0.0), 0.0)) : left;
  }
  const ArmEvidence now = evidence();
  const BestArmEnd end = conclude(now, choose(now));
  if (end.stopped) return 0;
  std::optional<double> left = ldp::reports_left(now, bounds_, experiment_.error_probability);
  if (experiment_.maximum_pulls > 0) {
    const auto budget = static_cast<double>(experiment_.maximum_pulls - statistics_.reports());
    left = std::min(left.value_or(budget), budget);
  }
  return left;
}

Status BestArmLearner::adopt(const BestArmSnapshot& snapshot) {
  if (Status status = check_adopted(snapshot.arms.id, snapshot_id_); !status.ok()) return status;
  if (Status status = validate(snapshot, experiment_); !status.ok()) return status;
  if (duel_) {
    if (Status status = duel_->assign(snapshot.duel); !status.ok()) return status;
  }
  snapshot_id_ = snapshot.arms.id;
  const BestArmState& best = snapshot.best;
  end_ = {best.answer, best.certified, best.ended, best.error, best.left, best.stopped};
  return {};
}

Status BestArmLearner::merge(const BestArmLearner& other) {
  if (!(experiment_ == other.experiment_)) {
    return other_experiment();
  }
  const bool is_same = end_ == other.end_ && (!duel_ || duel_->memory() == other.duel_->memory());
  if (snapshot_id_ == other.snapshot_id_ && !is_same) {
    return invalid("best", "two different snapshots have this number", snapshot_id_);
  }
  if (Status status = statistics_.merge(other.statistics_); !status.ok()) return status;
  if (other.snapshot_id_ > snapshot_id_) {
    snapshot_id_ = other.snapshot_id_;
    end_ = other.end_;
    duel_ = other.duel_;
  }
  return {};
}

std::vector<std::uint8_t> BestArmLearner::save() const {
  return encode_best_arm_state(experiment_, snapshot_id_, statistics_.sums(), end_,
                               duel_ ? duel_->memory() : DuelMemory{});
}

Status BestArmLearner::load(std::span<const std::uint8_t> bytes) {
  Result<BestArmSaved> saved = decode_best_arm_state(bytes, experiment_);
  if (!saved.ok()) return saved.error();
  if (Status status = check_has_next(saved.value().snapshot_id, "state"); !status.ok())
    return status;
  if (duel_) {
    Duel duel = *duel_;
    if (!duel.assign(saved.value().duel).ok()) return damaged_state("no duel has this memory");
    if (Status status = statistics_.assign(saved.value().sums); !status.ok()) return status;
    duel_ = std::move(duel);
  } else if (Status status = statistics_.assign(saved.value().sums); !status.ok()) {
    return status;
  }
  snapshot_id_ = saved.value().snapshot_id;
  end_ = std::move(saved.value().end);
  return {};
}

}  // namespace ldp
