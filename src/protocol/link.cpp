#include "protocol/link.hpp"

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"
#include "privacy/gaussian_curve.hpp"

namespace ldp {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752;
constexpr double kInverseSqrtTwoPi = 0.39894228040143268;

double normal_density(double a) { return kInverseSqrtTwoPi * natural_exp(-a * a / 2); }

// The tail beyond |a|, without the cancellation of 1 - Phi.
double normal_tail(double size) {
  return natural_exp(-size * size / 2) * scaled_erfc(size * kSqrtHalf) / 2;
}

double normal_distribution(double a) { return a < 0 ? normal_tail(-a) : 1 - normal_tail(a); }

double logistic(double a) {
  if (a >= 0) return 1 / (1 + natural_exp(-a));
  const double power = natural_exp(a);
  return power / (1 + power);
}

// ln(1 + x) for 0 <= x <= 1, exact to a few units of its last place for small x too: the rounding
// of 1 + x is divided out (Kahan).
double log_one_plus(double x) {
  const double sum = 1 + x;
  return sum == 1 ? x : natural_log(sum) * (x / (sum - 1));
}

}  // namespace

double link_mean(Link link, double a) {
  switch (link) {
    case Link::identity:
      return a;
    case Link::logistic:
      return logistic(a);
    case Link::probit:
      return normal_distribution(a);
    case Link::poisson:
      break;
  }
  return natural_exp(a);
}

double link_slope(Link link, double a) {
  switch (link) {
    case Link::identity:
      return 1;
    case Link::logistic: {
      const double power = natural_exp(a < 0 ? a : -a);
      return power / ((1 + power) * (1 + power));
    }
    case Link::probit:
      return normal_density(a);
    case Link::poisson:
      break;
  }
  return natural_exp(a);
}

double link_potential(Link link, double a) {
  switch (link) {
    case Link::identity:
      return a * a / 2;
    case Link::logistic:
      return (a > 0 ? a : 0) + log_one_plus(natural_exp(a < 0 ? a : -a));
    case Link::probit:
      return a * normal_distribution(a) + normal_density(a);
    case Link::poisson:
      break;
  }
  return natural_exp(a);
}

LinkModel::LinkModel(Link link, double bound, double largest, double clip)
    : link_(link),
      bound_(bound),
      largest_(largest),
      clip_(clip),
      // g' falls with |a| for logistic and probit, and grows with a for poisson.
      least_slope_(link_slope(link, link == Link::poisson ? -bound : bound)),
      largest_slope_(link_slope(link, link == Link::poisson ? bound : 0)) {}

double LinkModel::residual_bound_at(double norm) const {
  switch (link_) {
    case Link::identity:
      return norm + largest_;
    case Link::poisson:
      return clip_;
    default:
      return link_mean(link_, norm);
  }
}

}  // namespace ldp
