#include "privacy/laplace_scale.hpp"

#include <algorithm>

#include "foundation/dyadic.hpp"
#include "foundation/uint128.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kMaxScale = std::uint64_t{1} << 48;

struct Fraction {
  std::uint64_t numerator;
  std::uint64_t denominator;
};

// The largest fraction <= p/q with denominator <= limit, by the Stern-Brocot tree: `low` <= p/q <
// `high` are neighbours (high.numerator low.denominator - low.numerator high.denominator = 1), and
// both are moved to their mediants as many steps at a time as stay on their own side of p/q.
// `below` and `above` are the exact distances p b - q a and q c - p d, so every step is one of
// Euclid's algorithm. Hardy and Wright, "An Introduction to the Theory of Numbers", chapter III.
// Requires 0 < p, 0 < q < 2^84, p < 2^84, p/q < 2^33, limit < 2^32.
Fraction best_below(uint128 p, uint128 q, std::uint64_t limit) {
  Fraction low{0, 1};
  Fraction high{1, 0};
  uint128 below = p;
  uint128 above = q;
  while (below > 0) {
    uint128 steps = below / above;
    if (high.denominator > 0) {
      steps = std::min<uint128>(steps, (limit - low.denominator) / high.denominator);
    }
    const auto up = static_cast<std::uint64_t>(steps);
    low.numerator += up * high.numerator;
    low.denominator += up * high.denominator;
    below -= steps * above;
    if (below == 0) break;

    steps = std::min<uint128>((above - 1) / below, (limit - high.denominator) / low.denominator);
    const auto down = static_cast<std::uint64_t>(steps);
    high.numerator += down * low.numerator;
    high.denominator += down * low.denominator;
    above -= steps * below;
    if (up == 0 && down == 0) break;
  }
  return low;
}

}  // namespace

Result<LaplaceScale> LaplaceScale::create(double epsilon, std::uint64_t sensitivity) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  if (sensitivity < 1 || sensitivity > kMaxSensitivity) {
    return Error{ErrorCode::invalid_argument, "sensitivity", "must be between 1 and 2^20",
                 static_cast<double>(sensitivity)};
  }
  // epsilon/D = m/(D 2^e) with m < 2^53 and 45 <= e <= 62.
  const Dyadic dyadic = to_dyadic(epsilon);
  const uint128 denominator = static_cast<uint128>(sensitivity) << -dyadic.exponent;
  const Fraction best = best_below(dyadic.mantissa, denominator, kMaxLaplaceNumerator);
  const std::uint64_t s = best.numerator;
  const std::uint64_t t = best.denominator;
  if (!is_private_scale(t, s, sensitivity, epsilon)) {
    return Error{ErrorCode::invalid_argument, "epsilon", "noise out of range", epsilon};
  }
  const Result<Guarantee> guarantee = Guarantee::pure_ratio(sensitivity * s, t);
  if (!guarantee) return guarantee.error();
  return LaplaceScale(t, s, sensitivity, guarantee.value().epsilon());
}

Guarantee LaplaceScale::guarantee() const {
  return std::move(Guarantee::pure_ratio(sensitivity_ * s_, t_)).value();
}

bool is_private_scale(std::uint64_t t, std::uint64_t s, std::uint64_t sensitivity, double epsilon) {
  if (t < 1 || t > kMaxScale || s < 1 || s > kMaxScale) return false;
  if (sensitivity < 1 || sensitivity > kMaxSensitivity || !check_epsilon(epsilon)) return false;
  const Dyadic dyadic = to_dyadic(epsilon);
  const uint128 left = static_cast<uint128>(t) * dyadic.mantissa;  // < 2^101
  const uint128 right = static_cast<uint128>(sensitivity) * s;     // <= 2^68
  // left >= right 2^e exactly when floor(left 2^-e) >= right, since right is an integer.
  return (left >> -dyadic.exponent) >= right;
}

}  // namespace ldp
