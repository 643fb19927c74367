// glm-newton: a generalized linear bandit without a step size (docs/spec/generalized-linear.md,
// section 5.1; this library's own, after Zheng, Cai, Huang, Li, Wang 2020, Algorithm 3).
//
// A report has the score h = r x and the curvature W = g'(z) x x^T of its visitor's loss at the
// snapshot's point th0. Their sum is a linear function of the parameter,
//
//   sum h + W (theta - th0) = V theta - b,  V = sum W,  b = sum (W th0 - h),
//
// which is the score of all visitors but for an error of second order in theta - th0. Its root is
// the estimate, whatever the points were: late reports cost nothing. With the identity link this is
// the normal equation of LDP-LinUCB.
//
// With the parts of a coin a report has one of the two, divided by the probability of its part: so
// both sums are what they would be, and t counts the reports of either part.
//
// Width. The noise of b has a standard deviation of omega = sg sqrt t in any direction, and so the
// estimate along x one of omega ||V^-1 x||. That, times kb, is the optimism of an arm.
//
// Ridge. The noise of V is sM sqrt(t/2) times a matrix of the Gaussian orthogonal ensemble, whose
// norm is about sqrt(4 d): so c = sM sqrt(2 d t), and twice that and so on where it is too little.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_settings.hpp"
#include "server/linear/shifted_gram.hpp"

namespace ldp {

class GlmNewton {
 public:
  explicit GlmNewton(const GlmSettings& settings);

  /// One epoch, in any order; with one report it is the ingest of docs/spec/generalized-linear.md,
  /// section 5.1. Does not allocate.
  void ingest_epoch(const ScoreSums& sums);

  /// Fills the snapshot, but for its id. Does not allocate where it has room already.
  void estimate(LinearSnapshot& snapshot);

  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader);

 private:
  GlmSettings settings_;
  std::uint64_t reports_ = 0;
  std::vector<double> curvature_;  // V, upper triangle
  std::vector<double> target_;     // b
  ShiftedGram gram_;
};

}  // namespace ldp
