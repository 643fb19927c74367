#include "client/centred_arms.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "client/moment_message.hpp"
#include "protocol/moment_scale.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

using Rows = std::vector<std::vector<double>>;

// Rows as a block of columns, with the padding that a block has.
struct Block {
  explicit Block(const Rows& rows)
      : arms(static_cast<std::uint32_t>(rows.size())),
        dimension(static_cast<std::uint32_t>(rows[0].size())),
        columns(std::size_t{feature_stride(arms)} * dimension) {
    for (std::size_t a = 0; a < arms; ++a) {
      for (std::size_t i = 0; i < dimension; ++i) {
        columns[i * feature_stride(arms) + a] = rows[a][i];
      }
    }
  }
  FeatureBlock view() const { return {arms, dimension, feature_stride(arms), columns}; }

  std::uint32_t arms, dimension;
  std::vector<double> columns;
};

// Rows in the unit ball.
Rows random_rows(SplitMix64& random, std::size_t arms, std::size_t dimension, double size = 1) {
  Rows rows(arms, std::vector<double>(dimension));
  for (auto& row : rows) {
    double squares = 0;
    for (double& x : row) {
      x = 2 * random.real() - 1;
      squares += x * x;
    }
    for (double& x : row) x *= size * random.real() / std::sqrt(squares);
  }
  return rows;
}

LinearExperiment moments(std::uint32_t dimension, double spread = 1) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_linear_moments;
  experiment.dimension = dimension;
  experiment.epsilon = 1;
  experiment.spread = spread;
  return experiment;
}

double norm(const std::vector<double>& vector) {
  double squares = 0;
  for (const double x : vector) squares += x * x;
  return std::sqrt(squares);
}

// constant + y slope.
std::vector<double> at_reward(const LinearMessage& message, double y) {
  std::vector<double> vector = message.constant;
  for (std::size_t i = 0; i < message.slope.size(); ++i) vector[i] += y * message.slope[i];
  return vector;
}

// w S theta, from an svec.
std::vector<double> image(const std::vector<double>& svec, const std::vector<double>& theta) {
  std::vector<double> result(theta.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    result[i] += svec[next++] * theta[i];
    for (std::size_t j = i + 1; j < theta.size(); ++j, ++next) {
      result[i] += svec[next] / std::sqrt(2) * theta[j];
      result[j] += svec[next] / std::sqrt(2) * theta[i];
    }
  }
  return result;
}

}  // namespace

// The identity that the learner rests on, by enumeration of all arms: whatever the baseline of the
// visitor, the mean of the moment over the device's own draw is its design times theta.
TEST_CASE("the mean of a device's moment over its arms is its design times theta, exactly") {
  SplitMix64 random(3);
  for (int i = 0; i < 500; ++i) {
    const std::size_t arms = 1 + random.next() % 9;
    const std::size_t d = 1 + random.next() % 6;
    const double spread = 0.1 + 1.9 * random.real();
    const Rows rows = random_rows(random, arms, d);
    const Block block(rows);
    const LinearExperiment experiment = moments(static_cast<std::uint32_t>(d), spread);
    std::vector<double> theta(d);
    for (double& t : theta) t = 2 * random.real() - 1;
    const double baseline = 4 * random.real() - 2;

    std::vector<double> mean(d);
    for (std::uint32_t a = 0; a < arms; ++a) {
      double y = baseline;
      for (std::size_t j = 0; j < d; ++j) y += theta[j] * rows[a][j];
      const auto vector = at_reward(moment_message(experiment, block.view(), a, true), y);
      for (std::size_t j = 0; j < d; ++j) mean[j] += vector[j] / static_cast<double>(arms);
    }
    const LinearMessage design = moment_message(experiment, block.view(), 0, false);
    const std::vector<double> expected = image(design.constant, theta);
    for (std::size_t j = 0; j < d; ++j) {
      REQUIRE(mean[j] == Approx(expected[j]).margin(1e-12));
    }
  }
}

TEST_CASE("an exploring device sends the moment, any other the design, without feedback") {
  const Block block({{0.5, 0}, {-0.5, 0}, {0, 0.6}});
  const LinearMessage moment = moment_message(moments(2), block.view(), 1, true);
  CHECK(moment.part == kMomentPart);
  CHECK(moment.slope.size() == 2);
  const LinearMessage design = moment_message(moments(2), block.view(), 1, false);
  CHECK(design.part == kDesignPart);
  CHECK(design.constant.size() == 3);
  CHECK(design.slope.empty());
  // Whatever arm was chosen: it is not in it.
  CHECK(moment_message(moments(2), block.view(), 2, false).constant == design.constant);
}

