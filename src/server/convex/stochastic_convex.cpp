#include "server/convex/stochastic_convex.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "foundation/natural_log.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/convex/step_rules.hpp"

namespace ldp {
namespace {

// gam = B 2^-i: from i = 26 on a point needs more reports than a learner counts, with any noise.
constexpr std::uint32_t kFinest = 30;
// (3/4)^n of the unit interval: at 90 three points are still apart by far more than rounding.
constexpr std::uint32_t kMostIntervals = 90;

double mean(const ThreePoints& sums, std::size_t point) {
  return sums.total[point] / static_cast<double>(sums.count[point]);
}

}  // namespace

StochasticConvex::StochasticConvex(const ScalarNoise& noise, std::uint64_t horizon)
    : deviation_(std::sqrt(noise.second_moment())), horizon_(horizon) {}

std::array<double, 3> StochasticConvex::points() const {
  return {low_ + width_ / 4, low_ + width_ / 2, low_ + 3 * width_ / 4};
}

// Losses in units of B: gam is 2^-i.
double StochasticConvex::wanted() const {
  const double t = std::max(stage_horizon(horizon_, reports_), 3.0);
  return std::ceil(4 * deviation_ * deviation_ * natural_log(t) *
                   std::ldexp(1.0, 2 * static_cast<int>(precision_)));
}

bool StochasticConvex::is_lacking() const {
  const std::uint64_t fewest = std::min({sums_.count[0], sums_.count[1], sums_.count[2]});
  return static_cast<double>(fewest) < wanted();
}

std::array<double, 3> StochasticConvex::weights() const {
  const double wanted = this->wanted();
  std::array<double, 3> weights{};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    weights[i] = std::max(0.0, wanted - static_cast<double>(sums_.count[i]));
    sum += weights[i];
  }
  if (!(sum > 0)) return {1.0 / 3, 1.0 / 3, 1.0 / 3};
  for (double& weight : weights) weight /= sum;
  return weights;
}

void StochasticConvex::step(std::uint32_t point, double r) {
  ++reports_;
  ++sums_.count[point];
  sums_.total[point] += r;
  conclude();
}

void StochasticConvex::step(const ThreePoints& sums) {
  for (std::size_t i = 0; i < 3; ++i) {
    reports_ += sums.count[i];
    sums_.count[i] += sums.count[i];
    sums_.total[i] += sums.total[i];
  }
  conclude();
}

// The rule of docs/spec/convex-and-reductions.md, section 8, as often as there are reports enough.
void StochasticConvex::conclude() {
  while (!is_lacking() && precision_ < kFinest && interval_ < kMostIntervals) {
    const double left = mean(sums_, 0);
    const double middle = mean(sums_, 1);
    const double right = mean(sums_, 2);
    const double gam = std::ldexp(1.0, -static_cast<int>(precision_));
    const double worse = std::max(left, right) - gam;
    if (worse >= std::min(left, right) + 2 * gam || worse >= middle + 2 * gam) {
      shrink(left >= right);
    } else {
      ++precision_;
    }
  }
}

void StochasticConvex::shrink(bool drops_left) {
  if (drops_left) low_ += width_ / 4;
  width_ *= 0.75;
  ++interval_;
  precision_ = 1;
  sums_ = {};
}

void StochasticConvex::write(ByteWriter& writer) const {
  writer.integer(reports_);
  writer.integer(interval_);
  writer.number(low_);
  writer.number(width_);
  writer.integer(static_cast<std::uint8_t>(precision_));
  for (std::size_t i = 0; i < 3; ++i) {
    writer.integer(sums_.count[i]);
    writer.number(sums_.total[i]);
  }
}

bool StochasticConvex::read(ByteReader& reader) {
  reports_ = reader.integer<std::uint64_t>();
  interval_ = reader.integer<std::uint32_t>();
  low_ = reader.number();
  width_ = reader.number();
  precision_ = reader.integer<std::uint8_t>();
  std::uint64_t counted = 0;
  bool is_possible = true;
  for (std::size_t i = 0; i < 3; ++i) {
    sums_.count[i] = reader.integer<std::uint64_t>();
    sums_.total[i] = reader.number();
    is_possible = is_possible && sums_.count[i] <= kMaximumReports && std::isfinite(sums_.total[i]);
    counted += is_possible ? sums_.count[i] : 0;
  }
  if (!reader.whole() || !is_possible || reports_ > kMaximumReports || counted > reports_) {
    return false;
  }
  if (interval_ > kMostIntervals || precision_ < 1 || precision_ > kFinest) return false;
  double width = 1;
  for (std::uint32_t i = 0; i < interval_; ++i) width *= 0.75;
  return width_ == width && low_ >= 0 && low_ + width_ <= 1 + 1e-12;
}

}  // namespace ldp
