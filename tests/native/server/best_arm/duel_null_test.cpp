// How often a best arm is dropped where all arms are equal: docs/spec/best-arm.md, section 9. With
// an error of 0.2 allowed at most 60 of 300 runs may, and 81 by chance: three standard deviations
// of Bin(300, 0.2), which a duel at its limit would exceed once in 700.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/best_arm/duel.hpp"
#include "server/best_arm/duel_mixture.hpp"

namespace ldp {
namespace {

using test::SplitMix64;

constexpr int kRuns = 300;
constexpr int kMost = 81;
constexpr std::uint64_t kReports = 30'000;
constexpr std::uint64_t kEpoch = 100;
constexpr double kError = 0.2;

// Without privacy a bit is the reward.
const DuelLevel kClear{0, 1};

// Reports and ones of an epoch, [arms][count, ones], of arms drawn by these shares.
std::vector<std::int64_t> epoch_of(SplitMix64& source, const std::vector<double>& shares,
                                   double mean) {
  std::vector<std::int64_t> sums(2 * shares.size());
  for (std::uint64_t i = 0; i < kEpoch; ++i) {
    double at = source.real();
    std::size_t arm = 0;
    while (arm + 1 < shares.size() && at >= shares[arm]) at -= shares[arm++];
    sums[2 * arm] += 1;
    sums[2 * arm + 1] += source.real() < mean ? 1 : 0;
  }
  return sums;
}

// Of runs with equal arms, those that drop arm 0. mean_at(t): of all arms after t reports.
template <class Mean>
int dropped(std::uint32_t arms, Mean mean_at) {
  DuelTerms terms;
  terms.arms = arms;
  terms.levels = {kClear};
  terms.error_probability = kError;
  terms.maximum_pulls = kReports;
  int count = 0;
  for (int run = 0; run < kRuns; ++run) {
    SplitMix64 source(static_cast<std::uint64_t>(run) + 1);
    Duel duel(terms);
    std::vector<std::int64_t> sums(2 * std::size_t{arms});
    for (std::uint64_t t = 0; t < kReports && !duel.is_certified(); t += kEpoch) {
      const std::vector<std::int64_t> epoch =
          epoch_of(source, duel.shares(), mean_at(static_cast<double>(t)));
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += epoch[i];
      if (duel.is_due(sums)) duel.close(sums);
    }
    count += static_cast<int>(duel.left().front() != 0);
  }
  return count;
}

DuelCount count_of(const std::vector<std::int64_t>& sums, std::size_t arm) {
  return {static_cast<double>(sums[2 * arm]), static_cast<double>(sums[2 * arm + 1])};
}

// The same for a rule that is wrong: the opponent of arm 0 is the best other arm of the block
// itself.
int dropped_by_hindsight(std::uint32_t arms, double mean) {
  const std::vector<double> shares(arms, 1.0 / arms);
  int count = 0;
  for (int run = 0; run < kRuns; ++run) {
    SplitMix64 source(static_cast<std::uint64_t>(run) + 1);
    std::vector<std::int64_t> sums(2 * std::size_t{arms});
    DuelLanes row{};
    bool is_left = true;
    for (std::uint64_t t = 0; t < kReports && is_left; t += kEpoch) {
      const std::vector<std::int64_t> epoch = epoch_of(source, shares, mean);
      const auto share = [&](std::size_t arm) {
        const DuelCount of = count_of(epoch, arm);
        return of.reports > 0 ? of.ones / of.reports : -1;
      };
      std::size_t opponent = 1;
      for (std::size_t arm = 2; arm < arms; ++arm) {
        if (share(arm) > share(opponent)) opponent = arm;
      }
      add_duel(kClear, {count_of(sums, opponent), count_of(epoch, opponent)},
               {count_of(sums, 0), count_of(epoch, 0)}, 0, row);
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += epoch[i];
      is_left = log_mixture(row) < -std::log(kError);
    }
    count += static_cast<int>(!is_left);
  }
  return count;
}

}  // namespace

TEST_CASE("of equal arms the first is seldom dropped, with two and with four of them") {
  CHECK(dropped(2, [](double) { return 0.5; }) <= kMost);
  CHECK(dropped(4, [](double) { return 0.3; }) <= kMost);
}

TEST_CASE("a drift that arms share does not make a duel wrong") {
  CHECK(dropped(2, [](double t) { return 0.5 + 0.15 * std::sin(t / 3000); }) <= kMost);
}

TEST_CASE("an opponent chosen by the block's own bits is caught") {
  CHECK(dropped_by_hindsight(4, 0.3) > kMost);  // an independent program: 181
}

}  // namespace ldp
