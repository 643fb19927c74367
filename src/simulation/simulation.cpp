#include "simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/best_arm/best_arm_replicate.hpp"
#include "simulation/combinatorial/combinatorial_replicate.hpp"
#include "simulation/convex/convex_replicate.hpp"
#include "simulation/generalized_linear/glm_spec.hpp"
#include "simulation/linear/linear_replicate.hpp"
#include "simulation/replicates.hpp"

namespace ldp {
namespace {

// Rounds that all replicates play in turn: long enough that switching costs nothing, short enough
// that the shared confidence values stay in the first-level cache.
constexpr std::uint64_t kBlockRounds = 512;

// Sizes of what laws are made of.
constexpr double kLargest = 1e6;

Status check_law(const RewardLaw& law) {
  const double size = std::max(std::abs(law.low), std::abs(law.high));
  if (!(size <= kLargest))
    return invalid_spec("environment", "a reward must be in [-10^6, 10^6]", size);
  switch (law.kind) {
    case RewardLaw::Kind::two_point:
      if (!(law.shape >= 0 && law.shape <= 1)) {
        return invalid_spec("environment", "a mean or probability must be in [0, 1]", law.shape);
      }
      break;
    case RewardLaw::Kind::beta:
      if (!(law.shape >= 1e-3 && law.shape <= 1e3)) {
        return invalid_spec("environment", "alpha must be in [0.001, 1000]", law.shape);
      }
      return {};
    case RewardLaw::Kind::beta_mean:
      if (!(law.shape > 0 && law.shape <= kLargest)) {
        return invalid_spec("environment", "a concentration must be in (0, 10^6]", law.shape);
      }
      if (law.shape * law.low >= 0.1 && law.shape * (1 - law.low) >= 0.1) return {};
      return invalid_spec("environment",
                          "a beta law has both parameters, the concentration times mean and 1 - "
                          "mean, of at least 0.1",
                          law.low);
    case RewardLaw::Kind::gaussian:
      if (!(law.shape > 0 && law.shape <= kLargest)) {
        return invalid_spec("environment", "a deviation must be in (0, 10^6]", law.shape);
      }
      return {};
    case RewardLaw::Kind::uniform:
      break;
  }
  if (!(law.low < law.high)) return invalid_spec("environment", "low must be below high", law.low);
  return {};
}

Status check_means(const std::vector<double>& means, double amplitude) {
  for (const double mean : means) {
    if (!(mean - amplitude >= 0 && mean + amplitude <= 1)) {
      return invalid_spec("environment", "a mean must be in [0, 1] in every round", mean);
    }
  }
  return {};
}

Status check_changes(const SimulationSpec& spec) {
  const auto& [arms, is_switching, changes, drift, given] = spec.environment;
  if (!(drift.amplitude >= 0 && drift.amplitude <= 1 && drift.turns >= 0 &&
        drift.turns <= kLargest)) {
    return invalid_spec("environment", "a drift must have an amplitude in [0, 1] and turns from 0",
                        drift.amplitude);
  }
  if (!spec.environment.is_changing()) return {};
  if (is_switching || (spec.best_arm && !spec.environment.keeps_gaps())) {
    return invalid_spec("environment",
                        "means must not change where one arm is the best throughout");
  }
  if (arms.size() > kMaximumArms || changes.size() > kMaximumChanges) {
    return invalid_spec("environment", "at most 4096 arms may change, and at most 1000 times");
  }
  std::vector<double> means;
  for (const RewardLaw& law : arms) {
    if (law.kind != RewardLaw::Kind::two_point || law.low != 0 || law.high != 1) {
      return invalid_spec("environment", "only means of Bernoulli arms may change");
    }
    means.push_back(law.shape);
  }
  if (Status status = check_means(means, drift.amplitude); !status.ok()) return status;
  double last = 0;
  for (const MeanChange& change : changes) {
    if (!(change.at > last && change.at < 1)) {
      return invalid_spec("environment", "changes must be at increasing shares in (0, 1)",
                          change.at);
    }
    last = change.at;
    const bool has_means = change.kind == ChangeKind::means;
    if (change.kind > ChangeKind::jump || change.means.size() != (has_means ? arms.size() : 0)) {
      return invalid_spec("environment", "a change must have one mean for each arm");
    }
    if (Status status = check_means(change.means, drift.amplitude); !status.ok()) return status;
  }
  return {};
}

Status check_environment(const SimulationSpec& spec) {
  const std::vector<RewardLaw>& arms = spec.environment.arms;
  if (arms.empty() || arms.size() > kMaximumFrozenLogArms) {
    return invalid_spec("environment", "there must be 1 to 1,000,000 arms",
                        static_cast<double>(arms.size()));
  }
  const bool is_bare = spec.rewards.kind() == RewardTransform::Kind::unit &&
                       spec.policy.algorithm != Algorithm::uniform;
  for (const RewardLaw& law : arms) {
    if (Status status = check_law(law); !status.ok()) return status;
    if (is_bare && !law.is_unit()) {
      return invalid_spec("rewards",
                          "rewards outside [0, 1] need a transform: clip, sigmoid or threshold");
    }
  }
  if (spec.environment.given != nullptr && arms.size() > kMaximumArms) {
    return invalid_spec("environment", "at most 4096 arms may be given from outside",
                        static_cast<double>(arms.size()));
  }
  return check_changes(spec);
}

Status check_record(const std::vector<std::uint64_t>& record) {
  if (record.empty() || record.size() > kMaximumRecordTimes) {
    return invalid_spec("record", "there must be 1 to 10000 record times",
                        static_cast<double>(record.size()));
  }
  std::uint64_t last = 0;
  for (const std::uint64_t time : record) {
    if (time <= last || time > kMaximumRounds) {
      return invalid_spec("record", "record times must be strictly increasing in 1..10^9",
                          static_cast<double>(time));
    }
    last = time;
  }
  return {};
}

Status check_delivery(const SimulationSpec& spec) {
  const auto& [epoch, delay, lost, serving] = spec.delivery;
  if (epoch < 1 || epoch > kMaximumRounds) {
    return invalid_spec("epoch", "must be in 1..10^9", static_cast<double>(epoch));
  }
  if (delay > kMaximumDelay) {
    return invalid_spec("delay", "must be in 0..10^6", static_cast<double>(delay));
  }
  if (!(lost >= 0 && lost <= 1)) return invalid_spec("lost", "must be in [0, 1]", lost);
  if (serving > Serving::distribution) return invalid_spec("serving", "no such way of serving");
  if (spec.linear) return check_linear(*spec.linear, spec.delivery);
  if (spec.generalized_linear) return check_glm(*spec.generalized_linear, spec.delivery);
  if (spec.combinatorial || spec.convex) return {};  // replicates are made from a checked copy
  if (std::min(epoch, spec.record.back()) > kMaximumEpochRounds) {
    return invalid_spec("epoch", "must be at most 4 million where the horizon is longer",
                        static_cast<double>(epoch));
  }
  const std::size_t arms = spec.environment.arms.size();
  if (arms > kMaximumArms && serving != Serving::frozen_log &&
      spec.policy.algorithm != Algorithm::uniform) {
    return invalid_spec("serving", "more than 4096 arms must be served frozen-log",
                        static_cast<double>(arms));
  }
  return {};
}

}  // namespace

Status check_arms_world(const SimulationSpec& spec) {
  if (Status status = check_environment(spec); !status.ok()) return status;
  return check_record(spec.record);
}

namespace {

Result<Replicates> make(const SimulationSpec& spec, std::uint32_t first, std::uint32_t replicates) {
  if (spec.linear) return make_linear_replicates(spec, first, replicates);
  if (spec.generalized_linear) return make_glm_replicates(spec, first, replicates);
  if (spec.combinatorial) return make_combinatorial_replicates(spec, first, replicates);
  if (spec.convex) return make_convex_replicates(spec, first, replicates);
  if (spec.best_arm) return make_best_arm_replicates(spec, first, replicates);
  if (spec.reduction) return make_reduction_replicates(spec, first, replicates);
  return make_replicates(spec, first, replicates);
}

// Arms whose plays are recorded; 0: none.
std::uint32_t arms_to_record(const SimulationSpec& spec) {
  if (!spec.combinatorial) return 0;
  const std::size_t arms = spec.combinatorial->environment.means.size();
  return arms <= kMaximumPlaysArms ? static_cast<std::uint32_t>(arms) : 0;
}

}  // namespace

Result<Simulation> Simulation::create(const SimulationSpec& spec, std::uint32_t first,
                                      std::uint32_t replicates) {
  const auto algorithm = static_cast<std::size_t>(spec.policy.algorithm);
  if (!spec.linear && !spec.combinatorial && !spec.generalized_linear && !spec.convex) {
    const bool is_multi_armed =
        algorithm < kCatalog.size() && kCatalog[algorithm].family == Family::multi_armed;
    if (!is_multi_armed && !spec.best_arm && !spec.reduction) {
      return invalid_spec("algorithm", "no such multi-armed algorithm");
    }
    if (Status status = check_environment(spec); !status.ok()) return status.error();
  }
  if (Status status = check_record(spec.record); !status.ok()) return status.error();
  if (Status status = check_delivery(spec); !status.ok()) return status.error();
  if (replicates < 1 || replicates > kMaximumReplicates ||
      first > kMaximumReplicates - replicates) {
    return invalid_spec("replicates", "there must be 1 to 10000 replicates", replicates);
  }
  if ((spec.combinatorial || spec.convex) && spec.is_realized) {
    return invalid_spec("regret", "there is no realized regret in this world");
  }
  Result<Replicates> made = make(spec, first, replicates);
  if (!made.ok()) return made.error();
  return Simulation(spec, std::move(made).value());
}

Simulation::Simulation(const SimulationSpec& spec, Replicates replicates)
    : confidence_(spec.policy.bound),
      record_(spec.record),
      replicates_(std::move(replicates)),
      regrets_(record_.size() * replicates_.size()),
      recorded_arms_(arms_to_record(spec)),
      all_plays_(record_.size() * recorded_arms_),
      plays_then_(recorded_arms_) {}

void Simulation::advance(std::uint64_t rounds) {
  const std::uint64_t end = done_ + std::min(rounds, horizon() - done_);
  while (done_ < end) {
    const std::uint64_t stop = std::min({end, record_[recorded_], done_ + kBlockRounds});
    confidence_.start(done_ + 1, static_cast<std::size_t>(stop - done_));
    for (const auto& replicate : replicates_) replicate->play(confidence_);
    done_ = stop;
    if (done_ == record_[recorded_]) record();
  }
}

void Simulation::record() {
  double* row = regrets_.data() + recorded_ * replicates_.size();
  for (const auto& replicate : replicates_) *row++ = replicate->regret();
  double* played = all_plays_.data() + recorded_ * recorded_arms_;
  for (std::uint32_t arm = 0; arm < recorded_arms_; ++arm) {
    std::uint64_t plays = 0;
    for (const auto& replicate : replicates_) plays += replicate->plays(arm);
    *played++ = static_cast<double>(plays - plays_then_[arm]);
    plays_then_[arm] = plays;
  }
  ++recorded_;
  if (finished()) record_stops();
}

void Simulation::record_stops() {
  const std::size_t count = replicates_.size();
  if (!replicates_[0]->stop()) return;
  stops_.resize(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<Stop> stop = replicates_[i]->stop();
    stops_[i] = stop->round;
    stops_[count + i] = stop->answer;
    stops_[2 * count + i] = stop->is_wrong ? 1 : 0;
  }
}

}  // namespace ldp
