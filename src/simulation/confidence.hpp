// L(t) and its root for a run of rounds, computed when first read: at most one logarithm and one
// root a round, shared by all replicates of a batch, which play the same rounds in turn. A round
// with a leader that is clearly ahead (see LeadingArm) reads neither.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/bound.hpp"

namespace ldp {

struct Confidence {
  double bound;  // L(t)
  double scale;  // sqrt(L(t))
};

/// Consecutive rounds. Computed values never decrease from one round to the next, however log is
/// rounded: up to the largest horizon L grows by more than 1e-9 a round, and the error of a value
/// below 100 is less than 1e-13.
class ConfidenceBlock {
 public:
  explicit ConfidenceBlock(Bound bound) : bound_(bound) {}

  /// Moves to the rounds first, first + 1, ..., first + rounds - 1. Requires first, rounds >= 1.
  void start(std::uint64_t first, std::size_t rounds) {
    first_ = first;
    values_.assign(rounds, kUnknown);
  }

  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t last() const { return first_ + values_.size() - 1; }

  /// Of a round in [first(), last()].
  const Confidence& at(std::uint64_t round) {
    Confidence& value = values_[static_cast<std::size_t>(round - first_)];
    if (value.scale < 0) {
      value.bound = bound_at(bound_, static_cast<double>(round));
      value.scale = std::sqrt(value.bound);
    }
    return value;
  }

 private:
  static constexpr Confidence kUnknown{0, -1};

  Bound bound_;
  std::uint64_t first_ = 0;
  std::vector<Confidence> values_;
};

}  // namespace ldp
