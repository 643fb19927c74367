#include "privacy/binary_loss.hpp"

#include <cmath>

#include "privacy/exponential.hpp"

namespace ldp {

std::uint64_t share_rounded_up(uint128 part, uint128 whole) {
  uint128 remainder = part;
  std::uint64_t quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    remainder <<= 1;
    quotient <<= 1;
    if (remainder >= whole) {
      remainder -= whole;
      quotient |= 1;
    }
  }
  return quotient + (remainder != 0 ? 1 : 0);
}

// y/(1 + y) is increasing in y, so an upper bound of y = e^-epsilon gives at least 1/(1 +
// e^epsilon).
std::uint64_t least_threshold(double epsilon) {
  const uint128 power = exp_minus_upper(epsilon);
  return share_rounded_up(power, kFixedOne + power);
}

// (2^64 - T)/T <= e^loss holds exactly when T >= 2^64/(1 + e^loss). log1p only proposes.
double loss_rounded_up(std::uint64_t threshold, double most) {
  const double excess = static_cast<double>(0 - 2 * threshold) / static_cast<double>(threshold);
  double loss = std::log1p(excess);
  for (int ulps = 0; ulps < 16 && loss < most; ++ulps) {
    if (least_threshold(loss) <= threshold) return loss;
    loss = std::nextafter(loss, most);
  }
  return most;
}

}  // namespace ldp
