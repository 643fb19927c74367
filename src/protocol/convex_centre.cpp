#include "protocol/convex_centre.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/small_cholesky.hpp"

namespace ldp {
namespace {

constexpr std::string_view kEmpty =
    "the polytope has no inside: some of its rows contradict each other or leave less than a "
    "millionth of room; drop or loosen one";
constexpr std::string_view kEndless =
    "the polytope has no end, or reaches farther than its radius: add rows until every direction "
    "is bounded, or give a larger radius";

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "set", reason, value};
}

constexpr double kRadiusTolerance = 1e-6;  // that of who types a radius in decimal

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double length(std::span<const double> a) { return std::sqrt(dot(a, a)); }

// Minimises c . y - sum_i ln(b_i - a_i . y) by damped Newton steps from a y inside.
class Barrier {
 public:
  static constexpr std::size_t kSize = kMaximumConvexDimension + 1;

  Barrier(std::span<const double> normals, std::span<const double> offsets, std::size_t size)
      : normals_(normals), offsets_(offsets), size_(size) {}

  double slack(std::size_t row, std::span<const double> y) const {
    return offsets_[row] - dot(normals_.subspan(row * size_, size_), y);
  }

  /// One step of y. Returns the Newton decrement that it had before; NaN if no step can be made.
  double step(std::span<const double> c, std::span<double> y) {
    std::copy(c.begin(), c.end(), gradient_.begin());
    hessian_.fill(0);
    for (std::size_t row = 0; row < offsets_.size(); ++row) add_row(row, 1 / slack(row, y));
    if (!factor_.factor(hessian_, size_)) return std::nan("");
    const std::span<double> x(gradient_.data(), size_);
    factor_.solve_lower(x);
    const double decrement = length(x);
    factor_.solve_upper(x);
    const double size = decrement <= 0.25 ? 1 : 1 / (1 + decrement);
    for (std::size_t i = 0; i < size_; ++i) y[i] -= size * x[i];
    return decrement;
  }

 private:
  void add_row(std::size_t row, double inverse) {
    const auto a = normals_.subspan(row * size_, size_);
    for (std::size_t i = 0; i < size_; ++i) {
      gradient_[i] += a[i] * inverse;
      for (std::size_t j = 0; j <= i; ++j) {
        hessian_[i * size_ + j] += a[i] * inverse * (a[j] * inverse);
      }
    }
  }

  std::span<const double> normals_;
  std::span<const double> offsets_;
  std::size_t size_;
  std::array<double, kSize> gradient_{};
  std::array<double, kSize * kSize> hessian_{};
  SmallCholesky<kSize> factor_;
};

// The polytope with rows of unit length.
struct Rows {
  explicit Rows(const ConvexSet& set)
      : size(set.dimension), radius(set.radius), normals(set.normals), offsets(set.offsets) {
    for (std::size_t row = 0; row < offsets.size(); ++row) {
      const std::span<double> normal(normals.data() + row * size, size);
      const double norm = length(normal);
      for (double& entry : normal) entry /= norm;
      offsets[row] /= norm;
    }
  }

  std::span<const double> normal(std::size_t row) const {
    return std::span(normals).subspan(row * size, size);
  }

  std::size_t size;
  double radius;
  std::vector<double> normals;
  std::vector<double> offsets;
};

enum class Search : std::uint8_t { found, nothing, endless };

// A point with room on all sides: the path of min t with a_i . x - b_i <= t, t >= -2 R. No
// ball in a set of outer radius R is larger than R, so the last row shuts nothing out.
Search find_inside(const Rows& rows, std::span<double> x) {
  const std::size_t size = rows.size + 1;
  const std::size_t count = rows.offsets.size() + 1;
  std::vector<double> normals(count * size);
  std::vector<double> offsets(rows.offsets);
  for (std::size_t row = 0; row + 1 < count; ++row) {
    std::copy(rows.normal(row).begin(), rows.normal(row).end(),
              normals.begin() + static_cast<std::ptrdiff_t>(row * size));
    normals[row * size + rows.size] = -1;
  }
  normals[count * size - 1] = -1;
  offsets.push_back(2 * rows.radius);

  std::array<double, Barrier::kSize> start{};
  const std::span<double> y(start.data(), size);
  const double worst = *std::min_element(rows.offsets.begin(), rows.offsets.end());
  y[rows.size] = std::max(0.0, -worst) + rows.radius;
  std::array<double, Barrier::kSize> goal{};
  const std::span<double> c(goal.data(), size);

  Barrier barrier(normals, offsets, size);
  const double room = kSmallestConvexLength * std::min(1.0, rows.radius);
  for (double weight = 1 / y[rows.size]; static_cast<double>(count) / weight > room / 4;
       weight *= 8) {
    c[rows.size] = weight;
    for (int step = 0; step < 200; ++step) {
      const double decrement = barrier.step(c, y);
      if (std::isnan(decrement)) return Search::endless;  // rows that leave a direction free
      if (y[rows.size] < -room) {
        std::copy(y.begin(), y.end() - 1, x.begin());
        return Search::found;
      }
      if (decrement < 0.25) break;
    }
  }
  return Search::nothing;
}

