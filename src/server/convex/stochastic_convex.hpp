// Convex optimisation of one number from noisy losses, when the mean loss does not change: Agarwal,
// Foster, Hsu, Kakade, Rakhlin 2011, algorithm 1, with the noise of the reports in its confidence
// (docs/spec/convex-and-reductions.md, section 8). An interval [a, e] of [0, 1] is known to have
// the minimum in it; three points at its quarters are played until the losses at two of them differ
// for certain, and the quarter beyond the worse of the outer ones is dropped.
//
// Reports about the present interval are used; those about an earlier one are only counted. A point
// may be played more often than asked: its mean only gets better.
#pragma once

#include <array>
#include <cstdint>

#include "server/convex/scalar_noise.hpp"
#include "server/learner/saved_bytes.hpp"

namespace ldp {

/// What the reports about the three points of an interval say: counts, and sums of r.
struct ThreePoints {
  std::array<std::uint64_t, 3> count{};
  std::array<double, 3> total{};  // of r, E[r] = v = (loss - mid)/B
};

class StochasticConvex {
 public:
  /// horizon: reports expected; 0: not known, doubling as in step_rules.hpp.
  StochasticConvex(const ScalarNoise& noise, std::uint64_t horizon);

  /// The three points to play, in [0, 1], ascending.
  [[nodiscard]] std::array<double, 3> points() const;
  /// How to draw among them: in proportion to the reports that each still lacks. Sum 1.
  [[nodiscard]] std::array<double, 3> weights() const;
  /// How many intervals were left behind.
  [[nodiscard]] std::uint32_t interval() const { return interval_; }
  /// The middle of the interval.
  [[nodiscard]] double answer() const { return low_ + width_ / 2; }
  /// Every report, those that came too late among them.
  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  /// Reports of the present interval.
  void step(const ThreePoints& sums);
  /// Reports of another one, that came too late to say anything about this one.
  void skip(std::uint64_t reports) { reports_ += reports; }
  /// One report of the present interval: point 0..2.
  void step(std::uint32_t point, double r);

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader);

 private:
  [[nodiscard]] double wanted() const;  // reports of each point at the present precision
  [[nodiscard]] bool is_lacking() const;
  void conclude();
  void shrink(bool drops_left);

  double deviation_;  // sg/B
  std::uint64_t horizon_;
  std::uint64_t reports_ = 0;
  std::uint32_t interval_ = 0;
  double low_ = 0;
  double width_ = 1;
  std::uint32_t precision_ = 1;  // i: gam = B 2^-i
  ThreePoints sums_;
};

}  // namespace ldp
