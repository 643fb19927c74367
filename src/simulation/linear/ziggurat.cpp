#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

// The right end r of the layers with which the top one ends at exp(0) = 1, exp(-r^2/2), and the
// area of a layer, r exp(-r^2/2) + the tail's.
constexpr double kRight = 3.654152885361009;
constexpr double kHeight = 0.0012602859304985975;
constexpr double kArea = 0.004928673233974655;

}  // namespace

const Ziggurat& Ziggurat::instance() {
  static const Ziggurat ziggurat;
  return ziggurat;
}

Ziggurat::Ziggurat() {
  right_[0] = kArea / kHeight;  // as if the lowest layer were a rectangle
  right_[1] = kRight;
  height_[1] = kHeight;
  for (std::size_t layer = 2; layer < kLayers; ++layer) {
    height_[layer] = height_[layer - 1] + kArea / right_[layer - 1];
    right_[layer] = std::sqrt(-2 * natural_log(height_[layer]));
  }
  height_[kLayers] = 1;
}

}  // namespace ldp
