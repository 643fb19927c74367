// KL-UCB on the randomised bits (Garivier, Cappe 2011, on what the devices send).
//
// Whatever the law of the rewards, a bit of level e is exactly Bernoulli, with probability
// lambda(x) = 1/2 + (x - 1/2) theta of a one, x the mean reward and theta = tanh(e/2). So the
// confidence bound of Bernoulli laws applies to the bits with the right variance, where a bound on
// rewards would have to assume the worst:
//
//   one level: U = max{q : N kl(mean of the bits, q) <= ln t}, read as a reward: (1 + (2 U -
//   1)/theta)/2; a menu:    ll(x) = sum over levels of ones ln lambda(x) + zeros ln(1 - lambda(x)),
//   which is concave;
//              the estimate is its argmax in [0, 1], and U = max{x <= 1 : ll(argmax) - ll(x) <= ln
//              t}.
//
// For one level both are the same as long as the mean of the bits and U are in the range that a
// reward in [0, 1] can reach; the first goes beyond it, so that two arms whose bits are all ones do
// not tie.
#pragma once

#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/arms/bound.hpp"

namespace ldp {

class LdpKlUcb {
 public:
  /// The experiment must be valid. theta is the implemented one, 1 - 2 p0.
  explicit LdpKlUcb(const MultiArmedExperiment& experiment);
  /// theta of every level, each in (0, 1].
  explicit LdpKlUcb(std::vector<double> thetas) : thetas_(std::move(thetas)) {}

  /// The index, as mean + width sqrt(bound); `bound` is ln t. A function of its arguments alone.
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm, double bound) const;

  /// The two parts, for a caller who keeps them from round to round: the estimate does not change
  /// as long as the arm has no further report. Both need an arm with a report. `start` makes a
  /// difference in time only: the result for similar counts, or the default.

  /// For a menu in [0, 1]; for one level the debiased mean, which may leave [0, 1].
  [[nodiscard]] double likeliest(ArmCounts arm, double start = 0.5) const;

  /// U >= likeliest, `likeliest` being the one of this arm.
  [[nodiscard]] double upper(ArmCounts arm, double likeliest, double bound, double start = 1) const;

 private:
  std::vector<double> thetas_;
};

}  // namespace ldp
