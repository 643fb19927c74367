#include "simulation/linear/sphere.hpp"

#include "client/feature_block.hpp"
#include "client/lanes.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

// In (-1, 1), never 0.
double signed_uniform(std::uint32_t bits) {
  return (static_cast<double>(static_cast<std::int32_t>(bits)) + 0.5) * 0x1p-31;
}

}  // namespace

Sphere::Sphere(std::uint32_t dimension, std::uint32_t points)
    : dimension_(dimension), points_(points) {
  const std::size_t stride = feature_stride(points);
  if (dimension == 4) {
    // Beyond the two points that an arm takes there are those that the lanes read with them.
    first_.assign(2 * stride, 0.5);
    second_.assign(2 * stride, 0.5);
    squared_.assign(2 * stride, 0.5);
  } else {
    squared_.assign(stride, 1);
  }
}

// Two points of the unit disc for every arm: all first ones, then all second ones. A point that was
// not inside is overwritten: where a branch on it would be guessed wrong every fifth time, adding
// the comparison costs nothing.
void Sphere::draw_discs(CounterWords& words) {
  const std::size_t needed = 2 * points_;
  for (std::size_t found = 0; found < needed;) {
    const std::uint64_t word = words.next();
    const double x = signed_uniform(static_cast<std::uint32_t>(word));
    const double y = signed_uniform(static_cast<std::uint32_t>(word >> 32));
    const double squared = x * x + y * y;
    first_[found] = x;
    second_[found] = y;
    squared_[found] = squared;
    found += static_cast<std::size_t>(squared < 1);
  }
}

void Sphere::draw(CounterWords& words, double scale, std::size_t stride,
                  std::span<double> columns) {
  if (dimension_ == 4) {
    // Marsaglia 1972, "Choosing a Point from the Surface of a Sphere": (x1, y1, x2 f, y2 f) with
    // f = sqrt((1 - |p1|^2)/|p2|^2).
    draw_discs(words);
    double* to = columns.data();
    for (std::size_t a = 0; a < stride; a += kLanes) {
      Lanes factor = (1 - lanes_at(&squared_[a])) / lanes_at(&squared_[points_ + a]);
      take_roots(factor);
      factor *= scale;
      lanes_at(to + a) = scale * lanes_at(&first_[a]);
      lanes_at(to + stride + a) = scale * lanes_at(&second_[a]);
      lanes_at(to + 2 * stride + a) = factor * lanes_at(&first_[points_ + a]);
      lanes_at(to + 3 * stride + a) = factor * lanes_at(&second_[points_ + a]);
    }
    return;
  }
  // A normal vector over its length has no preferred direction.
  for (std::size_t i = 0; i < dimension_; ++i) {
    fill_normal(words, columns.subspan(i * stride, points_));
  }
  for (std::size_t a = 0; a < stride; a += kLanes) {
    Lanes squared{};
    for (std::size_t i = 0; i < dimension_; ++i) {
      const Lanes& column = lanes_at(&columns[i * stride + a]);
      squared += column * column;
    }
    take_roots(squared);
    const Lanes factor = scale / squared;
    for (std::size_t i = 0; i < dimension_; ++i) lanes_at(&columns[i * stride + a]) *= factor;
  }
}

}  // namespace ldp
