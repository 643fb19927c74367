// The half of ConvexDomain that is about the barrier; the other one is convex_domain.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "foundation/natural_log.hpp"
#include "server/convex/convex_domain.hpp"
#include "server/convex/small_matrix.hpp"

namespace ldp {
namespace {

constexpr std::size_t kDimension = kMaximumConvexDimension;
using Vector = std::array<double, kDimension>;

// docs/spec/convex-and-reductions.md, section 5: damped Newton until the decrement is below this.
constexpr double kDecrement = 1e-9;
constexpr int kMaximumNewtonSteps = 400;

double dot(const double* a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(std::span<const double> a) { return std::sqrt(dot(a.data(), a)); }

}  // namespace

double radial_minimiser(double v, double a, double h) {
  const double size = std::abs(v);
  const double scaled = size * h;
  // Where either term alone balances v; of both together less is enough.
  double y = scaled * h / (1 + std::sqrt(1 + scaled * scaled));
  if (a > 0) {
    y = std::min(y, size / a);
    // Increasing and convex from the root on: Newton's steps fall towards it.
    for (int i = 0; i < 100; ++i) {
      const double room = (h - y) * (h + y);
      const double excess = a * y + 2 * y / room - size;
      const double next = y - excess / (a + 2 * (h * h + y * y) / (room * room));
      if (!(next < y)) break;
      y = next;
    }
  }
  return v < 0 ? -y : y;
}

double ConvexDomain::barrier(std::span<const double> w) const {
  constexpr double kOutside = std::numeric_limits<double>::infinity();
  double sum = 0;
  switch (set_.kind) {
    case ConvexSetKind::ball: {
      const double inside = 1 - dot(w.data(), w) / (outer_ * outer_);
      return inside > 0 ? -natural_log(inside) : kOutside;
    }
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < w.size(); ++i) {
        const double inside = 1 - (w[i] / half_[i]) * (w[i] / half_[i]);
        if (!(inside > 0)) return kOutside;
        sum -= natural_log(inside);
      }
      return sum;
    case ConvexSetKind::simplex: {
      Vector x;
      const std::span<double> shares = std::span(x).first(set_.dimension);
      to_point(w, shares);
      for (const double share : shares) {
        if (!(share > 0)) return kOutside;
        sum -= natural_log(share * set_.dimension);
      }
      return sum;
    }
    case ConvexSetKind::polytope:
      break;
  }
  for (std::size_t i = 0; i < slack_.size(); ++i) {
    const double inside = 1 - dot(row(i), w) / slack_[i];
    if (!(inside > 0)) return kOutside;
    sum -= natural_log(inside);
  }
  return sum;
}

void ConvexDomain::gradient(std::span<const double> w, std::span<double> g) const {
  switch (set_.kind) {
    case ConvexSetKind::ball: {
      const double scale = 2 / (outer_ * outer_ - dot(w.data(), w));
      for (std::size_t i = 0; i < w.size(); ++i) g[i] = scale * w[i];
      return;
    }
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < w.size(); ++i) {
        g[i] = 2 * w[i] / ((half_[i] - w[i]) * (half_[i] + w[i]));
      }
      return;
    case ConvexSetKind::simplex: {
      Vector x;
      const std::span<double> shares = std::span(x).first(set_.dimension);
      to_point(w, shares);
      for (double& share : shares) share = -1 / share;
      to_hull(set_, shares, g);
      return;
    }
    case ConvexSetKind::polytope:
      break;
  }
  std::fill(g.begin(), g.end(), 0.0);
  for (std::size_t i = 0; i < slack_.size(); ++i) {
    const double scale = 1 / (slack_[i] - dot(row(i), w));
    for (std::size_t j = 0; j < w.size(); ++j) g[j] += scale * row(i)[j];
  }
}

