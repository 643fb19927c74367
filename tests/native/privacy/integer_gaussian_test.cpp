// The bound for Gaussian noise on integers, against the exact loss of discrete Gaussian noise in
// one and two dimensions, summed point by point.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "privacy/gaussian_curve.hpp"

using namespace ldp;

namespace {

struct Law {
  int s;

  [[nodiscard]] double weight(int x) const {
    return std::exp(-static_cast<double>(x) * x / (2.0 * s * s));
  }
  // Of the sum, what is left out is below 1e-40.
  [[nodiscard]] int reach() const { return 14 * s; }
  [[nodiscard]] double total() const {
    double sum = 0;
    for (int x = -reach(); x <= reach(); ++x) sum += weight(x);
    return sum;
  }
};

// The smallest delta of noise (x, y) of two laws, shifted by (a, b), b > 0: the sum of P(x, y) -
// e^epsilon P(x - a, y - b) over all points where it is positive. For every x these are the y below
// a limit, so sums of P(y) and P(y - b) up to every y are enough.
double exact_delta(double epsilon, Law first, Law second, int a, int b) {
  const int reach = second.reach() + b;
  const double totals[] = {first.total(), second.total()};
  std::vector<double> here{0};
  std::vector<double> shifted{0};
  for (int y = -reach; y <= reach; ++y) {
    here.push_back(here.back() + second.weight(y) / totals[1]);
    shifted.push_back(shifted.back() + second.weight(y - b) / totals[1]);
  }
  const double squares[] = {static_cast<double>(first.s) * first.s,
                            static_cast<double>(second.s) * second.s};
  double delta = 0;
  for (int x = -first.reach() - a; x <= first.reach() + a; ++x) {
    // ln P(x)/P(x - a) + (b^2 - 2 b y)/(2 s^2) > epsilon.
    const double loss = a * (a - 2.0 * x) / (2 * squares[0]);
    const double limit = (b * static_cast<double>(b) - 2 * squares[1] * (epsilon - loss)) / (2 * b);
    const double last = std::min<double>(std::ceil(limit) - 1, reach);
    if (last < -reach) continue;
    const auto count = static_cast<std::size_t>(static_cast<int>(last) + reach + 1);
    delta += first.weight(x) / totals[0] * here[count] -
             std::exp(epsilon) * first.weight(x - a) / totals[0] * shifted[count];
  }
  return delta;
}

constexpr double kEpsilons[] = {0, 0.01, 0.3, 1, 4, 9, 16};
// Where a sum of doubles still says something.
constexpr double kLeast = 1e-13;

int steps(double share, int s) { return static_cast<int>(std::lround(share * s)); }

}  // namespace

TEST_CASE("the bound of integer noise is never below the exact loss of two numbers") {
  int judged = 0;
  for (const auto& [s, t] :
       {std::pair{1, 1}, {1, 3}, {3, 3}, {10, 7}, {64, 400}, {430, 304}, {600, 430}}) {
    for (const auto& [a, b] :
         {std::pair{0.4, 0.9}, {0.1, 0.4}, {1.5, 1.1}, {0.0, 2.2}, {0.02, 0.03}}) {
      const int shift[] = {steps(a, s), std::max(1, steps(b, t))};
      const double mu =
          std::hypot(shift[0] / static_cast<double>(s), shift[1] / static_cast<double>(t)) *
          (1 + 0x1p-48);
      const int least = std::min(s, t);
      for (const double epsilon : kEpsilons) {
        const double exact = exact_delta(epsilon, {s}, {t}, shift[0], shift[1]);
        if (exact < kLeast) continue;
        ++judged;
        CAPTURE(s, t, shift[0], shift[1], epsilon);
        CHECK(integer_gaussian_delta(epsilon, mu, 2.0 / (23.0 * least * least)) >=
              exact * (1 - 1e-9));
      }
    }
  }
  CHECK(judged > 120);
}

// This is what the slack is for.
TEST_CASE("on a coarse grid the continuous curve alone is below the exact loss") {
  const double exact = exact_delta(1, {1'000}, {4}, 0, 1);   // the first number does not differ
  CHECK(exact == Approx(3.0554546492668e-6).epsilon(1e-9));  // by the formula for one number
  CHECK(gaussian_delta(1, 0.25) < 0.96 * exact);
  CHECK(integer_gaussian_delta(1, 0.25, 1 / (23.0 * 16)) > exact);
}

// With a factor in place of the total variation: at epsilon 16 that alone would be 1.8 delta.
TEST_CASE("on a fine grid the bound is close to the exact loss, at a large epsilon too") {
  constexpr int s = 1'000;
  constexpr double variation = 2 / (23.0 * s * s);
  for (const double epsilon : {1.0, 9.0, 16.0}) {
    const double mu = std::hypot(1.6, 2.2);
    const double exact = exact_delta(epsilon, {s}, {s}, 1'600, 2'200);
    REQUIRE(exact > kLeast);
    const double bound = integer_gaussian_delta(epsilon, mu, variation);
    CAPTURE(epsilon, exact);
    CHECK(bound >= exact * (1 - 1e-9));
    CHECK(bound <= exact * 1.0003);
  }
  CHECK(gaussian_slack(16, variation) > 0.5);
}
