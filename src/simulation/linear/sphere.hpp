// Points drawn uniformly from a sphere, many at a time and side by side. Only + - * / sqrt and our
// own logarithm, so that native and wasm give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simulation/linear/counter_words.hpp"

namespace ldp {

class Sphere {
 public:
  /// The unit sphere of R^dimension, dimension >= 1, and room for `points` points at a time.
  Sphere(std::uint32_t dimension, std::uint32_t points);

  /// Coordinate i of point a becomes columns[i stride + a] = scale times that of a point on the
  /// sphere, for all a < points; up to the stride, what stands there is meaningless. Requires
  /// stride = feature_stride(points). Nothing is allocated.
  void draw(CounterWords& words, double scale, std::size_t stride, std::span<double> columns);

 private:
  void draw_discs(CounterWords& words);

  std::uint32_t dimension_;
  std::size_t points_;
  std::vector<double> first_;  // in dimension 4: points of the unit disc, their coordinates
  std::vector<double> second_;
  std::vector<double> squared_;  // and squared lengths; else the squared lengths of normal vectors
};

}  // namespace ldp
