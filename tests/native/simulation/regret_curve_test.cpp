#include "simulation/regret_curve.hpp"

#include <algorithm>

#include "catch.hpp"

namespace ldp {
namespace {

TEST_CASE("the quantiles of Student's t") {  // tables of the 0.975 quantile
  CHECK(student_quantile(1) == Approx(12.7062).epsilon(1e-3));
  CHECK(student_quantile(4) == Approx(2.77645).epsilon(1e-3));
  CHECK(student_quantile(5) == Approx(2.57058).epsilon(1e-3));
  CHECK(student_quantile(9) == Approx(2.26216).epsilon(1e-3));
  CHECK(student_quantile(49) == Approx(2.00958).epsilon(1e-4));
  CHECK(student_quantile(1'000'000) == Approx(1.95996).epsilon(1e-5));
}

TEST_CASE("mean and band of two points with three replicates") {
  const std::vector<double> regrets{1, 2, 3, 10, 10, 10};
  const RegretCurve curve = regret_curve(regrets, 3);
  CHECK(curve.mean == std::vector<double>{2, 10});
  CHECK(curve.low[0] == Approx(2 - 4.30265 / std::sqrt(3.0)));
  CHECK(curve.high[0] == Approx(2 + 4.30265 / std::sqrt(3.0)));
  CHECK(curve.low[1] == 10);
  CHECK(curve.high[1] == 10);
}

TEST_CASE("one replicate has no band") {
  const RegretCurve curve = regret_curve(std::vector<double>{4, 5}, 1);
  CHECK(curve.mean == std::vector<double>{4, 5});
  CHECK(curve.low == curve.mean);
  CHECK(curve.high == curve.mean);
}

TEST_CASE("record times increase strictly and end at the horizon, also when there are too many") {
  for (const std::uint64_t horizon : {1u, 2u, 7u, 1000u, 999'983u, 1'000'000'000u}) {
    for (const std::size_t points : {1u, 2u, 10u, 500u}) {
      for (const auto& times : {linear_times(horizon, points), log_times(horizon, points)}) {
        CAPTURE(horizon, points);
        REQUIRE_FALSE(times.empty());
        CHECK(times.size() <= points);
        CHECK(times.front() >= 1);
        CHECK(times.back() == horizon);
        CHECK(std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) ==
              times.end());
      }
    }
  }
  CHECK(linear_times(1000, 4) == std::vector<std::uint64_t>{250, 500, 750, 1000});
  CHECK(log_times(10'000, 4) == std::vector<std::uint64_t>{10, 100, 1000, 10'000});
}

}  // namespace
}  // namespace ldp
