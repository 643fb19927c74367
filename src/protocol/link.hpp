// How the mean of a feedback follows from features and parameter in a generalized linear bandit:
// E[y] = g(x . theta). Zheng, Cai, Huang, Li, Wang 2020, section 4.2 (Algorithm 3), with the
// constants of Jun, Bhargava, Nowak, Willett 2017.
//
// The loss of a parameter is m(a) - a y at a = x . theta, m' = g; its gradient is the score
// (g(a) - y) x. Additions, products, quotients and square roots only, and the library's own
// exponential and logarithm: the same bits on every platform, so the server can compute again what
// a device has computed from public numbers.
#pragma once

#include <cstdint>

#include "protocol/schema.generated.hpp"

namespace ldp {

/// Whether the feedback has no bound of its own, so that one must be stated.
constexpr bool is_unbounded(Link link) { return link == Link::identity || link == Link::poisson; }

/// g(a). Requires |a| <= 700.
double link_mean(Link link, double a);

/// g'(a) >= 0. Requires |a| <= 700.
double link_slope(Link link, double a);

/// m(a), an antiderivative of g: a^2/2, ln(1 + e^a), a Phi(a) + phi(a), e^a. Requires |a| <= 700.
double link_potential(Link link, double a);

/// A link with the public bounds of an experiment: |theta| <= S, |x| <= 1, and so |a| <= S.
class LinkModel {
 public:
  /// `bound`: S, in (0, 8]. `largest`: Y of identity and poisson, positive; else ignored. `clip`:
  /// poisson only, the most that a residual may be, positive.
  LinkModel(Link link, double bound, double largest, double clip);

  [[nodiscard]] Link link() const { return link_; }
  [[nodiscard]] double bound() const { return bound_; }

  [[nodiscard]] double mean(double a) const { return link_mean(link_, a); }
  [[nodiscard]] double slope(double a) const { return link_slope(link_, a); }

  /// The range of a feedback; beyond it the device clamps.
  [[nodiscard]] double lowest_feedback() const { return link_ == Link::identity ? -largest_ : 0; }
  [[nodiscard]] double largest_feedback() const { return is_unbounded(link_) ? largest_ : 1; }

  /// mu and Q: the least and the largest g'(a) over |a| <= S.
  [[nodiscard]] double least_slope() const { return least_slope_; }
  [[nodiscard]] double largest_slope() const { return largest_slope_; }

  /// R: the feedback is R-sub-Gaussian about its mean, half its range.
  [[nodiscard]] double noise() const { return (largest_feedback() - lowest_feedback()) / 2; }

  /// C: no residual g(a) - y is larger for |a| <= S; poisson: where it is clipped.
  [[nodiscard]] double residual_bound() const { return residual_bound_at(bound_); }

  /// The same for |a| <= `norm` <= S, which is known in public at the norm of a snapshot's point:
  /// |g(a) - y| <= g(|a|) where g(-a) = 1 - g(a). Poisson: where it is clipped.
  [[nodiscard]] double residual_bound_at(double norm) const;

 private:
  Link link_;
  double bound_;
  double largest_;
  double clip_;
  double least_slope_;
  double largest_slope_;
};

}  // namespace ldp
