#include "privacy/zero_concentrated.hpp"

#include <cmath>
#include <cstdint>

#include "catch.hpp"
#include "privacy/composition.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/guarantee.hpp"

using namespace ldp;

TEST_CASE("zCDP to (epsilon, delta) has its known values, tighter than the simple form") {
  CHECK(concentrated_delta(0.5, 1) == Approx(0.2468463307829445).epsilon(1e-12));
  CHECK(concentrated_epsilon(0.5, 1e-6) == Approx(5.2215344).epsilon(1e-8));
  CHECK(concentrated_epsilon(0.1, 1e-6) == Approx(2.1419389).epsilon(2e-8));
  CHECK(concentrated_rho(1, 1e-6) == Approx(0.0243559704).epsilon(1e-8));
  const auto simple = [](double rho) { return rho + 2 * std::sqrt(-rho * std::log(1e-6)); };
  CHECK(simple(0.5) == Approx(5.7565218).epsilon(1e-8));
  CHECK(simple(0.1) == Approx(2.4507880).epsilon(1e-8));
}

TEST_CASE("the three conversions of zCDP undo each other") {
  for (const double rho : {1e-4, 0.02, 0.5, 3.0}) {
    for (const double delta : {1e-12, 1e-6, 0.01}) {
      CAPTURE(rho, delta);
      const double epsilon = concentrated_epsilon(rho, delta);
      if (concentrated_delta(rho, 0) <= delta) {  // no epsilon is needed at all
        CHECK(epsilon == Approx(0).margin(1e-12));
        continue;
      }
      CHECK(concentrated_delta(rho, epsilon) == Approx(delta).epsilon(1e-6));
      CHECK(concentrated_rho(epsilon, delta) == Approx(rho).epsilon(1e-6));
    }
  }
}

// Canonne, Kamath, Steinke 2020: a (mu^2/2)-zCDP mechanism, but Gaussian noise has a curve below.
TEST_CASE("zCDP costs a Gaussian 5 to 8 % of noise") {
  const auto waste = [](double delta) {
    const double rho = concentrated_rho(1, delta);
    return 1 / std::sqrt(2 * rho) / calibrate_gaussian(1, delta).value();
  };
  CHECK(waste(1e-5) == Approx(1.084).margin(5e-4));
  CHECK(waste(1e-6) == Approx(1.072).margin(5e-4));
  CHECK(waste(1e-9) == Approx(1.052).margin(5e-4));
}

TEST_CASE("many small reports cost less by rho than by the sum of their epsilons") {
  const auto by_rho = [](double epsilon, std::uint64_t count) {
    const Cost total = repeat(Guarantee::pure(epsilon).value().cost(), count);
    return concentrated_epsilon(static_cast<double>(total.rho_nano) / 1e9, 1e-6);
  };
  CHECK(by_rho(0.1, 100) == Approx(5.22).margin(0.005));  // 10 by the sum
  CHECK(by_rho(0.5, 10) == Approx(8.74).margin(0.005));   // 5 by the sum
  CHECK(by_rho(0.5, 50) == Approx(23.4).margin(0.05));    // 25 by the sum
}

TEST_CASE("Gaussian reports compose exactly: n of them are one with sqrt(n) times the mu") {
  const Guarantee each = GaussianScale::create(0.5, 1e-6).value().guarantee();
  const double mu = std::sqrt(2 * each.rho());
  const Cost total = repeat(each.cost(), 100);
  // ceil() of each of the 100 adds less than 1e-9.
  CHECK(static_cast<double>(total.rho_nano) / 1e9 == Approx(100 * mu * mu / 2).epsilon(1e-6));
  CHECK(total.delta_femto == 100'000'000'000);
}
