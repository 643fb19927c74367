#include "simulation/linear/wishart.hpp"

namespace ldp {

WishartConstants WishartConstants::of(std::uint32_t dimension, std::uint32_t levels, double epsilon,
                                      double delta, double horizon, double alpha, bool is_shifted) {
  WishartConstants constants;
  const double d = dimension;
  const double m = levels;
  constants.degrees = d + 1 +
                      std::ceil(224 * m / (epsilon * epsilon) * natural_log(8 * m / delta) *
                                natural_log(2 / delta));
  const double root = std::sqrt(m * constants.degrees);
  const double q = std::sqrt(d) + std::sqrt(2 * natural_log(8 * horizon / alpha));
  const double q_vector = std::sqrt(d) + std::sqrt(2 * natural_log(2 * horizon / alpha));
  const double scale = constants.scale;
  if (is_shifted) {
    constants.shift = scale * (root - q) * (root - q) - 4 * scale * root * q;
    constants.smallest = 4 * scale * root * q;
    constants.largest = 8 * scale * root * q;
    constants.vector = std::sqrt(scale * root * q_vector);
  } else {
    constants.smallest = scale * (root - q) * (root - q);
    constants.largest = scale * (root + q) * (root + q);
    constants.vector = std::sqrt(scale) * q_vector;
  }
  return constants;
}

}  // namespace ldp