void ConvexDomain::hessian(std::span<const double> w, std::span<double> h) const {
  const std::size_t d = dimension_;
  std::fill(h.begin(), h.end(), 0.0);
  switch (set_.kind) {
    case ConvexSetKind::ball: {
      const double a = 2 / (outer_ * outer_ - dot(w.data(), w));
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j) h[i * d + j] = a * a * w[i] * w[j];
        h[i * d + i] += a;
      }
      return;
    }
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < d; ++i) {
        const double room = (half_[i] - w[i]) * (half_[i] + w[i]);
        h[i * d + i] = 2 * (half_[i] * half_[i] + w[i] * w[i]) / (room * room);
      }
      return;
    case ConvexSetKind::simplex: {
      // E^T diag(q) E: column j is c_j = 1/sqrt(j (j + 1)) in rows 1..j, so that an earlier column,
      // which ends by row j, meets nothing else of it.
      Vector x;
      to_point(w, std::span(x).first(set_.dimension));
      double before = 0;  // sum of q over rows 1..j
      Vector met;         // of each column: c_i (sum of q over rows 1..i - i q_{i + 1})
      Vector c;
      for (std::size_t j = 0; j < d; ++j) {
        const auto order = static_cast<double>(j + 1);
        const double last = 1 / (x[j + 1] * x[j + 1]);
        before += 1 / (x[j] * x[j]);
        c[j] = 1 / std::sqrt(order * (order + 1));
        met[j] = c[j] * (before - order * last);
        h[j * d + j] = c[j] * c[j] * (before + order * order * last);
        for (std::size_t i = 0; i < j; ++i) h[i * d + j] = h[j * d + i] = c[j] * met[i];
      }
      return;
    }
    case ConvexSetKind::polytope:
      break;
  }
  for (std::size_t i = 0; i < slack_.size(); ++i) {
    const double* a = row(i);
    const double scale = 1 / (slack_[i] - dot(a, w));
    for (std::size_t j = 0; j < d; ++j) {
      const double factor = scale * scale * a[j];
      for (std::size_t k = 0; k < d; ++k) h[j * d + k] += factor * a[k];
    }
  }
}

void ConvexDomain::minimise(std::span<const double> slope, double curvature,
                            std::span<double> w) const {
  switch (set_.kind) {
    case ConvexSetKind::ball: {
      const double length = norm(slope);
      const double y = radial_minimiser(length, curvature, outer_);
      for (std::size_t i = 0; i < w.size(); ++i) w[i] = length > 0 ? -y * (slope[i] / length) : 0;
      return;
    }
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = radial_minimiser(-slope[i], curvature, half_[i]);
      }
      return;
    case ConvexSetKind::simplex:
      if (curvature > 0) break;
      minimise_on_simplex(slope, w);
      return;
    case ConvexSetKind::polytope:
      break;
  }
  minimise_by_newton(slope, curvature, w);
}

// x_i = 1/(g_i + l), where the l that makes their sum 1 is the root of a decreasing convex
// function.
void ConvexDomain::minimise_on_simplex(std::span<const double> slope, std::span<double> w) const {
  Vector g;
  const std::span<double> costs = std::span(g).first(set_.dimension);
  embed(set_, slope, costs);
  double l = 1 - *std::min_element(costs.begin(), costs.end());
  for (int i = 0; i < 200; ++i) {
    double excess = -1;
    double fall = 0;
    for (const double cost : costs) {
      const double share = 1 / (cost + l);
      excess += share;
      fall += share * share;
    }
    const double next = l + excess / fall;
    if (!(next > l)) break;
    l = next;
  }
  double sum = 0;
  for (double& cost : costs) sum += cost = 1 / (cost + l);
  for (double& share : costs) share /= sum;
  from_point(costs, w);
}

void ConvexDomain::minimise_by_newton(std::span<const double> slope, double curvature,
                                      std::span<double> w) const {
  const std::size_t d = dimension_;
  Vector step;
  std::array<double, kDimension * kDimension> matrix{};
  const std::span<double> p = std::span(step).first(d);
  const std::span<double> h = std::span(matrix).first(d * d);
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMaximumNewtonSteps; ++i) {
    gradient(w, p);
    hessian(w, h);
    for (std::size_t j = 0; j < d; ++j) {
      p[j] += slope[j] + curvature * w[j];
      h[j * d + j] += curvature;
    }
    if (!cholesky(d, h)) return;
    solve_lower(d, h, p);
    const double decrement = norm(p);
    // Below 1/4 it squares with every step; where rounding stops that there is nothing to gain.
    if (!(decrement < last || decrement > 0.25)) return;
    last = decrement;
    solve_lower_transposed(d, h, p);
    const double length = decrement <= 0.25 ? 1 : 1 / (1 + decrement);
    for (std::size_t j = 0; j < d; ++j) w[j] -= length * p[j];
    if (decrement < kDecrement) return;
  }
}

}  // namespace ldp
