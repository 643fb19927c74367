#include "server/arms/menu_likelihood.hpp"

namespace ldp {

Slope menu_slope(double x, ArmCounts arm, std::span<const double> thetas) {
  Slope sum;
  for (std::size_t level = 0; level < thetas.size(); ++level) {
    const double theta = thetas[level];
    const double ones = arm.total(level);
    const double zeros = arm.count(level) - ones;
    if (ones > 0) {
      const double rate = theta / to_bits(x, theta);
      sum.value += ones * rate;
      sum.slope -= ones * rate * rate;
    }
    if (zeros > 0) {
      const double rate = theta / to_bits(1 - x, theta);
      sum.value -= zeros * rate;
      sum.slope -= zeros * rate * rate;
    }
  }
  return sum;
}

}  // namespace ldp
