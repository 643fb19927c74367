// What a learner believes about one arm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

/// The index of the arm at round t is mean + width sqrt(L(t)) + tilt L(t).
struct ArmEstimate {
  double mean = 0;
  double width = kNeverPulled;
  double tilt = 0;
};

/// One arm's row of Statistics, [levels][count, total], read by level. In the fixed order of the
/// menu, so that sums of doubles derived from equal counts are equal to the last bit.
///
/// Policies have two ways to their sums. fold() reads such a row, which is exact: for learners that
/// keep integers. add() takes one report at a time, at a cost that does not depend on the number of
/// levels, and rounds with every report: for simulations, whose visitors may have thousands of
/// levels.
class ArmCounts {
 public:
  explicit ArmCounts(std::span<const std::int64_t> row) : row_(row) {}

  [[nodiscard]] std::size_t levels() const { return row_.size() / 2; }
  [[nodiscard]] double count(std::size_t level) const {
    return static_cast<double>(row_[2 * level]);
  }
  [[nodiscard]] double total(std::size_t level) const {
    return static_cast<double>(row_[2 * level + 1]);
  }

 private:
  std::span<const std::int64_t> row_;
};

}  // namespace ldp
