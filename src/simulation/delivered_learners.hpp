// The learners of the simulation behind the interface of rounds with delayed reports.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "server/arms/bound.hpp"
#include "simulation/comparators.hpp"
#include "simulation/confidence.hpp"
#include "simulation/delivered_learner.hpp"
#include "simulation/index_learner.hpp"
#include "simulation/kl_learner.hpp"

namespace ldp {

/// See IndexLearner. The sums are doubles, report by report.
template <class Policy>
class DeliveredIndex final : public DeliveredLearner {
 public:
  DeliveredIndex(Policy policy, std::uint32_t arms)
      : policy_(std::move(policy)), sums_(arms), estimates_(arms) {}

  void learn(const SentReport& report) override {
    using Value = std::conditional_t<std::is_same_v<Policy, Ucb1>, std::int64_t, std::int32_t>;
    typename Policy::Sums& sums = sums_[report.arm];
    policy_.add(sums, report.level, static_cast<Value>(report.value));
    estimates_[report.arm] = Policy::estimate(sums);
  }

  ArmEstimate estimate(std::uint32_t arm, double) override { return estimates_[arm]; }

  bool must_play(std::uint32_t arm, double bound) const override {
    if constexpr (requires { policy_.forced_threshold(bound); }) {
      return sums_[arm].noise <= policy_.forced_threshold(bound);
    }
    return false;
  }

  void start_epoch(std::uint64_t, std::uint64_t) override {}
  std::optional<std::uint32_t> draw() override { return std::nullopt; }

 private:
  Policy policy_;
  std::vector<typename Policy::Sums> sums_;
  std::vector<ArmEstimate> estimates_;
};

/// See KlLearner. Arms: KlOfBits or KlOfRewards.
template <class Arms>
class DeliveredKl final : public DeliveredLearner {
 public:
  DeliveredKl(Arms state, std::uint32_t arms)
      : state_(std::move(state)), is_known_(arms, 0), is_fresh_(arms, 0), upper_(arms) {}

  void learn(const SentReport& report) override {
    state_.add(report.arm, report.level, report.value);
    is_known_[report.arm] = 1;
    is_fresh_[report.arm] = 0;
  }

  ArmEstimate estimate(std::uint32_t arm, double bound) override {
    if (is_known_[arm] == 0) return {};
    if (is_fresh_[arm] == 0) upper_[arm] = state_.upper(arm, bound_);
    is_fresh_[arm] = 1;
    const double mean = state_.likeliest(arm);
    return {mean, bound > 0 ? (upper_[arm] - mean) / std::sqrt(bound) : 0};
  }

  bool must_play(std::uint32_t, double) const override { return false; }

  void start_epoch(std::uint64_t, std::uint64_t round) override {
    if (round < log_epoch_end_) return;
    const double end = next_log_epoch(static_cast<double>(round));
    log_epoch_end_ = static_cast<std::uint64_t>(end);
    bound_ = bound_at(Bound::lk, end);
    is_fresh_.assign(is_fresh_.size(), 0);
  }
  std::optional<std::uint32_t> draw() override { return std::nullopt; }

 private:
  Arms state_;
  std::vector<std::uint8_t> is_known_;
  std::vector<std::uint8_t> is_fresh_;
  std::vector<double> upper_;
  std::uint64_t log_epoch_end_ = 0;
  double bound_ = 0;
};

/// A learner that draws its decisions: Thompson sampling, uniform play.
template <class Learner>
class DeliveredDraws final : public DeliveredLearner {
 public:
  explicit DeliveredDraws(Learner learner) : learner_(std::move(learner)), unused_(Bound::la) {}

  void learn(const SentReport& report) override {
    auto pull = learner_.pull(report.arm);
    pull.learn(report.level, report.value);
    learner_.put(report.arm, pull);
  }
  ArmEstimate estimate(std::uint32_t arm, double) override { return learner_.pull(arm).estimate(); }
  bool must_play(std::uint32_t, double) const override { return false; }
  void start_epoch(std::uint64_t, std::uint64_t) override {}
  std::optional<std::uint32_t> draw() override { return learner_.choose(unused_, 1).arm; }

 private:
  Learner learner_;
  ConfidenceBlock unused_;
};

}  // namespace ldp
