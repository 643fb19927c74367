// Normal numbers by the ziggurat: one word and one product for 98.8 % of them, and the same bits
// natively and as wasm. Marsaglia & Tsang 2000, "The Ziggurat Method for Generating Random
// Variables", with 256 layers; the layer and the place in it come from different bits of the word
// (Doornik 2005, "An Improved Ziggurat Method to Generate Normal Random Samples").
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "foundation/natural_log.hpp"
#include "random/word_source.hpp"
#include "simulation/normal.hpp"

namespace ldp {

/// The layers of equal area that cover exp(-x^2/2), x >= 0; the lowest has the tail.
class Ziggurat {
 public:
  static constexpr std::size_t kLayers = 256;

  /// The only one there is, made at its first use.
  [[nodiscard]] static const Ziggurat& instance();

  /// A standard normal number.
  template <WordSource S>
  double operator()(S& source) const {
    for (;;) {
      const std::uint64_t word = source.next();
      const std::size_t layer = word & (kLayers - 1);
      const double x = place(word) * right_[layer];
      if (std::abs(x) < right_[layer + 1]) return x;
      if (layer == 0) return tail(source, x < 0);
      const double share = open_uniform(source.next());
      const double y = height_[layer] + share * (height_[layer + 1] - height_[layer]);
      if (2 * natural_log(y) < -x * x) return x;
    }
  }

 private:
  Ziggurat();

  // In (-1, 1), of the 56 upper bits; signed, because that is one instruction.
  static double place(std::uint64_t word) {
    return (static_cast<double>(static_cast<std::int64_t>(word) >> 8) + 0.5) * 0x1p-55;
  }

  // Marsaglia 1964: beyond the right end r of the layers.
  template <WordSource S>
  double tail(S& source, bool is_negative) const {
    for (;;) {
      const double x = -natural_log(open_uniform(source.next())) / right_[1];
      const double y = -natural_log(open_uniform(source.next()));
      if (2 * y > x * x) return is_negative ? -(right_[1] + x) : right_[1] + x;
    }
  }

  std::array<double, kLayers + 1> right_{};   // ends of the layers, decreasing to 0
  std::array<double, kLayers + 1> height_{};  // exp(-x^2/2) there
};

/// numbers = standard normal numbers, independent.
template <WordSource S>
void fill_normal(S& source, std::span<double> numbers) {
  const Ziggurat& ziggurat = Ziggurat::instance();
  for (double& number : numbers) number = ziggurat(source);
}

}  // namespace ldp