TEST_CASE("two arms: their difference, as long as it may be") {
  const Block block({{0.5, 0.1}, {0.1, 0.4}});  // z = +-(0.2, -0.15), r = 0.25
  CentredArms arms;
  arms.assign(block.view());
  CHECK(arms.radius() == Approx(0.25));
  std::vector<double> moment(2);
  arms.moment(0, 1, moment);
  CHECK(moment[0] == Approx(0.8));
  CHECK(moment[1] == Approx(-0.6));
  std::vector<double> design(3);
  arms.design(1, design);  // z z^T/r
  CHECK(design[0] == Approx(0.16));
  CHECK(design[1] == Approx(-0.12 * std::sqrt(2)));
  CHECK(design[2] == Approx(0.09));
  // Arms farther apart than the declared spread count for less, in both parts alike.
  arms.design(0.125, design);
  CHECK(design[0] == Approx(0.08));
  arms.moment(0, 0.125, moment);
  CHECK(moment[0] == Approx(0.4));
}

TEST_CASE("no vector is longer than its declared bound, however wild the features") {
  SplitMix64 random(5);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t arms = 1 + random.next() % 12;
    const std::size_t d = 1 + random.next() % 8;
    const double spread = i % 3 == 0 ? 0x1p-10 : 2 * (0.01 + 0.99 * random.real());
    const double size = i % 2 == 0 ? 1 : std::ldexp(1, -static_cast<int>(random.next() % 1100));
    const Block block(random_rows(random, arms, d, size));
    const LinearExperiment experiment = moments(static_cast<std::uint32_t>(d), spread);
    for (const bool explores : {true, false}) {
      const auto arm = static_cast<std::uint32_t>(random.next() % arms);
      const LinearMessage message = moment_message(experiment, block.view(), arm, explores);
      for (const double y : {0.0, 0.3, 1.0}) {
        const double length = norm(at_reward(message, y));
        REQUIRE(std::isfinite(length));
        REQUIRE(length <= moment_norm(experiment, message.part) * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("opposite arms of norm 1 have the longest moment and design there are") {
  const Block block({{1, 0}, {-1, 0}});
  const LinearExperiment experiment = moments(2, 2);
  const LinearMessage moment = moment_message(experiment, block.view(), 0, true);
  // w = min(1, 2/1)/1.
  CHECK(norm(at_reward(moment, 1)) == Approx(0.5));
  CHECK(norm(at_reward(moment, 0)) == Approx(0.5));
  CHECK(norm(moment_message(experiment, block.view(), 0, false).constant) == Approx(1));
}

TEST_CASE("arms that are all the same say nothing, and do no harm") {
  for (const Rows& rows : {Rows{{0.3, -0.2, 0.1}}, Rows{{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}},
                           Rows{{0, 0, 0}, {0, 0, 0}}}) {
    const Block block(rows);
    const LinearMessage moment = moment_message(moments(3), block.view(), 0, true);
    CHECK(at_reward(moment, 1) == std::vector<double>(3));
    CHECK(moment_message(moments(3), block.view(), 0, false).constant == std::vector<double>(6));
  }
}

TEST_CASE("what all arms have in common is in neither report") {
  SplitMix64 random(9);
  Rows rows = random_rows(random, 5, 3, 0.5);
  const Block block(rows);
  for (auto& row : rows) {
    row[0] += 0.25;
    row[2] -= 0.125;
  }
  const Block shifted(rows);
  for (const bool explores : {true, false}) {
    const auto one = at_reward(moment_message(moments(3), block.view(), 2, explores), 1);
    const auto other = at_reward(moment_message(moments(3), shifted.view(), 2, explores), 1);
    for (std::size_t i = 0; i < one.size(); ++i) CHECK(other[i] == Approx(one[i]).margin(1e-14));
  }
}

TEST_CASE("the arms of a smaller round leave nothing of the larger one before") {
  SplitMix64 random(13);
  CentredArms used;
  used.assign(Block(random_rows(random, 12, 4)).view());
  const Block small(random_rows(random, 3, 2));
  used.assign(small.view());
  CentredArms fresh;
  fresh.assign(small.view());
  std::vector<double> one(3);
  std::vector<double> other(3);
  used.design(1, one);
  fresh.design(1, other);
  CHECK(one == other);
  used.wipe();
  used.design(1, one);
  CHECK(one == std::vector<double>(3));
}
