#include "oracles/incremental_top_k.hpp"

#include <limits>
#include <utility>

#include "catch.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"

namespace ldp {
namespace {

using test::Arms;
using test::SplitMix64;

TEST_CASE("one weight at a time gives what solving anew gives, after every change") {
  SplitMix64 random(1);
  for (int i = 0; i < 100; ++i) {
    DecisionSet set;
    set.arms = 1 + test::below(random, 40);
    set.choose = 1 + test::below(random, set.arms);
    const std::uint64_t seed = random.next();
    Oracle oracle = std::move(Oracle::create(set, seed)).value();
    IncrementalTopK incremental(set.arms, set.choose, seed);
    std::vector<double> weights(set.arms);
    Arms expected;
    for (int change = 0; change < 200; ++change) {
      if (change % 50 == 25) {
        weights = test::random_weights(random, set.arms);
        incremental.assign(weights);
      } else {
        const std::uint32_t arm = test::below(random, set.arms);
        weights[arm] = test::random_weights(random, 1)[0];
        if (change % 7 == 0) weights[arm] = std::numeric_limits<double>::infinity();
        incremental.update(arm, weights[arm]);
      }
      oracle.solve(weights, expected);
      REQUIRE(Arms(incremental.arms().begin(), incremental.arms().end()) == expected);
    }
  }
}

}  // namespace
}  // namespace ldp
