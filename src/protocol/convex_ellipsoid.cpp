#include "protocol/convex_ellipsoid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "protocol/small_cholesky.hpp"

namespace ldp {
namespace {

double size_of(const ConvexSet& set) {
  switch (set.kind) {
    case ConvexSetKind::box: {
      double size = set.high[0] - set.low[0];
      for (std::size_t i = 1; i < set.dimension; ++i) {
        size = std::min(size, set.high[i] - set.low[i]);
      }
      return size;
    }
    case ConvexSetKind::simplex:
      return 1;
    case ConvexSetKind::ball:
    case ConvexSetKind::polytope:
      break;
  }
  return set.radius;
}

// |M^T a| for a row a of constraints in the coordinates of the hull.
double reach(std::span<const double> shape, std::span<const double> normal) {
  const std::size_t size = normal.size();
  double square = 0;
  for (std::size_t column = 0; column < size; ++column) {
    double sum = 0;
    for (std::size_t row = 0; row < size; ++row) sum += shape[row * size + column] * normal[row];
    square += sum * sum;
  }
  return std::sqrt(square);
}

struct Rows {
  std::span<const double> point;
  std::span<const double> shape;
  double tolerance;

  /// Whether normal . (point + M u) <= offset for all u, up to the tolerance times |normal|.
  bool hold(const ConvexSet& set, std::span<const double> normal, double offset) const {
    std::array<double, kMaximumConvexDimension> in_hull{};
    const std::span<double> hull(in_hull.data(), hull_dimension(set));
    to_hull(set, normal, hull);
    double square = 0;
    for (std::size_t i = 0; i < normal.size(); ++i) {
      offset -= normal[i] * point[i];
      square += normal[i] * normal[i];
    }
    return reach(shape, hull) <= offset + tolerance * std::sqrt(square);  // false for NaN
  }
};

bool polytope_contains(const ConvexSet& set, const Rows& rows) {
  const std::size_t d = set.dimension;
  for (std::size_t row = 0; row < set.offsets.size(); ++row) {
    const auto normal = std::span(set.normals).subspan(row * d, d);
    if (!rows.hold(set, normal, set.offsets[row])) return false;
  }
  return true;
}

// Boxes and simplices: the rows are axes.
bool axes_contain(const ConvexSet& set, const Rows& rows) {
  const bool is_box = set.kind == ConvexSetKind::box;
  std::array<double, kMaximumConvexDimension> axis{};
  const std::span<const double> normal(axis.data(), set.dimension);
  for (std::size_t i = 0; i < set.dimension; ++i) {
    axis[i] = -1;
    if (!rows.hold(set, normal, is_box ? -set.low[i] : 0)) return false;
    axis[i] = 1;
    if (is_box && !rows.hold(set, normal, set.high[i])) return false;
    axis[i] = 0;
  }
  return true;
}

constexpr std::size_t kMaximumEntries =
    std::size_t{kMaximumConvexDimension} * kMaximumConvexDimension;

// |z + M u| <= 1 for all |u| <= 1 exactly if some l >= 0 makes 1 - |z + M u|^2 - l (1 - |u|^2)
// not negative for every u: with A = M^T M, b = M^T z, if l I - A is positive and
// 1 - |z|^2 - l - b . (l I - A)^-1 b >= 0. That is concave in l, so its largest value is bisected.
class BallLemma {
 public:
  /// z and M in units of the ball's radius.
  BallLemma(std::span<const double> z, std::span<const double> shape) : size_(z.size()) {
    for (std::size_t i = 0; i < size_; ++i) {
      left_ -= z[i] * z[i];
      for (std::size_t k = 0; k < size_; ++k) inner_[i] += shape[k * size_ + i] * z[k];
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < size_; ++k) sum += shape[k * size_ + i] * shape[k * size_ + j];
        gram_[i * size_ + j] = sum;
      }
    }
  }

  bool holds(double tolerance) {
    double low = 0;
    double high = left_ + 2 * tolerance;
    for (int step = 0; step < 100 && low < high; ++step) {
      const double middle = low + (high - low) / 2;
      if (!factor(middle)) {
        low = middle;
        continue;
      }
      std::array<double, kMaximumConvexDimension> solved = inner_;
      const std::span<double> x(solved.data(), size_);
      factor_.solve_lower(x);
      if (left_ - middle - square(x) >= -2 * tolerance) return true;
      factor_.solve_upper(x);
      (square(x) > 1 ? low : high) = middle;  // the slope is |(l I - A)^-1 b|^2 - 1
    }
    return false;
  }

 private:
  // l I - A. False if it is not positive.
  bool factor(double lambda) {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        shifted_[i * size_ + j] = (i == j ? lambda : 0) - gram_[i * size_ + j];
      }
    }
    return factor_.factor(shifted_, size_);
  }

  static double square(std::span<const double> x) {
    double sum = 0;
    for (const double one : x) sum += one * one;
    return sum;
  }

  std::size_t size_;
  double left_ = 1;                                      // 1 - |z|^2
  std::array<double, kMaximumConvexDimension> inner_{};  // b
  std::array<double, kMaximumEntries> gram_{};           // A
  std::array<double, kMaximumEntries> shifted_{};
  SmallCholesky<kMaximumConvexDimension> factor_;
};

bool ball_contains(const ConvexSet& set, std::span<const double> point,
                   std::span<const double> shape) {
  std::vector<double> z(point.begin(), point.end());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = (z[i] - set.center[i]) / set.radius;
  std::vector<double> scaled(shape.begin(), shape.end());
  for (double& entry : scaled) entry /= set.radius;
  return BallLemma(z, scaled).holds(kConvexTolerance);
}

}  // namespace

bool contains_ball(const ConvexSet& set, std::span<const double> point, double radius) {
  return is_in_hull(set, point) && depth(set, point) >= radius - kConvexTolerance * size_of(set);
}

bool contains_ellipsoid(const ConvexSet& set, std::span<const double> point,
                        std::span<const double> shape) {
  if (!contains_ball(set, point, 0)) return false;
  if (set.kind == ConvexSetKind::ball) return ball_contains(set, point, shape);
  const Rows rows{point, shape, kConvexTolerance * size_of(set)};
  return set.kind == ConvexSetKind::polytope ? polytope_contains(set, rows)
                                             : axes_contain(set, rows);
}

}  // namespace ldp
