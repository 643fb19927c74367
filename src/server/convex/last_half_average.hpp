// The average of a learner's points over the last half of the reports, without keeping all points:
// it keeps running sums at counts a sixteenth apart, and the average begins at the last of these
// that is not after the middle. With single reports that is at most 1/16 before the middle, and
// exactly there up to 32 of them; an epoch is in it as a whole or not at all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "server/learner/saved_bytes.hpp"

namespace ldp {

class LastHalfAverage {
 public:
  /// Of points [dimension], 1..32.
  explicit LastHalfAverage(std::uint32_t dimension);

  /// The learner was at `point` for n reports. Allocates nothing.
  void add(std::span<const double> point, std::uint64_t n);

  /// Fills `average`; false, and nothing done, before the first report.
  bool average(std::span<double> average) const;

  [[nodiscard]] std::uint64_t count() const { return count_; }

  void write(ByteWriter& writer) const;
  /// False unless some points with coordinates in [-largest, largest] could give this.
  bool read(ByteReader& reader, double largest);

 private:
  static constexpr std::size_t kMarks = 20;
  static constexpr std::size_t kDimension = 32;
  struct Mark {
    std::uint64_t count = 0;
    std::array<double, kDimension> sum{};
  };

  std::size_t dimension_;
  std::uint64_t count_ = 0;
  std::array<double, kDimension> sum_{};
  std::vector<Mark> marks_;  // counts increasing; the first one is the last not after the middle
  std::size_t used_ = 1;     // of kMarks
};

}  // namespace ldp
