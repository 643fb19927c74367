#include "mechanisms/slate_release.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "random/scripted_source.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

std::vector<UnitReward> rewards(std::initializer_list<double> values) {
  std::vector<UnitReward> outcomes;
  for (const double value : values) outcomes.push_back(UnitReward::from(value).value());
  return outcomes;
}

}  // namespace

TEST_CASE("K coordinates share one epsilon: exactly, and nearly all of it") {
  for (const double epsilon : {0.1, 0.3, 1.0, 2.5, 8.0}) {
    for (const std::uint32_t k : {1u, 2u, 3u, 4u, 7u, 10u, 100u}) {
      if (epsilon / k < kMinEpsilon) continue;
      const LaplaceScale scale = SlateRelease::create(epsilon, k).value().scale();
      CAPTURE(epsilon, k);
      CHECK(is_private_scale(scale.t(), scale.s(), std::uint64_t{kRewardGrid} * k, epsilon));
      CHECK(scale.epsilon() <= epsilon);
      CHECK(scale.epsilon() > epsilon * (1 - 1e-8));
      // One coordinate alone costs a K-th of it, to the rounding of a double.
      const double one = static_cast<double>(kRewardGrid) * static_cast<double>(scale.s()) /
                         static_cast<double>(scale.t());
      CHECK(one * k == Approx(scale.epsilon()).epsilon(1e-12));
    }
  }
  CHECK(SlateRelease::create(1, 3).value().guarantee().cost().epsilon_micro == 1'000'000);
}

TEST_CASE("a slate of one coordinate is Convert-to-Laplace, draw for draw") {
  const SlateRelease slate = SlateRelease::create(0.7, 1).value();
  const DiscreteLaplaceMechanism one = DiscreteLaplaceMechanism::create(0.7).value();
  SplitMix64 first(5);
  SplitMix64 second(5);
  for (const double outcome : {0.0, 0.3, 0.5, 0.999, 1.0}) {
    const auto outcomes = rewards({outcome});
    const auto prepared = slate.prepare(first, 1).value();
    CHECK(slate.release(prepared, outcomes).value().front() ==
          one.release(one.prepare(second).value(), outcomes.front()).value());
  }
}

TEST_CASE("the noise of a coordinate is that of epsilon/K") {
  constexpr std::uint32_t kCoordinates = 4;
  constexpr int kSlates = 20'000;
  const SlateRelease slate = SlateRelease::create(1, kCoordinates).value();
  const auto outcomes = rewards({0, 0.5, 1, 0.25});
  SplitMix64 random(3);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kSlates; ++i) {
    const auto prepared = slate.prepare(random, kCoordinates).value();
    const Released<std::vector<std::int32_t>> released = slate.release(prepared, outcomes);
    for (std::size_t j = 0; j < kCoordinates; ++j) {
      const double noise =
          (released.value()[j] - 0x1p-22 * static_cast<double>(outcomes[j].value())) / kRewardGrid;
      sum += noise;
      squares += noise * noise;
    }
  }
  constexpr double n = kSlates * kCoordinates;
  // Laplace of scale K/epsilon: variance 2 K^2, fourth moment 24 K^4, so the mean square has
  // variance 20 K^4/n. Six standard deviations: a false alarm of 2e-9.
  constexpr double k = kCoordinates;
  CHECK(std::abs(sum / n) < 6 * k * std::sqrt(2 / n));
  CHECK(std::abs(squares / n - 2 * k * k) < 6 * k * k * std::sqrt(20 / n));
}

TEST_CASE("what is prepared survives being kept, and is overwritten when it is wiped") {
  const SlateRelease slate = SlateRelease::create(1, 3).value();
  SplitMix64 random(11);
  SlateRelease::Prepared prepared = slate.prepare(random, 2).value();
  const std::vector<std::int64_t> numbers(prepared.numbers().begin(), prepared.numbers().end());
  const auto again = SlateRelease::Prepared::restored(numbers);
  const auto outcomes = rewards({0.2, 0.8});
  CHECK(slate.release(prepared, outcomes).value() == slate.release(again, outcomes).value());
  prepared.wipe();
  for (const std::int64_t number : prepared.numbers()) CHECK(number == 0);
}

TEST_CASE("noise beyond 45 t/s saturates there, whatever the outcome") {
  const SlateRelease slate = SlateRelease::create(1, 2).value();
  const std::int64_t far = std::int64_t{1} << 56;
  const auto prepared = SlateRelease::Prepared::restored({far, -far});
  for (const double outcome : {0.0, 1.0}) {
    const auto released = slate.release(prepared, rewards({outcome, outcome}));
    // t/s = 2048: two coordinates share epsilon 1.
    CHECK(released.value()[0] == 1024 + 45 * 2048);
    CHECK(released.value()[1] == -45 * 2048);
  }
}

TEST_CASE("a slate without secure randomness, or with shares too small, is refused") {
  const SlateRelease slate = SlateRelease::create(1, 2).value();
  ScriptedSource dry({1, 2, 3});
  CHECK(slate.prepare(dry, 2).error().code == ErrorCode::insecure_randomness);
  CHECK(SlateRelease::create(1, 0).error().parameter == "coordinates");
  CHECK(SlateRelease::create(32, 1025).error().parameter == "coordinates");
  CHECK(SlateRelease::create(1, 1025).error().parameter == "coordinates");
  CHECK(SlateRelease::create(0x1p-5, 33).error().parameter == "epsilon");
  CHECK(SlateRelease::create(0x1p-5, 32).ok());
  CHECK(SlateRelease::create(129, 1).error().parameter == "epsilon");
  CHECK(SlateRelease::create(std::numeric_limits<double>::quiet_NaN(), 1).error().parameter ==
        "epsilon");
}