// From a point inside to the analytic centre. False if there is none, or if it is farther away than
// any point of the set should be.
bool find_centre(const Rows& rows, std::span<double> x) {
  const std::vector<double> start(x.begin(), x.end());
  const std::vector<double> no_goal(rows.size);
  Barrier barrier(rows.normals, rows.offsets, rows.size);
  for (int step = 0; step < 500; ++step) {
    const double decrement = barrier.step(no_goal, x);
    if (std::isnan(decrement)) return false;
    double square = 0;
    for (std::size_t i = 0; i < rows.size; ++i) square += (x[i] - start[i]) * (x[i] - start[i]);
    if (!(square <= 4.001 * rows.radius * rows.radius)) return false;
    if (decrement < 1e-9) return true;
  }
  return false;
}

// How far one can go from x in the direction of `way`, of length 1.
double ray(const Rows& rows, std::span<const double> x, std::span<const double> way) {
  double farthest = 2 * rows.radius;
  for (std::size_t row = 0; row < rows.offsets.size(); ++row) {
    const double speed = dot(rows.normal(row), way);
    if (speed <= 0) continue;
    farthest = std::min(farthest, (rows.offsets[row] - dot(rows.normal(row), x)) / speed);
  }
  return farthest;
}

// The longest ray along the axes and the normals, both ways: a lower bound of what R must be.
double longest_ray(const Rows& rows, std::span<const double> x) {
  double longest = 0;
  const auto look = [&](std::span<const double> way) {
    std::vector<double> back(way.begin(), way.end());
    for (double& entry : back) entry = -entry;
    longest = std::max({longest, ray(rows, x, way), ray(rows, x, back)});
  };
  std::vector<double> axis(rows.size);
  for (std::size_t i = 0; i < rows.size; ++i) {
    axis[i] = 1;
    look(axis);
    axis[i] = 0;
  }
  for (std::size_t row = 0; row < rows.offsets.size(); ++row) look(rows.normal(row));
  return longest;
}

Result<ConvexCentre> polytope_centre(const ConvexSet& set) {
  const Rows rows(set);
  ConvexCentre centre{.point = std::vector<double>(set.dimension), .outer = set.radius};
  const Search search = find_inside(rows, centre.point);
  if (search == Search::nothing) return invalid(kEmpty, 0);
  if (search == Search::endless || !find_centre(rows, centre.point)) {
    return invalid(kEndless, set.radius);
  }
  if (longest_ray(rows, centre.point) > set.radius * (1 + kRadiusTolerance)) {
    return invalid(kEndless, set.radius);
  }
  centre.inner = depth(set, centre.point);
  return centre;
}

ConvexCentre box_centre(const ConvexSet& set) {
  ConvexCentre centre{.inner = set.high[0] - set.low[0]};
  double square = 0;
  for (std::size_t i = 0; i < set.dimension; ++i) {
    const double half = (set.high[i] - set.low[i]) / 2;
    centre.point.push_back(set.low[i] + half);
    centre.inner = std::min(centre.inner, half);
    square += half * half;
  }
  centre.outer = std::sqrt(square);
  return centre;
}

ConvexCentre simplex_centre(const ConvexSet& set) {
  const double size = set.dimension;
  return {.point = std::vector<double>(set.dimension, 1 / size),
          .inner = 1 / std::sqrt(size * (size - 1)),
          .outer = std::sqrt((size - 1) / size)};
}

}  // namespace

Result<ConvexCentre> convex_centre(const ConvexSet& set) {
  switch (set.kind) {
    case ConvexSetKind::ball:
      return ConvexCentre{.point = set.center, .inner = set.radius, .outer = set.radius};
    case ConvexSetKind::box:
      return box_centre(set);
    case ConvexSetKind::polytope:
      return polytope_centre(set);
    case ConvexSetKind::simplex:
      break;
  }
  return simplex_centre(set);
}

}  // namespace ldp
