// A quadratic surface of the mean loss from the gradients of two-point reports, for a page to draw.
// Every report is a noisy gradient G d r u at its snapshot's point, so slope and curvature are a
// linear regression of gradients on points:
//   minimise sum_e n_e |g_e - b - C w_e|^2/(d G^2 s^2) + |b|^2/G^2 + |C|^2 R^2/G^2
// (a normal prior that says "no steeper than G, no more curved than G/R" keeps it finite where
// points hardly differ), and the symmetric part of C. No decision depends on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/convex/point_learner.hpp"
#include "server/learner/saved_bytes.hpp"

namespace ldp {

class GradientSurface {
 public:
  /// Of a domain of this dimension, 1..32.
  explicit GradientSurface(std::uint32_t dimension);

  /// An epoch of a two-point learner.
  void add(const ConvexStep& step, const ConvexProblem& problem);

  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  /// Fills slope [d], the gradient at `at` [d], and curvature [d][d], in hull coordinates and units
  /// of loss. False, and nothing done, before the first report.
  bool fit(const ConvexProblem& problem, std::span<const double> at, std::span<double> slope,
           std::span<double> curvature) const;

  void write(ByteWriter& writer) const;
  bool read(ByteReader& reader);

 private:
  std::size_t dimension_;
  std::uint64_t reports_ = 0;
  std::vector<double> squares_;   // [d+1][d+1] sum n (1, w)(1, w)^T, lower triangle
  std::vector<double> products_;  // [d+1][d] sum (1, w) (d G sum r u)^T
};

}  // namespace ldp
