#include "client/linear_scores.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>

namespace ldp {
namespace {

// Eight lanes of doubles: one register of AVX-512, two of AVX2, four of SSE2 and of wasm.
using Lanes = double __attribute__((vector_size(8 * kFeatureLanes)));

// Eight neighbours of a column, which need not be aligned. Vectors are never handed to functions
// by value: how, depends on the processor that is compiled for.
using Neighbours = double __attribute__((vector_size(8 * kFeatureLanes), aligned(8), may_alias));

const Neighbours& lanes_at(const double* from) {
  return *reinterpret_cast<const Neighbours*>(from);
}

// Adds ||F x||^2 of the eight arms whose first feature is at `x`. Two rows of F at a time, so that
// every feature that was read is used twice.
void add_squared_norms(const double* x, std::size_t stride, std::size_t dimension,
                       const double* factor, Lanes& squares) {
  std::size_t row = 0;
  const double* upper = factor;  // row `row` of F
  for (; row + 1 < dimension; row += 2) {
    const double* lower = upper + row + 1;
    Lanes first{};
    Lanes second{};
    for (std::size_t i = 0; i <= row; ++i) {
      const Lanes feature = lanes_at(x + i * stride);
      first += upper[i] * feature;
      second += lower[i] * feature;
    }
    second += lower[row + 1] * lanes_at(x + (row + 1) * stride);
    squares += first * first;
    squares += second * second;
    upper = lower + row + 2;
  }
  if (row < dimension) {
    Lanes last{};
    for (std::size_t i = 0; i <= row; ++i) last += upper[i] * lanes_at(x + i * stride);
    squares += last * last;
  }
}

}  // namespace

void linear_scores(const FeatureBlock& features, std::span<const double> theta,
                   std::span<const double> factor, double radius, std::span<double> scores) {
  const std::size_t stride = features.stride;
  const std::size_t dimension = features.dimension;
  for (std::size_t arm = 0; arm < stride; arm += kFeatureLanes) {
    const double* x = features.columns.data() + arm;
    Lanes score{};
    for (std::size_t i = 0; i < dimension; ++i) score += theta[i] * lanes_at(x + i * stride);
    if (!factor.empty()) {
      Lanes width{};
      add_squared_norms(x, stride, dimension, factor.data(), width);
      for (std::size_t lane = 0; lane < kFeatureLanes; ++lane) width[lane] = std::sqrt(width[lane]);
      score += radius * width;
    }
    std::memcpy(scores.data() + arm, &score, sizeof score);
  }
}

}  // namespace ldp
