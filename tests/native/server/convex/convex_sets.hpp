// Convex sets for tests: one of each kind, and kinds written as polytopes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "protocol/convex_set.hpp"
#include "protocol/public_word.hpp"
#include "server/convex/convex_domain.hpp"

namespace ldp::test {

inline ConvexSet ball(std::vector<double> center, double radius) {
  ConvexSet set;
  set.kind = ConvexSetKind::ball;
  set.dimension = static_cast<std::uint32_t>(center.size());
  set.center = std::move(center);
  set.radius = radius;
  return set;
}

inline ConvexSet box(std::vector<double> low, std::vector<double> high) {
  ConvexSet set;
  set.kind = ConvexSetKind::box;
  set.dimension = static_cast<std::uint32_t>(low.size());
  set.low = std::move(low);
  set.high = std::move(high);
  return set;
}

inline ConvexSet simplex(std::uint32_t dimension) {
  ConvexSet set;
  set.kind = ConvexSetKind::simplex;
  set.dimension = dimension;
  return set;
}

inline ConvexSet polytope(std::uint32_t dimension, std::vector<double> normals,
                          std::vector<double> offsets, double radius) {
  ConvexSet set;
  set.kind = ConvexSetKind::polytope;
  set.dimension = dimension;
  set.normals = std::move(normals);
  set.offsets = std::move(offsets);
  set.radius = radius;
  return set;
}

// The unit square without its upper right corner (docs/spec/convex-and-reductions.md, section 12).
inline ConvexSet cut_square() {
  return polytope(2, {1, 0, 0, 1, -1, 0, 0, -1, 1, 1}, {1, 1, 0, 0, 1.5}, 1.2);
}

// A box as its 2d half-spaces, with normals that are not of unit length.
inline ConvexSet as_polytope(const ConvexSet& of_box) {
  const std::size_t d = of_box.dimension;
  std::vector<double> normals;
  std::vector<double> offsets;
  double square = 0;
  for (std::size_t i = 0; i < d; ++i) {
    const double scale = 0.5 + static_cast<double>(i);
    for (const double sign : {1.0, -1.0}) {
      for (std::size_t j = 0; j < d; ++j) normals.push_back(i == j ? sign * scale : 0);
      offsets.push_back(scale * (sign > 0 ? of_box.high[i] : -of_box.low[i]));
    }
    square += (of_box.high[i] - of_box.low[i]) * (of_box.high[i] - of_box.low[i]) / 4;
  }
  return polytope(of_box.dimension, normals, offsets, std::sqrt(square) * (1 + 1e-9));
}

// The simplex of K shares in the K - 1 coordinates of its hull: -E_i . w <= 1/K.
inline ConvexSet hull_of_simplex(std::uint32_t shares) {
  const std::uint32_t d = shares - 1;
  const ConvexSet set = simplex(shares);
  std::vector<double> normals(shares * d);
  std::vector<double> axis(d);
  std::vector<double> column(shares);
  for (std::uint32_t j = 0; j < d; ++j) {
    axis.assign(d, 0);
    axis[j] = 1;
    embed(set, axis, column);
    for (std::uint32_t i = 0; i < shares; ++i) normals[i * d + j] = -column[i];
  }
  const double radius = std::sqrt((shares - 1.0) / shares) * (1 + 1e-9);
  return polytope(d, normals, std::vector<double>(shares, 1.0 / shares), radius);
}

inline ConvexDomain domain_of(const ConvexSet& set) { return ConvexDomain::create(set).value(); }

// [d] uniform in [-size, size], a function of the seed.
inline std::vector<double> random_vector(std::size_t d, double size, std::uint64_t seed) {
  std::vector<double> x(d);
  for (std::size_t i = 0; i < d; ++i) x[i] = size * (2 * public_uniform(seed, i) - 1);
  return x;
}

inline double distance(std::span<const double> a, std::span<const double> b) {
  double square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(square);
}

inline std::vector<double> to_point(const ConvexDomain& domain, const std::vector<double>& w) {
  std::vector<double> x(domain.set().dimension);
  domain.to_point(w, x);
  return x;
}

inline std::vector<double> from_point(const ConvexDomain& domain, const std::vector<double>& x) {
  std::vector<double> w(domain.dimension());
  domain.from_point(x, w);
  return w;
}

}  // namespace ldp::test
