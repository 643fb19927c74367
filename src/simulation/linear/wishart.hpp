// Wishart noise of Shariff & Sheffet 2018, "Differentially Private Contextual Linear Bandits",
// section 4.1 (docs/spec/linear.md, section 6). There is no proof for it in finite precision: it
// is here to reproduce.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_experiment.hpp"
#include "random/word_source.hpp"
#include "simulation/beta_draw.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {

/// The published constants for features of norm at most 1, rewards in [0, 1], L~^2 = 2.
struct WishartConstants {
  double scale = 2;     // L~^2
  double degrees = 0;   // k of one node
  double smallest = 0;  // rho_min
  double largest = 0;   // rho_max
  double shift = 0;     // c, that a shifted release is less by; else 0
  double vector = 0;    // gamma

  /// `levels`: m nodes in a release. `alpha`: that the bounds fail in any of T rounds.
  static WishartConstants of(std::uint32_t dimension, std::uint32_t levels, double epsilon,
                             double delta, double horizon, double alpha, bool is_shifted);
};

/// Draws one node: W_{d+1}(scale I, k), of which a release takes the first d rows. By Bartlett's
/// decomposition: scale A A^T with A lower triangular, A_ii^2 chi-squared with k - i degrees of
/// freedom, A_ij standard normal below the diagonal.
class WishartNode {
 public:
  WishartNode(std::uint32_t dimension, double scale, double degrees)
      : d_(dimension), scale_(scale), degrees_(degrees), rows_(triangle(dimension + 1)) {}

  /// `node`: [d (d + 1)/2 + d], the upper triangle of the top left, then the last column.
  template <WordSource S>
  void operator()(S& source, std::span<double> node) {
    double* entry = rows_.data();
    for (std::uint32_t i = 0; i <= d_; ++i) {
      fill_normal(source, std::span(entry, i));
      entry[i] = std::sqrt(2 * gamma_draw(source, (degrees_ - i) / 2));
      entry += i + 1;
    }
    double* next = node.data();
    for (std::uint32_t i = 0; i < d_; ++i) {
      for (std::uint32_t j = i; j < d_; ++j) *next++ = product(i, j);
    }
    for (std::uint32_t i = 0; i < d_; ++i) *next++ = product(i, d_);
  }

 private:
  // i <= j.
  [[nodiscard]] double product(std::uint32_t i, std::uint32_t j) const {
    const double* a = rows_.data() + triangle(i);
    const double* b = rows_.data() + triangle(j);
    double sum = 0;
    for (std::uint32_t k = 0; k <= i; ++k) sum += a[k] * b[k];
    return scale_ * sum;
  }

  std::uint32_t d_;
  double scale_;
  double degrees_;
  std::vector<double> rows_;  // A, row by row
};

}  // namespace ldp
