// CUCB-DP: that the whole sequence of super arms is private, although each depends on those before,
// and the indices that it is chosen by.
#include "simulation/combinatorial/central_learner.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "catch.hpp"
#include "oracles/public_coins.hpp"
#include "protocol/decision_sets.hpp"
#include "simulation/combinatorial/batches.hpp"
#include "simulation/combinatorial/tree.hpp"

namespace ldp {
namespace {

using test::top_k;

constexpr std::uint64_t kRounds = 300;
constexpr std::uint32_t kArms = 6;
constexpr std::uint32_t kChosen = 3;

using SuperArm = std::vector<std::uint32_t>;

template <class Sums>
CentralLearner<Sums> learner(const DecisionSet& set, const Sums& empty, const CentralTerms& terms) {
  return {ChangingOracle::create(set, 7).value(), std::vector<Sums>(set.arms, empty), terms};
}

// The outcome of an arm in a round, 0 or 1024; better for arms of small number.
std::int64_t outcome(std::uint64_t round, std::uint32_t arm) {
  return public_word(3, round, arm) % 10 < 8 - arm ? 1024 : 0;
}

// A noise of up to three outcomes either way, as the number of the draw says.
std::int64_t noise(std::uint64_t draw) {
  return static_cast<std::int64_t>(public_word(4, draw) % 6145) - 3072;
}

// The positions, from 1, of the values in the sum that is released at the c-th.
struct Range {
  std::size_t first;
  std::size_t last;
};

Range released(const PrefixTree&, std::size_t c) {
  return {c - (std::size_t{1} << __builtin_ctzll(c)) + 1, c};
}

Range released(const GrowingBatches&, std::size_t c) {
  std::size_t start = 0;
  std::size_t end = 8;
  while (end < c) {
    start = end;
    end = (5 * end + 3) / 4;
  }
  return {start + 1, end};
}

struct Played {
  std::vector<SuperArm> super_arms;
  std::uint64_t moved = 0;  // in outcomes, of all noises together
};

// Plays all rounds. In round `changed`, from 1, the user has the opposite outcomes; every noise of
// a sum that those enter is moved by as much the other way, if `hides`.
template <class Sums>
Played play(const Sums& empty, const CentralTerms& terms, std::uint64_t changed, bool hides) {
  CentralLearner<Sums> central = learner(top_k(kArms, kChosen), empty, terms);
  std::vector<std::vector<std::int64_t>> changes(kArms);  // [arms][values] other less first outcome
  Played played;
  std::uint64_t draws = 0;
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    const auto chosen = central.choose();
    played.super_arms.emplace_back(chosen.begin(), chosen.end());
    central.learn(
        chosen,
        [&](std::uint32_t arm) {
          const std::int64_t first = outcome(round, arm);
          const std::int64_t value = round == changed ? 1024 - first : first;
          changes[arm].push_back(value - first);
          return value;
        },
        [&](std::uint32_t arm) {
          const Range range = released(empty, changes[arm].size());
          std::int64_t shift = 0;
          for (std::size_t p = range.first; p <= range.last; ++p) shift += changes[arm][p - 1];
          if (!hides) shift = 0;
          played.moved += static_cast<std::uint64_t>(std::abs(shift)) / 1024;
          return noise(++draws) - shift;
        });
  }
  return played;
}

// The proof of privacy of an adaptive sequence, for one stream of noise: whatever one user's
// outcomes are, noises moved by no more than the sensitivity give the same super arms in all
// rounds, so their likelihoods differ by no more than the factor e^epsilon.
template <class Sums>
std::uint64_t most_moved(const Sums& empty, const CentralTerms& terms) {
  const Played base = play(empty, terms, 0, true);
  CHECK(base.moved == 0);
  std::uint64_t most = 0;
  std::uint64_t noticed = 0;
  for (std::uint64_t changed = 1; changed <= kRounds; ++changed) {
    const Played other = play(empty, terms, changed, true);
    REQUIRE(other.super_arms == base.super_arms);
    most = std::max(most, other.moved);
    noticed += play(empty, terms, changed, false).super_arms == base.super_arms ? 0 : 1;
  }
  CHECK(noticed > 0);  // outcomes matter here, unless noise hides them
  return most;
}

// Narrow enough that 300 rounds are decided by what was learnt.
CentralTerms narrow(bool is_one_coordinate) {
  CentralTerms terms;
  terms.radius = {false, 0.02, 0};
  terms.is_one_coordinate = is_one_coordinate;
  terms.public_seed = 7;
  return terms;
}

TEST_CASE("one user is hidden from all later super arms by moving noises by the sensitivity") {
  const PrefixTree tree(kRounds);  // L = 9
  const std::uint64_t moved = most_moved(tree, narrow(false));
  CHECK(moved <= kChosen * tree.levels());
  CHECK(moved > kChosen);  // a value is in several nodes
  CHECK(most_moved(tree, narrow(true)) <= tree.levels());
  CHECK(most_moved(GrowingBatches(), narrow(false)) == kChosen);
  CHECK(most_moved(GrowingBatches(), narrow(true)) == 1);
}

TEST_CASE("that holds with the published radius and with rare snapshots") {
  CentralTerms published = narrow(false);
  published.radius = {true, 0.02, 1.5};
  CHECK(most_moved(PrefixTree(kRounds), published) <= kChosen * PrefixTree(kRounds).levels());
  CentralTerms rare = narrow(false);
  rare.epoch = 20;
  CHECK(most_moved(GrowingBatches(), rare) == kChosen);
}

// The arms whose outcomes are asked for, round by round; in round `changed` they are the opposite.
std::vector<std::uint32_t> coordinates(std::uint64_t changed) {
  CentralLearner<GrowingBatches> central =
      learner(top_k(kArms, kChosen), GrowingBatches(), narrow(true));
  std::vector<std::uint64_t> counts(kArms);
  std::vector<std::uint32_t> asked;
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    const SuperArm chosen(central.choose().begin(), central.choose().end());
    central.learn(
        chosen,
        [&](std::uint32_t arm) {
          asked.push_back(arm);
          const std::int64_t first = outcome(round, arm);
          return round == changed ? 1024 - first : first;
        },
        [](std::uint32_t) { return 0; });
    REQUIRE(asked.size() == round);
    for (const std::uint32_t arm : chosen) CHECK(counts[asked.back()] <= counts[arm]);
    ++counts[asked.back()];
  }
  return asked;
}

