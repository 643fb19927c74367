#include "simulation/linear/linear_world.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "random/chi_square.hpp"

namespace ldp {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Whether numbers in [0, 1) are uniform: 100 cells. Below 10^-4 for one seed in 10^4.
double uniform_p_value(const std::vector<double>& shares) {
  std::vector<std::int64_t> cells;
  cells.reserve(shares.size());
  for (const double share : shares) cells.push_back(static_cast<std::int64_t>(share * 100));
  return test::chi_square_p_value(
      cells, [](std::int64_t cell) { return cell >= 0 && cell < 100 ? 0.01 : 0.0; }, 100);
}

// P(<u, e> <= t) for u uniform on the unit sphere of R^d, by Simpson's rule over the density
// (1 - t^2)^((d-3)/2), in the angle; d >= 2.
double cap_probability(double t, std::uint32_t d) {
  const auto integral = [&](double end) {
    constexpr int kSteps = 400;
    const double step = end / kSteps;
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const double weight = i == 0 || i == kSteps ? 1 : (i % 2 == 1 ? 4 : 2);
      sum += weight * std::pow(std::sin(i * step), d - 2);
    }
    return sum * step / 3;
  };
  return 1 - integral(std::acos(std::min(std::max(t, -1.0), 1.0))) / integral(kPi);
}

// <u, direction> of many points, as shares of its law; and the lengths are checked on the way.
std::vector<double> projected(std::uint32_t d, const std::vector<double>& direction) {
  constexpr std::uint32_t kPoints = 50;
  const std::uint32_t stride = feature_stride(kPoints);
  Sphere sphere(d, kPoints);
  std::vector<double> columns(std::size_t{d} * stride);
  std::vector<double> shares;
  for (std::uint64_t round = 0; round < 400; ++round) {
    CounterWords words(8, d, Purpose::contexts, round);
    sphere.draw(words, 3, stride, columns);
    for (std::uint32_t a = 0; a < kPoints; ++a) {
      double squared = 0;
      double along = 0;
      for (std::uint32_t i = 0; i < d; ++i) {
        const double coordinate = columns[std::size_t{i} * stride + a] / 3;
        squared += coordinate * coordinate;
        along += coordinate * direction[i];
      }
      REQUIRE(squared == Approx(1).epsilon(1e-12));
      shares.push_back(std::min(cap_probability(along, d), 1 - 1e-15));
    }
  }
  return shares;
}

TEST_CASE(
    "points are uniform on the sphere of every dimension: any direction has the law of caps") {
  for (const std::uint32_t d : {2u, 3u, 4u, 5u, 19u}) {
    std::vector<double> last(d);
    last.back() = 1;
    CHECK(uniform_p_value(projected(d, last)) > 1e-4);
    // Oblique, so that coordinates which are not independent would show.
    CHECK(uniform_p_value(projected(d, std::vector<double>(d, 1 / std::sqrt(d)))) > 1e-4);
    std::vector<double> pair(d);
    pair.front() = std::sqrt(0.5);
    pair.back() = -std::sqrt(0.5);
    CHECK(uniform_p_value(projected(d, pair)) > 1e-4);
  }
}

TEST_CASE("on the sphere of R^1 there are two points") {
  Sphere sphere(1, 1);
  std::vector<double> column(8);
  int above = 0;
  for (std::uint64_t round = 0; round < 2000; ++round) {
    CounterWords words(9, 0, Purpose::contexts, round);
    sphere.draw(words, 1, 8, column);
    REQUIRE(std::abs(column[0]) == Approx(1).epsilon(1e-15));
    above += column[0] > 0 ? 1 : 0;
  }
  CHECK(std::abs(above - 1000) < 5 * 22.4);
}

std::vector<double> columns_of(const FeatureBlock& block) {
  return {block.columns.begin(), block.columns.end()};
}

TEST_CASE("arms are (spread u, 1)/sqrt 2, padded with zeros; means are their product with theta") {
  for (const double spread : {1.0, 0.25}) {
    LinearWorld world({5, 20, false, spread}, false, 3, 1);
    for (int round = 0; round < 100; ++round) {
      const FeatureBlock& block = world.next_round();
      CHECK(block.stride == 24);
      for (std::uint32_t arm = 0; arm < 20; ++arm) {
        double squared = 0;
        for (std::uint32_t i = 0; i < 4; ++i) squared += block.at(arm, i) * block.at(arm, i);
        REQUIRE(squared == Approx(spread * spread / 2).epsilon(1e-12));
        REQUIRE(block.at(arm, 4) == Approx(std::sqrt(0.5)).epsilon(1e-15));
        REQUIRE(std::abs(world.means()[arm] - 0.5) <= spread / 2 + 1e-12);
      }
      for (std::uint32_t i = 0; i < 5; ++i) {
        for (std::uint32_t lane = 20; lane < 24; ++lane) REQUIRE(block.columns[i * 24 + lane] == 0);
      }
    }
  }
}

