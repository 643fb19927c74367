#include "simulation/delivery_loop.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "random/uniform.hpp"
#include "server/arms/bound.hpp"
#include "server/multi_armed/incumbent.hpp"
#include "server/serving/decision_histogram.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

// The order of a heap whose front arrives first; of two, the one sent first.
bool arrives_later(const SentReport& a, const SentReport& b) {
  return a.arrival != b.arrival ? a.arrival > b.arrival : a.round > b.round;
}

}  // namespace

DeliveryLoop::DeliveryLoop(World&& world, std::unique_ptr<DeliveredLearner> learner,
                           std::unique_ptr<DeliveredVisitors> visitors,
                           const MultiArmedExperiment& experiment, const Delivery& delivery,
                           std::uint64_t seed, std::uint32_t replicate)
    : Replay(std::move(world)),
      learner_(std::move(learner)),
      visitors_(std::move(visitors)),
      experiment_(experiment),
      delivery_(delivery),
      choices_(seed, replicate, Purpose::choices),
      way_(seed, replicate, Purpose::delivery),
      lost_below_(word_bound(delivery.lost)) {
  experiment_.arms = world_.arms();
  if (delivery_.serving == Serving::frozen_log) {
    std::vector<std::uint32_t> order(world_.arms());
    std::iota(order.begin(), order.end(), 0);
    queue_.emplace(std::move(order), experiment_.bound);
  }
}

void DeliveryLoop::play(ConfidenceBlock& block) {
  for (std::uint64_t round = block.first(); round <= block.last(); ++round) play_round(round);
}

void DeliveryLoop::play_round(std::uint64_t round) {
  receive(round);
  if ((round - 1) % delivery_.epoch == 0) start_epoch(round);
  const std::optional<std::uint32_t> level = visitors_->level();
  const Decision decision = decide(round, level);
  const UnitReward reward = world_.draw(decision.arm);
  plays_[decision.arm] += 1;
  count_.played += 1;
  const bool is_lost = way_.next() < lost_below_;
  const std::uint64_t late = uniform_below(way_, delivery_.delay + 1);
  if (!level) {
    visitors_->skip();
    count_.silent += 1;
    return;
  }
  const std::int64_t value = visitors_->report(*level, reward);
  if (is_lost) {
    count_.lost += 1;
    return;
  }
  send({round + late, round, epoch_, decision.ticket, decision.arm, *level, value});
}

void DeliveryLoop::send(const SentReport& report) {
  count_.on_way += 1;
  under_way_.push_back(report);
  std::push_heap(under_way_.begin(), under_way_.end(), arrives_later);
}

void DeliveryLoop::receive(std::uint64_t round) {
  while (!under_way_.empty() && under_way_.front().arrival < round) {
    std::pop_heap(under_way_.begin(), under_way_.end(), arrives_later);
    const SentReport& report = under_way_.back();
    // If the ticket has timed out, the call fails; the learner takes the report all the same.
    if (office_) (void)office_->redeem(report.ticket, static_cast<double>(round));
    arrived_.push_back(report);
    under_way_.pop_back();
  }
}

void DeliveryLoop::start_epoch(std::uint64_t round) {
  for (const SentReport& report : arrived_) {
    learner_->learn(report);
    if (queue_) queue_->update(report.arm, frozen_estimate(report.arm));
  }
  count_.on_way -= arrived_.size();
  count_.ingested += arrived_.size();
  arrived_.clear();
  epoch_ += 1;
  learner_->start_epoch(epoch_, round);
  if (!queue_) take_snapshot(round);
}

ArmEstimate DeliveryLoop::frozen_estimate(std::uint32_t arm) {
  const double bound = queue_->frozen_bound();
  if (learner_->must_play(arm, bound)) return {};
  return learner_->estimate(arm, bound);
}

void DeliveryLoop::take_snapshot(std::uint64_t round) {
  const double bound = bound_at(experiment_.bound, static_cast<double>(round));
  const std::uint32_t arms = world_.arms();
  snapshot_.id = static_cast<std::uint32_t>(epoch_);
  snapshot_.reports = count_.ingested;
  snapshot_.scale = std::sqrt(bound);
  snapshot_.mean.resize(arms);
  snapshot_.width.resize(arms);
  snapshot_.tilt.resize(arms);
  snapshot_.forced_arm = -1;
  for (std::uint32_t arm = 0; arm < arms; ++arm) {
    const ArmEstimate estimate = learner_->estimate(arm, bound);
    snapshot_.mean[arm] = estimate.mean;
    snapshot_.width[arm] = estimate.width;
    snapshot_.tilt[arm] = estimate.tilt;
    if (snapshot_.forced_arm < 0 && learner_->must_play(arm, bound)) {
      snapshot_.forced_arm = static_cast<std::int32_t>(arm);
    }
  }
  if (experiment_.level_aware_from > 0) {
    snapshot_.incumbent = incumbent_of(snapshot_.mean, snapshot_.width, snapshot_.scale);
  }
  switch (delivery_.serving) {
    case Serving::ticketed:
      // A ticket times out after delay + 1: its report was lost, or its visitor is silent.
      if (!office_) {
        office_.emplace(experiment_, snapshot_, static_cast<double>(delivery_.delay + 1));
      } else {
        office_->update(snapshot_);
      }
      break;
    case Serving::distribution:
      snapshot_.weights.clear();
      snapshot_.weights = decision_histogram(snapshot_, delivery_.epoch);
      break;
    default:
      find_best();
  }
}

void DeliveryLoop::find_best() {
  double largest = -kNeverPulled;
  best_.clear();
  for (std::uint32_t arm = 0; arm < snapshot_.mean.size(); ++arm) {
    const double index = upper_index(snapshot_.mean[arm], snapshot_.width[arm], snapshot_.scale,
                                     snapshot_.tilt[arm]);
    if (index < largest) continue;
    if (index > largest) best_.clear();
    largest = index;
    best_.push_back(arm);
  }
}

DeliveryLoop::Decision DeliveryLoop::decide(std::uint64_t round,
                                            std::optional<std::uint32_t> level) {
  if (queue_) {
    const auto estimate = [this](std::uint32_t arm) { return frozen_estimate(arm); };
    return {queue_->best(static_cast<double>(round), estimate), 0};
  }
  if (office_) {
    const double epsilon = level && !experiment_.levels.empty() ? experiment_.levels[*level] : 0;
    const double uniform = open_uniform(choices_.next());
    const Ticket ticket = office_->assign(static_cast<double>(round), epsilon, uniform);
    return {ticket.arm, ticket.id};
  }
  return {choose(level), 0};
}

// What a device makes of the snapshot.
std::uint32_t DeliveryLoop::choose(std::optional<std::uint32_t> level) {
  if (snapshot_.forced_arm >= 0) return static_cast<std::uint32_t>(snapshot_.forced_arm);
  const bool explores = level && (experiment_.levels.empty() ||
                                  experiment_.levels[*level] >= experiment_.level_aware_from);
  if (experiment_.level_aware_from > 0 && !explores && snapshot_.incumbent >= 0) {
    return static_cast<std::uint32_t>(snapshot_.incumbent);
  }
  if (const std::optional<std::uint32_t> drawn = learner_->draw()) return *drawn;
  if (!snapshot_.weights.empty()) {
    return draw_arm(snapshot_.weights, open_uniform(choices_.next()));
  }
  return best_[uniform_below(choices_, best_.size())];
}

}  // namespace ldp
