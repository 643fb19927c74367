#include "privacy/ball_scale.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch.hpp"
#include "privacy/gram_layout.hpp"

using namespace ldp;

namespace {

BallScale ball(double epsilon, std::uint32_t length, double norm = 1) {
  return BallScale::create(epsilon, length, norm).value();
}

}  // namespace

TEST_CASE("the length of a released vector has its known values") {
  CHECK(ball(1, 1).stretch() == Approx(2.163953413738652).epsilon(1e-13));
  CHECK(ball(1, 2).stretch() == Approx(3.399130073655952).epsilon(1e-13));
  CHECK(ball(1, 20).stretch() == Approx(11.97833396698724).epsilon(1e-13));
  CHECK(ball(2, 20).stretch() == Approx(7.268167170464299).epsilon(1e-13));
  CHECK(ball(8, 5).stretch() == Approx(2.668456401071151).epsilon(1e-13));
}

TEST_CASE("the length agrees with the Gamma function for every number of coordinates") {
  for (std::uint32_t q = 1; q <= BallScale::kMaxLength; q += q / 16 + 1) {
    const double ratio = std::exp(std::lgamma((q + 1) / 2.0) - std::lgamma(q / 2.0));
    const double reference = std::sqrt(std::acos(-1.0)) * ratio / std::tanh(0.5);
    CAPTURE(q);
    CHECK(ball(1, q).stretch() == Approx(reference).epsilon(1e-10));
  }
  CHECK(BallScale::kMaxLength == gram_length(kMaxFeatures));
}

TEST_CASE("the noise of a Gram matrix of 20 numbers is half of a Gaussian's") {
  struct Known {
    double epsilon, sigma;
  };
  for (const auto& [epsilon, sigma] :
       {Known{0.5, 7.147}, Known{1, 3.788}, Known{2, 2.298}, Known{3, 1.934}, Known{4, 1.816},
        Known{5, 1.774}, Known{6, 1.759}, Known{8, 1.752}}) {
    CAPTURE(epsilon);
    CHECK(ball(epsilon, 20, std::sqrt(2)).sigma() == Approx(sigma).epsilon(3e-4));
  }
}

TEST_CASE("a step is worth the length of a vector over that of a direction") {
  const BallScale scale = ball(1, 5, 0.5);
  CHECK(scale.unit() == Approx(0.5 * scale.stretch() / 32767).epsilon(1e-15));
  CHECK(scale.sigma() == Approx(scale.unit() * 32767 / std::sqrt(5)).epsilon(1e-15));
}

TEST_CASE("the guarantee is the coin's, pure, and never above what was asked") {
  for (const double epsilon : {kMinEpsilon, 0.1, 1.0, 5.0, 32.0, kMaxEpsilon}) {
    const BallScale scale = ball(epsilon, 20);
    CHECK(scale.guarantee().delta() == 0);
    CHECK(scale.guarantee().epsilon() <= epsilon);
    CHECK(scale.guarantee().epsilon() == scale.coin().epsilon());
  }
}

TEST_CASE("a ball refuses what is not one") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon : {0.0, 0x1p-11, 129.0, nan}) {
    CHECK(BallScale::create(epsilon, 5, 1).error().parameter == "epsilon");
  }
  for (const std::uint32_t length : {0u, BallScale::kMaxLength + 1}) {
    CHECK(BallScale::create(1, length, 1).error().parameter == "length");
  }
  for (const double norm : {0.0, -1.0, nan, infinity}) {
    CHECK(BallScale::create(1, 5, norm).error().parameter == "norm");
  }
}
