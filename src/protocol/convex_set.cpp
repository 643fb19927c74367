#include "protocol/convex_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

namespace ldp {
namespace {

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::invalid_argument, "set", reason, value};
}

Status validate_numbers(const std::vector<double>& numbers, std::size_t count,
                        std::string_view wrong_count) {
  if (numbers.size() != count) return invalid(wrong_count, static_cast<double>(numbers.size()));
  for (const double number : numbers) {
    if (std::abs(number) <= kLargestConvexNumber) continue;  // false for NaN
    return invalid("every number must be at most 1e6 in size", number);
  }
  return {};
}

bool is_length(double length) {  // false for NaN
  return length >= kSmallestConvexLength && length <= kLargestConvexNumber;
}

Status validate_ball(const ConvexSet& set) {
  if (!is_length(set.radius)) return invalid("radius must be in [1e-6, 1e6]", set.radius);
  return validate_numbers(set.center, set.dimension, "center must have 1 to 32 numbers");
}

Status validate_box(const ConvexSet& set) {
  if (Status status = validate_numbers(set.low, set.dimension, "low must have 1 to 32 numbers");
      !status.ok()) {
    return status;
  }
  if (Status status = validate_numbers(set.high, set.dimension, "high must be as long as low");
      !status.ok()) {
    return status;
  }
  for (std::size_t i = 0; i < set.dimension; ++i) {
    if (set.high[i] - set.low[i] >= kSmallestConvexLength) continue;
    return invalid("high must be above low in every coordinate", set.high[i]);
  }
  return {};
}

Status validate_polytope(const ConvexSet& set) {
  const std::size_t rows = set.offsets.size();
  if (rows < 1 || rows > kMaximumConvexRows) {
    return invalid("a polytope must have 1 to 256 rows", static_cast<double>(rows));
  }
  if (!is_length(set.radius)) return invalid("radius must be in [1e-6, 1e6]", set.radius);
  if (Status status = validate_numbers(set.normals, rows * set.dimension,
                                       "normals must have a number for each row and coordinate");
      !status.ok()) {
    return status;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto* normal = set.normals.data() + row * set.dimension;
    const bool is_zero = std::all_of(normal, normal + set.dimension, [](double number) {
      return std::abs(number) < kSmallestConvexLength;
    });
    if (is_zero) return invalid("no normal may be zero", static_cast<double>(row));
  }
  return validate_numbers(set.offsets, rows, "offsets must have one number for each row");
}

double box_depth(const ConvexSet& set, std::span<const double> point) {
  double depth = set.high[0] - set.low[0];
  for (std::size_t i = 0; i < point.size(); ++i) {
    depth = std::min({depth, point[i] - set.low[i], set.high[i] - point[i]});
  }
  return depth;
}

double ball_depth(const ConvexSet& set, std::span<const double> point) {
  double square = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    square += (point[i] - set.center[i]) * (point[i] - set.center[i]);
  }
  return set.radius - std::sqrt(square);
}

double polytope_depth(const ConvexSet& set, std::span<const double> point) {
  double depth = set.radius;  // no inner ball is larger than the one around everything
  for (std::size_t row = 0; row < set.offsets.size(); ++row) {
    double slack = set.offsets[row];
    double square = 0;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double entry = set.normals[row * point.size() + i];
      slack -= entry * point[i];
      square += entry * entry;
    }
    // So far out that the products have no difference: std::min would pass over the row.
    if (std::isnan(slack)) return -std::numeric_limits<double>::infinity();
    depth = std::min(depth, slack / std::sqrt(square));
  }
  return depth;
}

// The hull's angle to a facet x_i = 0 makes the distance longer than x_i.
double simplex_depth(std::span<const double> point) {
  const auto size = static_cast<double>(point.size());
  return *std::min_element(point.begin(), point.end()) * std::sqrt(size / (size - 1));
}

}  // namespace

Status validate(const ConvexSet& set) {
  const bool is_simplex = set.kind == ConvexSetKind::simplex;
  if (set.dimension < (is_simplex ? 2 : 1) || set.dimension > kMaximumConvexDimension) {
    return invalid("a point must have 1 to 32 numbers, of a simplex 2 to 32", set.dimension);
  }
  switch (set.kind) {
    case ConvexSetKind::ball:
      return validate_ball(set);
    case ConvexSetKind::box:
      return validate_box(set);
    case ConvexSetKind::simplex:
      return {};
    case ConvexSetKind::polytope:
      return validate_polytope(set);
  }
  return invalid("there is no such type of convex set", static_cast<unsigned>(set.kind));
}

double depth(const ConvexSet& set, std::span<const double> point) {
  switch (set.kind) {
    case ConvexSetKind::ball:
      return ball_depth(set, point);
    case ConvexSetKind::box:
      return box_depth(set, point);
    case ConvexSetKind::polytope:
      return polytope_depth(set, point);
    case ConvexSetKind::simplex:
      break;
  }
  return simplex_depth(point);
}

bool is_in_hull(const ConvexSet& set, std::span<const double> point) {
  double sum = 0;
  for (const double number : point) {
    if (!std::isfinite(number)) return false;
    sum += number;
  }
  return set.kind != ConvexSetKind::simplex || std::abs(sum - 1) <= 1e-9;
}

void embed(const ConvexSet& set, std::span<const double> direction, std::span<double> vector) {
  if (set.kind != ConvexSetKind::simplex) {
    std::copy(direction.begin(), direction.end(), vector.begin());
    return;
  }
  double later = 0;  // what the columns behind row i add to it, all alike
  for (std::size_t i = vector.size() - 1; i > 0; --i) {
    const auto column = static_cast<double>(i);
    const double scaled = direction[i - 1] / std::sqrt(column * (column + 1));
    vector[i] = later - column * scaled;
    later += scaled;
  }
  vector[0] = later;
}

void to_hull(const ConvexSet& set, std::span<const double> vector, std::span<double> direction) {
  if (set.kind != ConvexSetKind::simplex) {
    std::copy(vector.begin(), vector.end(), direction.begin());
    return;
  }
  double before = 0;
  for (std::size_t i = 1; i < vector.size(); ++i) {
    const auto column = static_cast<double>(i);
    before += vector[i - 1];
    direction[i - 1] = (before - column * vector[i]) / std::sqrt(column * (column + 1));
  }
}

}  // namespace ldp
