#include "protocol/link.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"

using namespace ldp;

namespace {

const std::vector<Link> kLinks{Link::identity, Link::logistic, Link::probit, Link::poisson};

// With the platform's own functions.
double reference_mean(Link link, double a) {
  switch (link) {
    case Link::identity:
      return a;
    case Link::logistic:
      return 1 / (1 + std::exp(-a));
    case Link::probit:
      return std::erfc(-a / std::sqrt(2)) / 2;
    case Link::poisson:
      break;
  }
  return std::exp(a);
}

double reference_potential(Link link, double a) {
  constexpr double kPi = 3.14159265358979323846;
  switch (link) {
    case Link::identity:
      return a * a / 2;
    case Link::logistic:
      return std::max(a, 0.0) + std::log1p(std::exp(-std::abs(a)));
    case Link::probit:
      return a * reference_mean(link, a) + std::exp(-a * a / 2) / std::sqrt(2 * kPi);
    case Link::poisson:
      break;
  }
  return std::exp(a);
}

}  // namespace

TEST_CASE("links and their potentials agree with the platform's functions, far out too") {
  for (const Link link : kLinks) {
    for (double a = -9; a <= 9; a += 0.037) {
      CAPTURE(static_cast<int>(link), a);
      CHECK(link_mean(link, a) == Approx(reference_mean(link, a)).epsilon(4e-14));
      if (link == Link::probit && a < -2) continue;  // both cancel there
      CHECK(link_potential(link, a) == Approx(reference_potential(link, a)).epsilon(4e-14));
    }
  }
  // ln(1 + e^a) is not 0 where e^a is far below the last place of 1.
  CHECK(link_potential(Link::logistic, -40) == Approx(std::exp(-40.0)).epsilon(1e-14));
}

TEST_CASE("the slope is the derivative of the mean, and the mean that of the potential") {
  constexpr double kStep = 1e-5;
  for (const Link link : kLinks) {
    for (double a = -4; a <= 4; a += 0.1) {
      CAPTURE(static_cast<int>(link), a);
      const double slope = (link_mean(link, a + kStep) - link_mean(link, a - kStep)) / (2 * kStep);
      const double mean =
          (link_potential(link, a + kStep) - link_potential(link, a - kStep)) / (2 * kStep);
      CHECK(link_slope(link, a) == Approx(slope).epsilon(1e-8).margin(1e-10));
      CHECK(link_mean(link, a) == Approx(mean).epsilon(1e-8).margin(1e-9));
    }
  }
}

TEST_CASE("the bounds of the links are those of the specification") {
  const LinkModel logistic(Link::logistic, 1, 0, 1.5);
  CHECK(logistic.least_slope() == Approx(0.1966119332).epsilon(1e-9));
  CHECK(logistic.largest_slope() == 0.25);
  CHECK(logistic.residual_bound() == Approx(0.7310585786).epsilon(1e-9));
  CHECK(logistic.noise() == 0.5);
  const LinkModel probit(Link::probit, 1, 0, 1.5);
  CHECK(probit.least_slope() == Approx(0.2419707245).epsilon(1e-9));
  CHECK(probit.largest_slope() == Approx(0.3989422804).epsilon(1e-9));
  CHECK(probit.residual_bound() == Approx(0.8413447461).epsilon(1e-9));
  const LinkModel far(Link::logistic, 3, 0, 1.5);
  CHECK(far.least_slope() == Approx(0.0451766597).epsilon(1e-8));
  CHECK(far.residual_bound() == Approx(0.9525741268).epsilon(1e-9));
  const LinkModel identity(Link::identity, 1, 2, 1.5);
  CHECK(identity.least_slope() == 1);
  CHECK(identity.largest_slope() == 1);
  CHECK(identity.residual_bound() == 3);
  CHECK(identity.noise() == 2);
  CHECK(identity.lowest_feedback() == -2);
  const LinkModel poisson(Link::poisson, 1, 10, 1.5);
  CHECK(poisson.least_slope() == Approx(std::exp(-1.0)).epsilon(1e-14));
  CHECK(poisson.largest_slope() == Approx(std::exp(1.0)).epsilon(1e-14));
  CHECK(poisson.residual_bound() == 1.5);
  CHECK(poisson.noise() == 5);
  CHECK(poisson.lowest_feedback() == 0);
  CHECK(poisson.largest_feedback() == 10);
}

// What lets a snapshot state a smaller bound: it holds for every feedback in the range.
TEST_CASE("no residual within a norm is larger than the bound at that norm") {
  for (const Link link : {Link::identity, Link::logistic, Link::probit}) {
    const LinkModel model(link, 3, is_unbounded(link) ? 2 : 0, 1.5);
    for (const double norm : {0.0, 0.5, 1.0, 3.0}) {
      double largest = 0;
      for (double share = -1; share <= 1; share += 0.125) {
        for (const double y : {model.lowest_feedback(), model.largest_feedback()}) {
          largest = std::max(largest, std::abs(model.mean(share * norm) - y));
        }
      }
      CAPTURE(static_cast<int>(link), norm);
      CHECK(largest == Approx(model.residual_bound_at(norm)).epsilon(1e-14));
    }
  }
  CHECK(LinkModel(Link::poisson, 3, 20, 1.5).residual_bound_at(0) == 1.5);
}
