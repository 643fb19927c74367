// The integers of window reports: golden values of docs/spec/graded.md, which
// tests/reference/graded.py recomputes, and the proof of the ratio by exact arithmetic.
#include "privacy/window_scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "privacy/epsilon_grid.hpp"
#include "privacy/natural.hpp"
#include "privacy/randomized_response.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr std::uint32_t kM = WindowScale::kGrid;

WindowScale scale_of(double epsilon) { return WindowScale::create(epsilon).value(); }

Natural likely(const WindowScale& scale) { return Natural(scale.inside()) * Natural(kM); }
Natural unlikely(std::uint64_t outside, std::uint32_t length) {
  return Natural(outside) * Natural(length);
}

// Whether T1 M/(U L) <= e^x, decided by a lower bound of e^x.
bool proves_ratio(const WindowScale& scale, double x) {
  return likely(scale) << kExpBits <=
         unlikely(scale.outside(), scale.length()) * exp_bounds(x).lower;
}

// The mean and the variance of (j - offset)/(M slope) at k, by sums over all j.
struct Moments {
  long double mean = 0;
  long double variance = 0;
};
Moments moments(const WindowScale& scale, std::uint32_t k) {
  const long double near = static_cast<long double>(scale.inside()) * 0x1p-64L / scale.length();
  const long double far = static_cast<long double>(scale.outside()) * 0x1p-64L / kM;
  Moments moments;
  long double square = 0;
  for (std::uint32_t j = 0; j <= scale.largest(); ++j) {
    const long double x = (j - scale.offset()) / (kM * scale.slope()) - k / double{kM};
    const long double p = j >= k && j < k + scale.length() ? near : far;
    moments.mean += p * x;
    square += p * x * x;
  }
  moments.variance = square - moments.mean * moments.mean;
  moments.mean += k / double{kM};
  return moments;
}

}  // namespace

TEST_CASE("windows, golden: length, words and variances") {
  struct Row {
    double epsilon;
    std::uint64_t t0;
    std::uint32_t length;
    std::uint64_t inside;
    double variances[3];
    double margin;
  };
  const std::vector<Row> rows{
      {.5, 6964396094736554678, 903, 10929432227602075863u, {5.2645, 4.6477, 4.4422}, 5e-5},
      {1, 4961093570831998480, 795, 12516048949749974652u, {1.2664, 1.0167, .9335}, 5e-5},
      {2, 2198905795380366639, 606, 15013399384261194049u, {.2730, .1941, .1678}, 5e-5},
      {3, 874852944978783906, 452, 16576992849458460541u, {.0965, .0644, .0537}, 5e-5},
      {5, 123461308123773594, 240, 17931246314583324476u, {.0184, .0117, .0094}, 5e-5},
      {10, 837442865445679, 46, 18428119843386476224u, {.00053, .00033, .00026}, 5e-6}};
  for (const Row& row : rows) {
    CAPTURE(row.epsilon);
    const WindowScale scale = scale_of(row.epsilon);
    CHECK(RandomizedResponse::create(row.epsilon).value().threshold() == row.t0);
    CHECK(scale.length() == row.length);
    CHECK(scale.inside() == row.inside);
    CHECK(scale.inside() + scale.outside() == 0);
    CHECK(scale.largest() == kM + row.length - 1);
    for (const std::uint32_t i : {0, 1, 2}) {
      CHECK(scale.variance(i * kM / 4) == Approx(row.variances[i]).margin(row.margin));
    }
    CHECK(scale.largest_variance() == scale.variance(0));
    CHECK(scale.smallest_variance() == scale.variance(kM / 2));
  }
  CHECK(scale_of(1).slope() == Approx(.428891506535143187445621468863).epsilon(1e-15));
  CHECK(scale_of(1).offset() == Approx(689.407548654006688027841807942).epsilon(1e-15));
  CHECK(scale_of(5).slope() == Approx(.965505156688961629628693015062).epsilon(1e-15));
  CHECK(scale_of(5).offset() == Approx(137.161359775251645630109176288).epsilon(1e-15));
  CHECK(scale_of(1).epsilon() == Approx(.99999999999999514).margin(1e-16).epsilon(0));
  CHECK(scale_of(1).guarantee().cost().epsilon_micro == 1'000'000);
}

TEST_CASE("windows: the likelihood ratio is at most e^epsilon, by exact arithmetic") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const WindowScale scale = scale_of(epsilon);
    REQUIRE(proves_ratio(scale, epsilon));
    REQUIRE(scale.epsilon() <= epsilon);
    REQUIRE(proves_ratio(scale, scale.epsilon()));
    // A window is not less likely than the rest: the inverse of the ratio is at most 1.
    REQUIRE(unlikely(scale.outside(), scale.length()) <= likely(scale));
    REQUIRE(scale.length() >= 1);
    REQUIRE(scale.length() <= kM);
  }
}

TEST_CASE("windows: no word more is outside than the ratio of the coin needs") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const WindowScale scale = scale_of(epsilon);
    const std::uint64_t b = RandomizedResponse::create(epsilon).value().threshold();
    const auto is_enough = [&](std::uint64_t outside) {
      return Natural(0 - outside) * Natural(kM) * Natural(b) <=
             unlikely(outside, scale.length()) * Natural(0 - b);
    };
    REQUIRE(is_enough(scale.outside()));
    REQUIRE_FALSE(is_enough(scale.outside() - 1));
  }
}

TEST_CASE("windows: the mean over all reports is k/M, and the variance is that of the formula") {
  for (const double epsilon : {0x1p-10, .1, .5, 1., 2., 5., 10., 20., 32.}) {
    const WindowScale scale = scale_of(epsilon);
    for (const std::uint32_t k : {0u, 1u, 7u, 256u, 511u, 512u, 1000u, 1024u}) {
      CAPTURE(epsilon, k);
      const Moments exact = moments(scale, k);
      const double size = std::sqrt(scale.largest_variance());
      CHECK(static_cast<double>(exact.mean) == Approx(k / double{kM}).margin(1e-12 * (1 + size)));
      CHECK(scale.variance(k) == Approx(static_cast<double>(exact.variance)).epsilon(1e-9));
      CHECK(scale.variance(k) == Approx(scale.variance(kM - k)).epsilon(1e-12));
      CHECK(scale.variance(k) <= scale.largest_variance());
      CHECK(scale.variance(k) >= scale.smallest_variance());
    }
  }
}

TEST_CASE("windows: once a length is enough, so is every longer one") {
  for (const double epsilon : {0x1p-10, .5, 1., 5., 10., 15., 20., 44.}) {
    const std::uint64_t b = RandomizedResponse::create(epsilon).value().threshold();
    const std::uint64_t odds = (0 - b) >> 28;
    const std::uint64_t against = std::max<std::uint64_t>(b >> 28, 1);
    const std::uint32_t length = scale_of(epsilon).length();
    for (std::uint32_t l = 1; l < kM; ++l) {
      REQUIRE(is_long_enough(l, odds, against) == (l >= length));
    }
  }
  CHECK(scale_of(0x1p-10).length() == kM);
  CHECK(scale_of(128).length() == 1);
}

TEST_CASE("windows: an epsilon out of range is refused") {
  for (const double epsilon :
       {0.0, -1.0, 0x1.fp-11, 129.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const auto scale = WindowScale::create(epsilon);
    REQUIRE_FALSE(scale.ok());
    CHECK(scale.error().code == ErrorCode::invalid_argument);
    CHECK(scale.error().parameter == "epsilon");
  }
}
