#include "privacy/randomized_response.hpp"

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

// Whether (2^64 - T)/T <= e^loss, decided without libm: it holds exactly when T >= 2^64/(1 +
// e^loss).
bool bounds_loss(double loss, std::uint64_t threshold) {
  return scaled_logistic(exp_minus_upper(loss)) <= threshold;
}

// The smallest double found to bound ln((2^64 - T)/T) = log1p((2^64 - 2 T)/T). log1p only proposes;
// `most`, which is known to be a bound, is the answer if its proposal is off by more than it may
// be.
double loss_rounded_up(std::uint64_t threshold, double most) {
  const double excess = static_cast<double>(0 - 2 * threshold) / static_cast<double>(threshold);
  double loss = std::log1p(excess);
  for (int ulps = 0; ulps < 16 && loss < most; ++ulps) {
    if (bounds_loss(loss, threshold)) return loss;
    loss = std::nextafter(loss, most);
  }
  return most;
}

}  // namespace

Result<RandomizedResponse> RandomizedResponse::create(double epsilon) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  const std::uint64_t least = scaled_logistic(exp_minus_upper(epsilon));
  const std::uint64_t threshold = least + (least >> 48) + 1;
  return RandomizedResponse(threshold, loss_rounded_up(threshold, epsilon));
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
