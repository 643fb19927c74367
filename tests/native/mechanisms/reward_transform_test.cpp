#include "mechanisms/reward_transform.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch.hpp"

using namespace ldp;

namespace {

const double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kLargest = std::numeric_limits<double>::max();

double apply(const RewardTransform& transform, double feedback) {
  return static_cast<double>(transform(feedback).value().value()) * 0x1p-32;
}

}  // namespace

TEST_CASE("unit clamps to [0, 1]") {
  const RewardTransform unit = RewardTransform::unit();
  CHECK(unit.kind() == RewardTransform::Kind::unit);
  CHECK(apply(unit, 0.25) == 0.25);
  CHECK(apply(unit, -3) == 0);
  CHECK(apply(unit, 7) == 1);
}

TEST_CASE("clip maps [low, high] to [0, 1] and clamps the rest") {
  const RewardTransform clip = RewardTransform::clip(-1, 2).value();
  CHECK(clip.kind() == RewardTransform::Kind::clip);
  CHECK(apply(clip, -1) == 0);
  CHECK(apply(clip, 0.5) == 0.5);
  CHECK(apply(clip, 2) == 1);
  CHECK(apply(clip, -kLargest) == 0);
  CHECK(apply(clip, kLargest) == 1);

  const RewardTransform wide = RewardTransform::clip(-kLargest / 2, kLargest / 2).value();
  CHECK(apply(wide, 0) == 0.5);
  CHECK(apply(wide, kLargest) == 1);
  const RewardTransform narrow = RewardTransform::clip(0, 5e-324).value();
  CHECK(apply(narrow, 5e-324) == 1);
  CHECK(apply(narrow, 0) == 0);
}

TEST_CASE("sigmoid maps every finite feedback into [0, 1]") {
  const RewardTransform sigmoid = RewardTransform::sigmoid(0, 1).value();
  CHECK(sigmoid.kind() == RewardTransform::Kind::sigmoid);
  CHECK(apply(sigmoid, 0) == 0.5);
  CHECK(apply(sigmoid, 1) == Approx(0.7310585786300049).margin(1e-9));
  CHECK(apply(sigmoid, kLargest) == 1);
  CHECK(apply(sigmoid, -kLargest) == 0);
  CHECK(apply(RewardTransform::sigmoid(10, 2).value(), 12) ==
        Approx(0.7310585786300049).margin(1e-9));
  const RewardTransform steep = RewardTransform::sigmoid(-kLargest, 5e-324).value();
  CHECK(apply(steep, kLargest) == 1);
  CHECK(apply(steep, -kLargest) == 0.5);
}

// Means of 1/(1 + exp(-r)) for r ~ N(mu, 1), by the trapezoidal rule, against the known values.
TEST_CASE("the sigmoid of Gaussian rewards has the published means") {
  const RewardTransform sigmoid = RewardTransform::sigmoid(0, 1).value();
  const double mus[] = {0.9, 0.8, 0.7, 0.6, 0.5};
  const double means[] = {0.67868, 0.66014, 0.64116, 0.62177, 0.60203};
  for (int i = 0; i < 5; ++i) {
    double mean = 0;
    for (int step = -1000; step <= 1000; ++step) {
      const double z = step / 100.0;
      mean +=
          0.01 * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1)) * apply(sigmoid, mus[i] + z);
    }
    CHECK(mean == Approx(means[i]).margin(5e-6));
  }
}

TEST_CASE("threshold is 1 strictly above") {
  const RewardTransform threshold = RewardTransform::threshold(0.5).value();
  CHECK(threshold.kind() == RewardTransform::Kind::threshold);
  CHECK(apply(threshold, 0.5) == 0);
  CHECK(apply(threshold, std::nextafter(0.5, 1.0)) == 1);
  CHECK(apply(threshold, -kLargest) == 0);
}

TEST_CASE("feedback that is no number is refused by every transform, and not echoed") {
  for (const RewardTransform& transform :
       {RewardTransform::unit(), RewardTransform::clip(-1, 1).value(),
        RewardTransform::sigmoid(0, 1).value(), RewardTransform::threshold(0).value()}) {
    for (const double feedback : {kInfinity, -kInfinity, kNan}) {
      const auto result = transform(feedback);
      REQUIRE_FALSE(result.ok());
      CHECK(result.error().code == ErrorCode::invalid_argument);
      CHECK(result.error().parameter == "reward");
      CHECK(result.error().value == 0);
    }
  }
}

TEST_CASE("transforms refuse parameters that define no map into [0, 1]") {
  struct Case {
    Result<RewardTransform> result;
    std::string_view parameter;
  };
  for (const Case& c : {
           Case{RewardTransform::clip(kNan, 1), "low"},
           Case{RewardTransform::clip(-kInfinity, 1), "low"},
           Case{RewardTransform::clip(0, kNan), "high"},
           Case{RewardTransform::clip(0, kInfinity), "high"},
           Case{RewardTransform::clip(1, 1), "high"},
           Case{RewardTransform::clip(2, 1), "high"},
           Case{RewardTransform::clip(-kLargest, kLargest), "high"},
           Case{RewardTransform::sigmoid(kNan, 1), "center"},
           Case{RewardTransform::sigmoid(kInfinity, 1), "center"},
           Case{RewardTransform::sigmoid(0, 0), "scale"},
           Case{RewardTransform::sigmoid(0, -1), "scale"},
           Case{RewardTransform::sigmoid(0, kNan), "scale"},
           Case{RewardTransform::sigmoid(0, kInfinity), "scale"},
           Case{RewardTransform::threshold(kNan), "at"},
           Case{RewardTransform::threshold(-kInfinity), "at"},
       }) {
    REQUIRE_FALSE(c.result.ok());
    CHECK(c.result.error().code == ErrorCode::invalid_argument);
    CHECK(c.result.error().parameter == c.parameter);
  }
}
