// Reference values: docs/spec/linear.md, section 10.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "server/linear/maler.hpp"
#include "server/linear/ogd.hpp"
#include "server/linear/plain_algebra.hpp"

namespace ldp {
namespace {

Approx near(double value) { return Approx(value).epsilon(1e-6); }

// The stream g_t = (theta_t - (0.5, -0.25)) + 0.2 (sin t, cos t).
template <class Learner>
void play(Learner& learner, int from, int to) {
  for (int t = from; t <= to; ++t) {
    const std::vector<double> gradient{learner.theta()[0] - 0.5 + 0.2 * std::sin(t),
                                       learner.theta()[1] + 0.25 + 0.2 * std::cos(t)};
    learner.step(gradient);
  }
}

TEST_CASE("Maler on the reference stream") {
  Maler maler(2, 3, 1, 100);
  CHECK(maler.experts() == 11);  // J = 4
  CHECK(maler.theta()[0] == 0);
  const struct {
    int step;
    double theta[2];
  } expected[] = {{1, {0.28590231, -0.30861780}},
                  {2, {0.24160353, -0.16053687}},
                  {10, {0.38736517, -0.16712297}},
                  {100, {0.48836555, -0.23985976}}};
  int played = 0;
  for (const auto& [step, theta] : expected) {
    play(maler, played + 1, step);
    played = step;
    CHECK(maler.theta()[0] == Approx(theta[0]).margin(5e-9));
    CHECK(maler.theta()[1] == Approx(theta[1]).margin(5e-9));
  }
}

TEST_CASE("OGD on the same stream") {
  Ogd ogd(2, 3, 1, 0);
  const struct {
    int step;
    double theta[2];
  } expected[] = {{1, {0.22113720, -0.23870697}},
                  {10, {0.47487333, -0.19869645}},
                  {100, {0.51432244, -0.25038998}}};
  int played = 0;
  for (const auto& [step, theta] : expected) {
    play(ogd, played + 1, step);
    played = step;
    CHECK(ogd.theta()[0] == Approx(theta[0]).margin(5e-9));
    CHECK(ogd.theta()[1] == Approx(theta[1]).margin(5e-9));
  }
}

TEST_CASE("at T = 20000 Maler has 19 experts") {
  CHECK(Maler(5, 10, 1, 20000).experts() == 19);
  CHECK(Maler(5, 10, 1, 1).experts() == 3);
}

TEST_CASE("a strongly convex step is the smaller of 1/(mu t) and 2 D/(G sqrt t)") {
  Ogd ogd(1, 4, 10, 0.5);
  ogd.step(std::vector<double>{-1});  // min(2, 5)
  CHECK(ogd.theta()[0] == 2);
  ogd.step(std::vector<double>{-1});  // min(1, 5/sqrt(2))
  CHECK(ogd.theta()[0] == 3);
  Ogd steep(1, 4, 1, 0.1);
  steep.step(std::vector<double>{-1});  // min(10, 0.5)
  CHECK(steep.theta()[0] == 0.5);
}

TEST_CASE("the projection in a metric on the reference point") {
  SymmetricEigen eigen(2);
  std::vector<double> rotated(2);
  std::vector<double> point{2, -1};
  project_in_metric(std::vector<double>{4, 1, 1, 2}, 1, eigen, rotated, point);
  CHECK(point[0] == near(0.98273326));
  CHECK(point[1] == near(-0.18502793));
  std::vector<double> inside{0.6, -0.8};
  project_in_metric(std::vector<double>{4, 1, 1, 2}, 1, eigen, rotated, inside);
  CHECK(inside == std::vector<double>{0.6, -0.8});
}

TEST_CASE("no point of the ball is nearer in the metric than the projection") {
  test::SplitMix64 words(5);
  constexpr std::uint32_t kDimension = 4;
  SymmetricEigen eigen(kDimension);
  std::vector<double> rotated(kDimension);
  for (int repetition = 0; repetition < 50; ++repetition) {
    // W = I/100 + a few squares: condition numbers up to about 10^4.
    std::vector<double> metric(16);
    for (std::size_t i = 0; i < 4; ++i) metric[5 * i] = 0.01;
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> v = test::normals(words, 4, 4);
      for (std::size_t i = 0; i < 16; ++i) metric[i] += v[i / 4] * v[i % 4];
    }
    const std::vector<double> y = test::normals(words, 4, 3);
    const auto distance = [&](const std::vector<double>& z) {
      double sum = 0;
      for (std::size_t i = 0; i < 16; ++i)
        sum += (z[i / 4] - y[i / 4]) * metric[i] * (z[i % 4] - y[i % 4]);
      return sum;
    };
    std::vector<double> projected = y;
    project_in_metric(metric, 1, eigen, rotated, projected);
    const double least = distance(projected);
    for (int probe = 0; probe < 200; ++probe) {
      // Beside it on the ball, and anywhere in it.
      std::vector<double> z = probe % 2 == 0 ? projected : std::vector<double>(4);
      const std::vector<double> step = test::normals(words, 4, probe % 2 == 0 ? 0.05 : 0.5);
      for (std::size_t i = 0; i < 4; ++i) z[i] += step[i];
      project_on_ball(1, z);
      CHECK(distance(z) >= least * (1 - 1e-9) - 1e-12);
    }
  }
}

TEST_CASE("a Maler that saves and loads in the middle goes on with the same bits") {
  Maler maler(3, 5, 1, 1000);
  test::SplitMix64 words(6);
  for (int t = 0; t < 300; ++t) maler.step(test::normals(words, 3, 2));
  ByteWriter writer;
  maler.write(writer);
  Maler loaded(3, 5, 1, 1000);
  ByteReader reader(writer.bytes());
  REQUIRE(loaded.read(reader));
  CHECK(reader.at_end());
  for (int t = 0; t < 50; ++t) {
    const std::vector<double> gradient = test::normals(words, 3, 2);
    maler.step(gradient);
    loaded.step(gradient);
    CHECK(std::equal(maler.theta().begin(), maler.theta().end(), loaded.theta().begin()));
  }
}

// Its saved form: clock, points [experts][2], log weights [experts], metrics and inverses
// [rates][4].
TEST_CASE("a saved Maler that no gradients lead to is refused, or stays inside the ball") {
  Maler maler(2, 5, 1, 1000);
  const std::size_t experts = maler.experts();
  const std::size_t weights = 1 + 2 * experts;
  const std::size_t metrics = weights + experts;
  const std::size_t inverses = metrics + (experts - 1) / 2 * 4;
  const std::vector<double> gradient{3, -4};
  maler.step(gradient);
  ByteWriter writer;
  maler.write(writer);
  REQUIRE(writer.bytes().size() == 8 * (2 * inverses - metrics));

  const auto with = [&](std::size_t from, std::size_t to, double value) {
    ByteWriter number;
    number.number(value);
    std::vector<std::uint8_t> bytes = writer.bytes();
    for (std::size_t i = from; i < to; ++i) {
      std::copy(number.bytes().begin(), number.bytes().end(),
                bytes.begin() + static_cast<std::ptrdiff_t>(8 * i));
    }
    return bytes;
  };
  const auto reads = [](Maler& loaded, const std::vector<std::uint8_t>& bytes) {
    ByteReader reader(bytes);
    return loaded.read(reader);
  };

  Maler loaded(2, 5, 1, 1000);
  CHECK_FALSE(reads(loaded, with(0, 1, -1)));                    // 2^63 and more steps
  CHECK_FALSE(reads(loaded, with(weights, metrics, -1e60)));     // no expert has any weight
  CHECK_FALSE(reads(loaded, with(weights, weights + 1, 1)));     // one has more than the most
  CHECK_FALSE(reads(loaded, with(metrics, metrics + 1, 1e61)));  // no steps add up to that

  for (const double value : {-1e60, -1.0, 0.0, 1e60}) {
    for (const std::size_t from : {metrics, inverses}) {
      CAPTURE(value, from);
      REQUIRE(reads(loaded, with(from, from + inverses - metrics, value)));
      for (int t = 0; t < 20; ++t) {
        loaded.step(gradient);
        REQUIRE(std::hypot(loaded.theta()[0], loaded.theta()[1]) <= 1 + 1e-12);  // false for NaN
      }
    }
  }
}

TEST_CASE("a saved OGD has taken fewer steps than there can be reports") {
  Ogd ogd(2, 3, 1, 0);
  ByteWriter writer;
  writer.integer(~std::uint64_t{0});
  for (int i = 0; i < 2; ++i) writer.number(0.5);
  ByteReader reader(writer.bytes());
  CHECK_FALSE(ogd.read(reader));
}

TEST_CASE("gradients as long as G for 20000 steps: weights underflow, nothing is NaN") {
  Maler maler(4, 7, 1, 20000);
  test::SplitMix64 words(7);
  for (int t = 0; t < 20000; ++t) {
    std::vector<double> gradient = test::normals(words, 4, 1);
    gradient[0] += t % 1000 < 900 ? 5 : -50;
    double square = 0;
    for (const double g : gradient) square += g * g;
    for (double& g : gradient) g *= 7 / std::sqrt(square);
    maler.step(gradient);
    double length = 0;
    for (const double x : maler.theta()) length += x * x;
    REQUIRE(length <= 1 + 1e-12);  // false for NaN
  }
}

}  // namespace
}  // namespace ldp