TEST_CASE("one coordinate is the least observed, and no outcome of its own round decides it") {
  const std::vector<std::uint32_t> base = coordinates(0);
  int noticed = 0;
  for (std::uint64_t changed = 1; changed <= kRounds; ++changed) {
    const std::vector<std::uint32_t> other = coordinates(changed);
    const auto rounds = static_cast<std::ptrdiff_t>(changed);
    CHECK(std::equal(base.begin(), base.begin() + rounds, other.begin()));
    if (other != base) ++noticed;
  }
  CHECK(noticed > 0);  // later rounds do learn from it
}

// The weight of the one arm there is after n outcomes, every fourth of them 1, without noise.
template <class Sums>
double weight_after(std::uint64_t n, const Sums& empty, const CentralTerms& terms) {
  CentralLearner<Sums> central = learner(top_k(1, 1), empty, terms);
  for (std::uint64_t i = 1; i <= n; ++i) {
    central.learn(
        central.choose(), [&](std::uint32_t) { return i % 4 == 0 ? 1024 : 0; },
        [](std::uint32_t) { return 0; });
  }
  return central.weight(0);
}

CentralTerms wide(double scale, double arms) {
  CentralTerms terms;
  terms.radius = {false, scale, std::log(arms)};
  terms.is_frozen = false;
  return terms;
}

// Reference values: tests/reference/combinatorial.py, from the formulas of
// docs/spec/combinatorial.md, section 4. The mean is 206/825 of 825 released outcomes in 21
// batches, and so on.
TEST_CASE("batches: sqrt(l/(2 N)) + b (2 sqrt(q l) + l)/N of what was released") {
  CHECK(weight_after(7, GrowingBatches(), wide(1, 1)) == 1);
  CHECK(weight_after(1000, GrowingBatches(), wide(1, 1)) ==
        Approx(206.0 / 825 + 0.1303331224862635).epsilon(1e-13));
  CHECK(weight_after(2000, GrowingBatches(), wide(4, 20)) ==
        Approx(403.0 / 1613 + 0.19674812353338733).epsilon(1e-13));
  CHECK(weight_after(500, GrowingBatches(), wide(1, 20)) ==
        Approx(105.0 / 422 + 0.2260867081484792).epsilon(1e-13));
}

TEST_CASE("trees: the same of all outcomes and of the nodes of their number") {
  CHECK(weight_after(3, PrefixTree(1000), wide(1, 1)) == 1);
  // 100,000 has six bits.
  CHECK(weight_after(100'000, PrefixTree(1'000'000), wide(20, 1)) ==
        Approx(0.25 + 0.016303183259290262).epsilon(1e-13));
  CHECK(weight_after(100'000, PrefixTree(1'000'000), wide(80, 20)) ==
        Approx(0.25 + 0.04262449163151234).epsilon(1e-13));
}

TEST_CASE("the published radius: sqrt(4 ln(m T)/n) + 12 K (ln T)^3/(n epsilon)") {
  CentralTerms terms;
  const double log = std::log(1e6);
  terms.radius = {true, 12 * 4 * log * log * log, std::log(20 * 1e6)};
  // At n = 10^6, m = 20, K = 4, T = 10^6, epsilon = 1; above 1 still at n = 10^5.
  CHECK(weight_after(1'000'000, PrefixTree(1'000'000), terms) ==
        Approx(0.25 + 0.13477358899342845).epsilon(1e-13));
  CHECK(weight_after(100'000, PrefixTree(1'000'000), terms) == 1);
}

TEST_CASE(
    "between snapshots the super arm stays, and a frozen logarithm is that of its epoch's end") {
  CentralTerms terms = narrow(false);
  terms.epoch = 50;
  const Played played = play(PrefixTree(kRounds), terms, 0, true);
  for (std::size_t round = 0; round < kRounds; ++round) {
    CHECK(played.super_arms[round] == played.super_arms[round - round % 50]);
  }
  CHECK(played.super_arms.front() != played.super_arms.back());

  CentralTerms frozen = wide(1, 1);
  frozen.is_frozen = true;
  const double exact = weight_after(1000, GrowingBatches(), wide(1, 1));
  const double held = weight_after(1000, GrowingBatches(), frozen);
  CHECK(held >= exact);
  CHECK(held < exact + 0.003 * 0.1304);
}

}  // namespace
}  // namespace ldp
