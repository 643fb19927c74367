#include "simulation/leading_arm.hpp"

#include <cmath>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

// Histories of every kind: estimates that fall like those of an arm that is played, that jump up,
// that stay (a silent visitor), ties, arms never pulled, negative indices; blocks of any length,
// far into the run where windows are long. In every round, also in those in which the promise of an
// earlier choice is relied upon, the arm is that of the full scan.
template <bool kTilted>
void check_histories() {
  test::SplitMix64 random(51);
  int promised = 0;  // rounds that were played on a promise
  int rounds = 0;
  int differences = 0;
  for (int history = 0; history < 60; ++history) {
    const auto arms = static_cast<std::uint32_t>(1 + random.next() % 9);
    const double offset = history % 3 == 0 ? -50 : 0;  // all indices negative
    LeadingArm<kTilted> leading(arms);
    UpperIndices<kTilted> indices(arms);
    std::vector<double> plays(arms);
    ConfidenceBlock block(history % 2 == 0 ? Bound::l4 : Bound::la);
    std::uint64_t round = 1 + random.next() % 3 * 40'000;
    for (int blocks = 0; blocks < 20; ++blocks) {
      block.start(round, 1 + static_cast<std::size_t>(random.next() % 300));
      while (round <= block.last()) {
        const Choice choice = leading.best(block, round);
        REQUIRE(choice.lead.until <= block.last());
        const std::uint64_t start = round;
        do {
          differences += choice.arm == indices.best(block.at(round).scale) ? 0 : 1;
          promised += round > start ? 1 : 0;
          ++rounds;
          ++round;
          if (random.next() % 8 == 0) continue;           // silent
          plays[choice.arm] += choice.arm == 0 ? 1 : 40;  // arm 0 is slow to give up the lead
          const double mean =
              offset + (choice.arm == 0 ? 0.75 : 0.25 * static_cast<double>(random.next() % 3));
          indices.set(choice.arm,
                      {mean, std::sqrt(0.5 / plays[choice.arm]), 0.3 / plays[choice.arm]});
        } while (round <= choice.lead.until &&
                 choice.lead.template holds<kTilted>(indices.estimate(choice.arm)));
        leading.set(choice.arm, indices.estimate(choice.arm));
      }
    }
  }
  CHECK(differences == 0);
  CHECK(promised > rounds / 4);
}

TEST_CASE("the leading arm is the one that a full scan finds, round after round") {
  check_histories<false>();
  check_histories<true>();
}

TEST_CASE("the confidence of a block is that of the bound, and never decreases") {
  for (const Bound bound : {Bound::l4, Bound::la}) {
    ConfidenceBlock block(bound);
    Confidence last{0, 0};
    for (const std::uint64_t first : {1u, 2u, 513u, 100'000u, 999'000'000u}) {
      block.start(first, 5000);
      CHECK(block.first() == first);
      CHECK(block.last() == first + 4999);
      for (std::uint64_t round = first; round <= block.last(); ++round) {
        const Confidence& value = block.at(round);
        REQUIRE(value.bound == bound_at(bound, static_cast<double>(round)));
        REQUIRE(value.scale == std::sqrt(value.bound));
        REQUIRE((round == first || (value.bound >= last.bound && value.scale >= last.scale)));
        last = value;
      }
    }
  }
}

}  // namespace
}  // namespace ldp
