#include "protocol/public_normal.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/combinatorial/slate_seed.hpp"
#include "server/combinatorial/super_arm_index.hpp"

namespace ldp {
namespace {

TEST_CASE("public normals are normal") {
  // Kolmogorov and Smirnov's distance from the normal law over 100,000 draws of fixed seeds. It
  // would exceed 1.95/sqrt(n) once in a thousand sets of seeds.
  std::vector<double> draws;
  for (std::uint32_t snapshot = 1; snapshot <= 100; ++snapshot) {
    const std::uint64_t seed = seed_of_slate(42, snapshot, snapshot % 7);
    for (std::uint32_t arm = 0; arm < 1000; ++arm) draws.push_back(public_normal(seed, arm));
  }
  std::sort(draws.begin(), draws.end());
  double distance = 0;
  const auto n = static_cast<double>(draws.size());
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double law = 0.5 * std::erfc(-draws[i] / std::sqrt(2.0));
    const auto before = static_cast<double>(i);
    distance = std::max({distance, law - before / n, (before + 1) / n - law});
  }
  CHECK(distance < 1.95 / std::sqrt(n));
}

TEST_CASE("the coins of two slates, snapshots or arms have nothing to do with each other") {
  // Correlations of 10,000 pairs: beyond 0.04 with probability 6e-5 each.
  double slates = 0;
  double snapshots = 0;
  double arms = 0;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const double one = public_normal(seed_of_slate(1, 5, 3), i);
    slates += one * public_normal(seed_of_slate(1, 5, 4), i);
    snapshots += one * public_normal(seed_of_slate(1, 6, 3), i);
    arms += one * public_normal(seed_of_slate(1, 5, 3), i + 1);
  }
  CHECK(std::abs(slates) < 400);
  CHECK(std::abs(snapshots) < 400);
  CHECK(std::abs(arms) < 400);
}

TEST_CASE("a public normal is the same on every machine for ever") {
  // The polar method in tests/reference/combinatorial.py, from the same words of SplitMix64's
  // finaliser.
  const std::uint64_t seed = seed_of_slate(0x6c64702d736c6174, 12, 5);
  CHECK(seed == 0xc13973192d154aa3);
  CHECK(public_normal(seed, 0) == Approx(0.66442877131492217).epsilon(1e-13));
  CHECK(public_normal(seed, 1) == Approx(1.1056835836231495).epsilon(1e-13));
}

TEST_CASE("a super arm without reports comes first; of several a coin decides") {
  SuperArms all;
  all.members = {0, 1, 1, 2, 0, 2};
  all.ends = {2, 4, 6};
  const std::vector<double> mean{1, 1, 0};
  const std::vector<double> weight{9, 9, 0};
  bool seen[3] = {};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    seen[largest_joint_index(all, SetReward::sum, mean, weight, 100, seed)] = true;
  }
  CHECK(!seen[0]);
  CHECK(seen[1]);
  CHECK(seen[2]);
}

TEST_CASE("where the reward is the mean, a joint index is over the size of the super arm") {
  SuperArms all;
  all.members = {0, 1, 2, 3, 4};
  all.ends = {1, 5};
  const std::vector<double> mean{.8, .5, .5, .5, .5};
  const std::vector<double> weight(5, 1e6);
  CHECK(largest_joint_index(all, SetReward::sum, mean, weight, 100, 1) == 1);
  CHECK(largest_joint_index(all, SetReward::mean, mean, weight, 100, 1) == 0);
}

}  // namespace
}  // namespace ldp