TEST_CASE("fixed arms stay, and the first of them stand along the axes") {
  LinearWorld world({4, 10, true, 1}, false, 3, 1);
  const std::vector<double> first = columns_of(world.next_round());
  const double half_root = std::sqrt(0.5);
  for (std::uint32_t arm = 0; arm < 4; ++arm) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      CHECK(first[i * 16 + arm] == (arm == i ? Approx(half_root) : Approx(0)));
    }
  }
  (void)world.draw(2);
  CHECK(columns_of(world.next_round()) == first);
}

TEST_CASE("contexts and random draws depend on seed and replicate, not on what is played") {
  const auto played = [](std::uint32_t arm, std::uint64_t seed, std::uint32_t replicate) {
    LinearWorld world({5, 7, false, 1}, false, seed, replicate);
    std::vector<double> seen;
    for (int round = 0; round < 20; ++round) {
      const std::vector<double> columns = columns_of(world.next_round());
      seen.insert(seen.end(), columns.begin(), columns.end());
      (void)world.draw(arm);
    }
    return seen;
  };
  CHECK(played(0, 4, 2) == played(6, 4, 2));
  CHECK(played(0, 4, 2) != played(0, 5, 2));
  CHECK(played(0, 4, 2) != played(0, 4, 3));
}

TEST_CASE("an arm of a larger mean pays whenever one of a smaller mean does") {
  LinearWorld low({5, 3, true, 1}, false, 4, 2);
  LinearWorld high({5, 3, true, 1}, false, 4, 2);
  (void)low.next_round();
  const std::vector<double> means = low.means();
  const std::uint32_t worse = means[0] < means[1] ? 0 : 1;
  (void)high.next_round();
  double paid = 0;
  constexpr int kRounds = 20'000;
  for (int round = 0; round < kRounds; ++round) {
    const double less = low.draw(worse);
    REQUIRE(less <= high.draw(1 - worse));
    paid += less;
    (void)low.next_round();
    (void)high.next_round();
  }
  CHECK(std::abs(paid / kRounds - means[worse]) < 5 * 0.5 / std::sqrt(kRounds));
}

TEST_CASE("an arm at random loses 0.4705 a round against the best of 100") {
  LinearWorld world({5, 100, false, 1}, false, 11, 0);
  double loss = 0;
  constexpr int kRounds = 20'000;
  for (int round = 0; round < kRounds; ++round) {
    (void)world.next_round();
    double best = 0;
    double sum = 0;
    for (std::uint32_t arm = 0; arm < 100; ++arm) {
      best = std::max(best, world.means()[arm]);
      sum += world.means()[arm];
    }
    loss += best - sum / 100;
  }
  // docs/spec/linear.md, section 8; the standard error is 0.0002, and it is rounded to 0.00005.
  CHECK(std::abs(loss / kRounds - 0.4705) < 0.001);
}

TEST_CASE("the regret is the gap of the means, or with realised regret that of the rewards") {
  LinearWorld pseudo({5, 30, false, 1}, false, 12, 0);
  LinearWorld realized({5, 30, false, 1}, true, 12, 0);
  double gaps = 0;
  constexpr int kRounds = 20'000;
  for (int round = 0; round < kRounds; ++round) {
    (void)pseudo.next_round();
    (void)realized.next_round();
    double best = 0;
    for (std::uint32_t arm = 0; arm < 30; ++arm) best = std::max(best, pseudo.means()[arm]);
    gaps += best - pseudo.means()[4];
    CHECK(pseudo.draw(4) == realized.draw(4));
  }
  CHECK(pseudo.regret() == Approx(gaps).epsilon(1e-12));
  CHECK(realized.regret() == std::round(realized.regret()));
  CHECK(std::abs(realized.regret() - gaps) < 5 * 0.5 * std::sqrt(kRounds));
}

}  // namespace
}  // namespace ldp
