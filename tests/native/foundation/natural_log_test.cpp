#include "foundation/natural_log.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"

using namespace ldp;

TEST_CASE("the logarithm that needs no libm agrees with libm to two ulps") {
  double worst = 0;
  const auto compare = [&worst](double x) {
    const double reference = std::log(x);
    if (reference == 0) return;
    worst = std::max(worst, std::abs(natural_log(x) / reference - 1));
  };
  for (double x = 0x1p-1022; x < 1e308; x *= 1.0137) compare(x);
  for (double x = 0.5; x < 2; x += 0x1.3p-16) compare(x);
  for (double x = 1; x > 0.99; x = 1 - 1.3 * (1 - x) - 0x1p-53) compare(x);
  CHECK(worst < 4.5e-16);
}

TEST_CASE("logarithms that are known exactly") {
  CHECK(natural_log(1) == 0);
  CHECK(natural_log(2) == 0.69314718055994530942);
  CHECK(natural_log(10) == 2.30258509299404568402);
  CHECK(natural_log(0x1p-1022) == -1022 * 0.69314718055994530942);
}

TEST_CASE("the logarithm of 1 + x agrees with libm to two ulps, also where x is nearly nothing") {
  double worst = 0;
  const auto compare = [&worst](double x) {
    worst = std::max(worst, std::abs(natural_log1p(x) / std::log1p(x) - 1));
  };
  for (double x = 1e-300; x < 1e300; x *= 1.037) compare(x);
  for (double x = 1e-300; x < 1; x *= 1.037) compare(-x);
  for (double x = -0.9999; x < 3; x += 0x1.3p-12) compare(x);
  CHECK(worst < 6e-16);
  CHECK(natural_log1p(0) == 0);
}
