#include "server/convex/last_half_average.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

LastHalfAverage::LastHalfAverage(std::uint32_t dimension) : dimension_(dimension), marks_(kMarks) {}

void LastHalfAverage::add(std::span<const double> point, std::uint64_t n) {
  const auto weight = static_cast<double>(n);
  for (std::size_t i = 0; i < dimension_; ++i) sum_[i] += weight * point[i];
  count_ += n;
  // Drops the marks before the last one that is not after half of all.
  std::size_t first = 0;
  while (first + 1 < used_ && marks_[first + 1].count <= count_ / 2) ++first;
  if (first > 0) {
    std::copy(marks_.begin() + static_cast<std::ptrdiff_t>(first),
              marks_.begin() + static_cast<std::ptrdiff_t>(used_), marks_.begin());
    used_ -= first;
  }
  const std::uint64_t last = marks_[used_ - 1].count;
  if (count_ - last <= last / 16) return;
  marks_[used_].count = count_;
  marks_[used_].sum = sum_;
  ++used_;
}

bool LastHalfAverage::average(std::span<double> average) const {
  if (count_ == 0) return false;
  const Mark& from = marks_[0];
  const auto weight = static_cast<double>(count_ - from.count);
  for (std::size_t i = 0; i < dimension_; ++i) average[i] = (sum_[i] - from.sum[i]) / weight;
  return true;
}

void LastHalfAverage::write(ByteWriter& writer) const {
  writer.integer(count_);
  for (std::size_t i = 0; i < dimension_; ++i) writer.number(sum_[i]);
  writer.integer(static_cast<std::uint8_t>(used_));
  for (std::size_t m = 0; m < used_; ++m) {
    writer.integer(marks_[m].count);
    for (std::size_t i = 0; i < dimension_; ++i) writer.number(marks_[m].sum[i]);
  }
}

bool LastHalfAverage::read(ByteReader& reader, double largest) {
  // Twice, for all that rounding does to a tiny set far from the origin. False for NaN.
  const auto is_sum = [&](double sum, std::uint64_t count) {
    return std::abs(sum) <= 2 * largest * static_cast<double>(count);
  };
  bool is_possible = true;
  count_ = reader.integer<std::uint64_t>();
  for (std::size_t i = 0; i < dimension_; ++i) {
    sum_[i] = reader.number();
    is_possible = is_possible && is_sum(sum_[i], count_);
  }
  used_ = reader.integer<std::uint8_t>();
  if (!reader.whole() || count_ > kMaximumReports || used_ < 1 || used_ > kMarks) return false;
  for (std::size_t m = 0; m < used_; ++m) {
    Mark& mark = marks_[m];
    mark.count = reader.integer<std::uint64_t>();
    for (std::size_t i = 0; i < dimension_; ++i) {
      mark.sum[i] = reader.number();
      is_possible =
          is_possible && is_sum(mark.sum[i], mark.count) && is_sum(sum_[i] - mark.sum[i], count_);
    }
    const std::uint64_t last = m == 0 ? 0 : marks_[m - 1].count;
    const bool is_in_order = m == 0 ? mark.count <= count_ / 2
                                    : mark.count > std::max(last, count_ / 2) &&
                                          mark.count <= count_ && mark.count - last > last / 16;
    is_possible = is_possible && is_in_order;
  }
  return reader.whole() && is_possible;
}

}  // namespace ldp
