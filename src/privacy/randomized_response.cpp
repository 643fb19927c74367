#include "privacy/randomized_response.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/uint128.hpp"
#include "privacy/exponential.hpp"

namespace ldp {
namespace {

// ceil(2^64 y/(1 + y)) for y 2^120 = `y_fixed` < 2^120, by long division, one bit at a time.
// Increasing in y, so an upper bound of y = e^-epsilon gives at least 2^64/(1 + e^epsilon).
std::uint64_t scaled_logistic(uint128 y_fixed) {
  const uint128 divisor = kFixedOne + y_fixed;
  uint128 remainder = y_fixed;
  std::uint64_t quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    remainder <<= 1;
    quotient <<= 1;
    if (remainder >= divisor) {
      remainder -= divisor;
      quotient |= 1;
    }
  }
  return quotient + (remainder != 0 ? 1 : 0);
}

}  // namespace

Result<RandomizedResponse> RandomizedResponse::create(double epsilon) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  const std::uint64_t least = scaled_logistic(exp_minus_upper(epsilon));
  const std::uint64_t threshold = least + (least >> 48) + 1;

  // (2^64 - T0)/T0 = 1 + (2^64 - 2 T0)/T0. Two conversions, a division and log1p err by far less
  // than 2^-49 together, and e^epsilon bounds the ratio whatever log1p returns.
  const double excess = static_cast<double>(0 - 2 * threshold) / static_cast<double>(threshold);
  const double loss = std::log1p(excess) * (1 + 0x1p-49);
  return RandomizedResponse(threshold, std::min(loss, epsilon));
}

double RandomizedResponse::flip_probability() const {
  return std::ldexp(static_cast<double>(threshold_), -64);
}

double RandomizedResponse::theta() const {
  return std::ldexp(static_cast<double>(0 - 2 * threshold_), -64);
}

Guarantee RandomizedResponse::guarantee() const {
  return std::move(Guarantee::pure(epsilon_)).value();
}

}  // namespace ldp
