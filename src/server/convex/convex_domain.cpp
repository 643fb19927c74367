#include "server/convex/convex_domain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "protocol/convex_centre.hpp"

namespace ldp {
namespace {

constexpr std::size_t kDimension = kMaximumConvexDimension;
using Vector = std::array<double, kDimension>;

// docs/spec/convex-and-reductions.md, section 5: Hildreth's sweeps until no constraint is off by
// more, in units of the set's size.
constexpr double kProjection = 1e-10;
constexpr int kMaximumSweeps = 10'000;

double dot(const double* a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(std::span<const double> a) { return std::sqrt(dot(a.data(), a)); }

}  // namespace

Result<ConvexDomain> ConvexDomain::create(const ConvexSet& set) {
  if (Status status = validate(set); !status.ok()) return status.error();
  Result<ConvexCentre> centre = convex_centre(set);
  if (!centre.ok()) return centre.error();
  ConvexDomain domain;
  domain.set_ = set;
  domain.dimension_ = hull_dimension(set);
  domain.inner_ = centre.value().inner;
  domain.outer_ = centre.value().outer;
  domain.centre_ = std::move(centre.value().point);
  const std::size_t d = domain.dimension_;
  switch (set.kind) {
    case ConvexSetKind::ball:
      break;
    case ConvexSetKind::box:
      domain.nu_ = static_cast<double>(d);
      for (std::size_t i = 0; i < d; ++i) {
        domain.half_.push_back((set.high[i] - set.low[i]) / 2);
      }
      break;
    case ConvexSetKind::simplex:
      domain.nu_ = set.dimension;
      break;
    case ConvexSetKind::polytope:
      domain.nu_ = static_cast<double>(set.offsets.size());
      domain.normals_ = set.normals;
      for (std::size_t i = 0; i < set.offsets.size(); ++i) {
        const std::span<double> normal = std::span(domain.normals_).subspan(i * d, d);
        const double length = norm(normal);
        for (double& x : normal) x /= length;
        domain.slack_.push_back(set.offsets[i] / length - dot(domain.centre_.data(), normal));
      }
      break;
  }
  return domain;
}

void ConvexDomain::to_point(std::span<const double> w, std::span<double> x) const {
  embed(set_, w, x);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += centre_[i];
}

void ConvexDomain::from_point(std::span<const double> x, std::span<double> w) const {
  Vector shifted;
  for (std::size_t i = 0; i < x.size(); ++i) shifted[i] = x[i] - centre_[i];
  to_hull(set_, std::span(shifted).first(x.size()), w);
}

bool ConvexDomain::contains(std::span<const double> w, double tolerance) const {
  switch (set_.kind) {
    case ConvexSetKind::ball:
      return norm(w) <= outer_ + tolerance;
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < w.size(); ++i) {
        if (!(std::abs(w[i]) <= half_[i] + tolerance)) return false;
      }
      return true;
    case ConvexSetKind::simplex: {
      Vector x;
      const std::span<double> shares = std::span(x).first(set_.dimension);
      to_point(w, shares);
      return std::all_of(shares.begin(), shares.end(), [=](double s) { return s >= -tolerance; });
    }
    case ConvexSetKind::polytope:
      break;
  }
  for (std::size_t i = 0; i < slack_.size(); ++i) {
    if (!(dot(row(i), w) <= slack_[i] + tolerance)) return false;
  }
  return true;
}

void ConvexDomain::project(std::span<double> w) const {
  switch (set_.kind) {
    case ConvexSetKind::ball: {
      const double length = norm(w);
      if (length <= outer_) return;
      for (double& x : w) x *= outer_ / length;
      return;
    }
    case ConvexSetKind::box:
      for (std::size_t i = 0; i < w.size(); ++i) w[i] = std::clamp(w[i], -half_[i], half_[i]);
      return;
    case ConvexSetKind::simplex: {
      Vector x;
      const std::span<double> shares = std::span(x).first(set_.dimension);
      to_point(w, shares);
      if (std::all_of(shares.begin(), shares.end(), [](double s) { return s >= 0; })) return;
      Vector sorted;
      std::copy(shares.begin(), shares.end(), sorted.begin());
      std::sort(sorted.begin(), sorted.begin() + set_.dimension,
                [](double a, double b) { return a > b; });
      double sum = 0;
      double shift = 0;
      for (std::size_t k = 0; k < shares.size(); ++k) {
        sum += sorted[k];
        const double candidate = (1 - sum) / static_cast<double>(k + 1);
        if (sorted[k] + candidate > 0) shift = candidate;
      }
      for (double& share : shares) share = std::max(0.0, share + shift);
      from_point(shares, w);
      return;
    }
    case ConvexSetKind::polytope:
      project_on_rows(w);
      return;
  }
}

// Hildreth 1957: dual ascent, one constraint after the other.
void ConvexDomain::project_on_rows(std::span<double> w) const {
  std::array<double, kMaximumConvexRows> multiplier{};
  const double tolerance = kProjection * outer_;
  for (int sweep = 0; sweep < kMaximumSweeps; ++sweep) {
    double worst = 0;
    for (std::size_t i = 0; i < slack_.size(); ++i) {
      const double excess = dot(row(i), w) - slack_[i];
      const double next = std::max(0.0, multiplier[i] + excess);
      const double change = next - multiplier[i];
      // The change is the violation, or how much of a constraint that no longer binds is given
      // back.
      worst = std::max(worst, std::abs(change));
      if (change == 0) continue;
      for (std::size_t j = 0; j < w.size(); ++j) w[j] -= change * row(i)[j];
      multiplier[i] = next;
    }
    if (worst < tolerance) break;
  }
  // The last of it radially, so that what is published is in the set.
  double gauge = 1;
  for (std::size_t i = 0; i < slack_.size(); ++i) {
    gauge = std::max(gauge, dot(row(i), w) / slack_[i]);
  }
  if (gauge > 1) {
    for (double& x : w) x /= gauge;
  }
}

void ConvexDomain::project_shrunk(double shrink, std::span<double> w) const {
  const double scale = 1 - shrink;
  for (double& x : w) x /= scale;
  project(w);
  for (double& x : w) x *= scale;
}

}  // namespace ldp
