#include "privacy/window_scale.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/binary_loss.hpp"
#include "privacy/randomized_response.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kM = WindowScale::kGrid;

// a and b keep 36 bits for the search, so that every product of it fits 128 bits.
constexpr int kSearchShift = 28;

std::uint32_t shortest_length(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t odds = a >> kSearchShift;
  const std::uint64_t against = std::max<std::uint64_t>(b >> kSearchShift, 1);
  std::uint32_t low = 1;
  std::uint32_t high = WindowScale::kGrid;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (is_long_enough(middle, odds, against)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

// The worst variance at length l, up to a factor and a constant, is
//   a^2 l^2 + 4 a b M l + (4 a b M^3 - 2 a b M)/l + b^2 M^2 (M^2 - 1)/l^2,
// a sum of convex functions of l. Its difference from l to l + 1, times q^2 with q = l (l + 1):
bool is_long_enough(std::uint32_t length, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t q = std::uint64_t{length} * (length + 1);
  const std::uint64_t odd = 2 * std::uint64_t{length} + 1;
  const uint128 aa = static_cast<uint128>(a) * a;
  const uint128 ab = static_cast<uint128>(a) * b;
  const uint128 bb = static_cast<uint128>(b) * b;
  const auto wide = [](std::uint64_t factor) { return static_cast<uint128>(factor); };
  return aa * wide(q * q * odd) + ab * wide(4 * kM * q * q) >=
         ab * wide(2 * kM * (2 * kM * kM - 1) * q) + bb * wide(kM * kM * (kM * kM - 1) * odd);
}

Result<WindowScale> WindowScale::create(double epsilon) {
  const Result<RandomizedResponse> law = RandomizedResponse::create(epsilon);
  if (!law) return law.error();
  const std::uint64_t b = law.value().threshold();
  const std::uint64_t a = 0 - b;
  const std::uint32_t length = shortest_length(a, b);
  const uint128 part = static_cast<uint128>(b) * kM;
  const std::uint64_t outside = share_rounded_up(part, static_cast<uint128>(a) * length + part);
  // T1 M/(U L) = (1 - p)/p for p = U L/(T1 M + U L), which is at least W/2^64.
  const uint128 unlikely = static_cast<uint128>(outside) * length;
  const uint128 likely = static_cast<uint128>(0 - outside) * kM;
  const std::uint64_t threshold = share_rounded_up(unlikely, likely + unlikely) - 1;
  return WindowScale(length, outside, loss_rounded_up(threshold, law.value().epsilon()));
}

Guarantee WindowScale::guarantee() const { return std::move(Guarantee::pure(epsilon_)).value(); }

double WindowScale::slope() const {
  // L (T1/L - U/M)/2^64, exact up to the last rounding.
  const uint128 difference =
      static_cast<uint128>(inside()) * kM - static_cast<uint128>(outside_) * length_;
  return std::ldexp(static_cast<double>(difference), -64) / kGrid;
}

// The variances of the two uniform laws, and what the distance of their means adds: a sum of
// positive terms. Outside, j is o or o + L, o uniform on 0..M - 1.
double WindowScale::variance(std::uint32_t k) const {
  constexpr double kMean = 0.5 * (kGrid - 1);
  const double length = length_;
  const double in = std::ldexp(static_cast<double>(inside()), -64);
  const double out = std::ldexp(static_cast<double>(outside_), -64);
  const double above = 1 - static_cast<double>(k) / kGrid;  // share of o >= k
  const double within = (length * length - 1) / 12;
  const double beyond =
      (double{kGrid} * kGrid - 1) / 12 + length * length * above * (1 - above) + length * above * k;
  const double apart = kMean + length * above - (k + 0.5 * (length - 1));
  const double scale = kGrid * slope();
  return (in * within + out * beyond + in * out * apart * apart) / (scale * scale);
}

}  // namespace ldp
