#include "server/linear/ogd.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"
#include "server/linear/maler.hpp"

namespace ldp {

Ogd::Ogd(std::uint32_t dimension, double gradient, double radius, double mu)
    : gradient_(gradient), radius_(radius), mu_(mu), theta_(dimension) {}

void Ogd::begin_at(std::span<const double> point) {
  std::copy(point.begin(), point.end(), theta_.begin());
  project_on_ball(radius_, theta_);
}

void Ogd::step(std::span<const double> gradient) {
  const auto t = static_cast<double>(++clock_);
  double length = 2 * radius_ / (gradient_ * std::sqrt(t));
  if (mu_ > 0) length = std::min(length, 1 / (mu_ * t));
  for (std::size_t i = 0; i < theta_.size(); ++i) theta_[i] -= length * gradient[i];
  project_on_ball(radius_, theta_);
}

void Ogd::write(ByteWriter& writer) const {
  writer.integer(clock_);
  for (const double x : theta_) writer.number(x);
}

bool Ogd::read(ByteReader& reader) {
  clock_ = reader.integer<std::uint64_t>();
  for (double& x : theta_) x = reader.number();
  const auto is_inside = [this](double x) { return std::abs(x) <= radius_; };  // false for NaN
  return reader.whole() && clock_ <= kMaximumReports &&
         std::all_of(theta_.begin(), theta_.end(), is_inside);
}

}  // namespace ldp
