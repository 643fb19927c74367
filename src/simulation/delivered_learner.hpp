// A learner and its visitors behind one interface, for rounds with delayed reports: there a virtual
// call costs little, and one loop serves all learners.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "mechanisms/unit_reward.hpp"
#include "server/arms/arm_estimate.hpp"

namespace ldp {

/// What the device of one round has sent.
struct SentReport {
  std::uint64_t arrival;  // it is known to decisions after this round
  std::uint64_t round;
  std::uint64_t epoch;   // that its decision was made in
  std::uint64_t ticket;  // 0: none
  std::uint32_t arm;
  std::uint32_t level;
  std::int64_t value;
};

class DeliveredLearner {
 public:
  virtual ~DeliveredLearner() = default;

  /// Learns from a report.
  virtual void learn(const SentReport& report) = 0;

  /// What is known of an arm; width kNeverPulled: nothing. `bound`: L of the decision that asks.
  [[nodiscard]] virtual ArmEstimate estimate(std::uint32_t arm, double bound) = 0;

  /// Whether the arm must be played as long as its index may not be trusted.
  [[nodiscard]] virtual bool must_play(std::uint32_t arm, double bound) const = 0;

  /// Prepares decisions from what is known: they are those of epoch `epoch`, which begins with
  /// round `round`.
  virtual void start_epoch(std::uint64_t epoch, std::uint64_t round) = 0;

  /// An arm drawn by a learner that decides at random; nothing from one that has indices.
  [[nodiscard]] virtual std::optional<std::uint32_t> draw() = 0;
};

class DeliveredVisitors {
 public:
  virtual ~DeliveredVisitors() = default;
  /// As Visitors.
  [[nodiscard]] virtual std::optional<std::uint32_t> level() = 0;
  [[nodiscard]] virtual std::int64_t report(std::uint32_t level, UnitReward reward) = 0;
  virtual void skip() = 0;
};

template <class Visitors>
class DeliveredAs final : public DeliveredVisitors {
 public:
  explicit DeliveredAs(Visitors&& visitors) : visitors_(std::move(visitors)) {}

  std::optional<std::uint32_t> level() override { return visitors_.level(); }
  std::int64_t report(std::uint32_t level, UnitReward reward) override {
    return visitors_.report(level, reward);
  }
  void skip() override { visitors_.skip(); }

 private:
  Visitors visitors_;
};

}  // namespace ldp
