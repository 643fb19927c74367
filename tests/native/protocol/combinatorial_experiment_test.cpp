#include "protocol/combinatorial_experiment.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::combinatorial;
using test::of_sums;
using test::refused;
using test::top_k;

// The experiment with one field changed.
template <class Value>
CombinatorialExperiment with(CombinatorialExperiment experiment,
                             Value CombinatorialExperiment::*field, Value value) {
  experiment.*field = value;
  return experiment;
}

const std::vector<Algorithm> kLocal{Algorithm::combinatorial_thompson,
                                    Algorithm::cucb_ldp_bit,
                                    Algorithm::cucb_ldp_joint,
                                    Algorithm::cucb_ldp_sum,
                                    Algorithm::cucb_ldp2,
                                    Algorithm::cucb_ldp1,
                                    Algorithm::cucb_ldp_kl};

TEST_CASE("every local algorithm of slates has experiments, and no other one has") {
  for (const CatalogEntry& entry : kCatalog) {
    CAPTURE(entry.id);
    const bool is_known =
        entry.family == Family::combinatorial && entry.trust_model == TrustModel::local;
    CHECK(refused(combinatorial(entry.algorithm, top_k(6, 3))) == (is_known ? "" : "algorithm"));
    if (!is_known) continue;
    const bool is_listed = std::find(kLocal.begin(), kLocal.end(), entry.algorithm) != kLocal.end();
    CHECK(is_listed);
  }
  CHECK(kDefaultCombinatorialAlgorithm == Algorithm::combinatorial_thompson);
  CHECK(refused(combinatorial(static_cast<Algorithm>(255), top_k(6, 3))) == "algorithm");
}

TEST_CASE("what a report carries is a bit, a number, or a number for each arm of the slate") {
  const auto payload_of = [](Algorithm algorithm) {
    return payload(combinatorial(algorithm, top_k(6, 3)).reports);
  };
  for (const Algorithm algorithm : {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_bit,
                                    Algorithm::cucb_ldp_joint, Algorithm::cucb_ldp_sum}) {
    CHECK(payload_of(algorithm) == Payload::bit);
  }
  CHECK(payload_of(Algorithm::cucb_ldp2) == Payload::noisy);
  CHECK(payload_of(Algorithm::cucb_ldp1) == Payload::slate);
}

TEST_CASE("a report names an arm of the set; a sum report one of 1 to 4096 super arms") {
  CombinatorialExperiment experiment = combinatorial(Algorithm::cucb_ldp_bit, top_k(6, 3));
  for (const std::uint32_t arms : {0U, 5U, 7U}) {
    experiment.reports.arms = arms;
    CHECK(refused(experiment) == "arms");
  }
  CHECK(refused(of_sums(top_k(6, 3), 20)) == "");
  CHECK(refused(of_sums(top_k(6, 3), 4096)) == "");
  CHECK(refused(of_sums(top_k(6, 3), 4097)) == "arms");
  CHECK(refused(of_sums(top_k(6, 3), 0)) == "arms");
}

TEST_CASE("bits come at up to 16 levels, Laplace noise at one") {
  for (const Algorithm algorithm : kLocal) {
    const bool has_menu = algorithm != Algorithm::cucb_ldp1 && algorithm != Algorithm::cucb_ldp2;
    CHECK(refused(combinatorial(algorithm, top_k(6, 3), {0.5, 2})) == (has_menu ? "" : "levels"));
    CHECK(refused(combinatorial(algorithm, top_k(6, 3), {})) == "levels");
    CHECK(refused(combinatorial(algorithm, top_k(6, 3), {0})) == "levels");
    CHECK(refused(combinatorial(algorithm, top_k(6, 3), {2, 1})) == "levels");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(refused(combinatorial(algorithm, top_k(6, 3), {nan})) == "levels");
  }
}

TEST_CASE("what looks at every super arm needs sums or means, and a set that is no oracle's") {
  DecisionSet bottleneck = top_k(6, 3);
  bottleneck.reward = SetReward::minimum;
  const DecisionSet custom = test::custom(6, 3, {0, 4});
  DecisionSet average = top_k(6, 3);
  average.reward = SetReward::mean;
  for (const Algorithm algorithm : kLocal) {
    const bool enumerates =
        algorithm == Algorithm::cucb_ldp_joint || algorithm == Algorithm::cucb_ldp_sum;
    CHECK(refused(combinatorial(algorithm, bottleneck)) == (enumerates ? "set" : ""));
    CHECK(refused(combinatorial(algorithm, custom)) == (enumerates ? "set" : ""));
    CHECK(refused(combinatorial(algorithm, average)) == "");
  }
}

TEST_CASE("a set that holds nothing is refused by every algorithm") {
  for (const Algorithm algorithm : kLocal) {
    CHECK(refused(combinatorial(algorithm, top_k(6, 7))) == "set");
    CHECK(refused(combinatorial(algorithm, top_k(0, 0))) == "set");
    CHECK(refused(combinatorial(algorithm, test::partition({0, 0, 1}, {1, 1}, 3))) == "set");
  }
}

TEST_CASE("which outcome leaves is a choice of the bits about one arm only") {
  for (const Algorithm algorithm : kLocal) {
    CAPTURE(static_cast<int>(algorithm));
    const bool has_choice =
        algorithm == Algorithm::combinatorial_thompson || algorithm == Algorithm::cucb_ldp_bit ||
        algorithm == Algorithm::cucb_ldp_kl || algorithm == Algorithm::cucb_ldp_joint;
    const CombinatorialExperiment plain = combinatorial(algorithm, top_k(6, 3));
    for (const Coordinate coordinate :
         {Coordinate::least_reported, Coordinate::uniform, Coordinate::all}) {
      const bool fits = has_choice ? coordinate != Coordinate::all : coordinate == plain.coordinate;
      CHECK(refused(with(plain, &CombinatorialExperiment::coordinate, coordinate)) ==
            (fits ? "" : "coordinate"));
    }
    CHECK(refused(with(plain, &CombinatorialExperiment::coordinate, static_cast<Coordinate>(3))) ==
          "coordinate");
  }
  CHECK(coordinate_without_choice(Algorithm::cucb_ldp1) == Coordinate::all);
  CHECK(coordinate_without_choice(Algorithm::cucb_ldp_sum) == Coordinate::all);
  CHECK(coordinate_without_choice(Algorithm::cucb_ldp2) == Coordinate::least_reported);
}

TEST_CASE("a slate names what is reported unless all of it is or a coin of the device says") {
  CHECK(slates_name_reported(combinatorial(Algorithm::cucb_ldp_bit, top_k(6, 3))));
  CHECK(slates_name_reported(combinatorial(Algorithm::cucb_ldp2, top_k(6, 3))));
  CHECK(slates_name_reported(of_sums(top_k(6, 3), 20)));
  CHECK_FALSE(slates_name_reported(combinatorial(Algorithm::cucb_ldp1, top_k(6, 3))));
  CHECK_FALSE(
      slates_name_reported(with(combinatorial(Algorithm::cucb_ldp_bit, top_k(6, 3)),
                                &CombinatorialExperiment::coordinate, Coordinate::uniform)));
}

TEST_CASE("each of the published algorithms has two widths, and no other one has any") {
  using enum CombinatorialWidth;
  for (const Algorithm algorithm : kLocal) {
    CAPTURE(static_cast<int>(algorithm));
    for (const CombinatorialWidth width : {published, bernstein, corrected, printed, none}) {
      const bool fits = algorithm == Algorithm::cucb_ldp2 ? width == published || width == bernstein
                        : algorithm == Algorithm::cucb_ldp1 ? width == corrected || width == printed
                                                            : width == none;
      CHECK(refused(with(combinatorial(algorithm, top_k(6, 3)), &CombinatorialExperiment::width,
                         width)) == (fits ? "" : "width"));
    }
  }
}

TEST_CASE("a horizon belongs to the published widths, and is at most 10^12") {
  const auto horizon = &CombinatorialExperiment::horizon;
  for (const Algorithm algorithm : kLocal) {
    const bool has_one = algorithm == Algorithm::cucb_ldp1 || algorithm == Algorithm::cucb_ldp2;
    const CombinatorialExperiment plain = combinatorial(algorithm, top_k(6, 3));
    CHECK(refused(with<std::uint64_t>(plain, horizon, 1)) == (has_one ? "" : "horizon"));
    CHECK(refused(with<std::uint64_t>(plain, horizon, 1'000'000'000'000)) ==
          (has_one ? "" : "horizon"));
    CHECK(refused(with<std::uint64_t>(plain, horizon, 1'000'000'000'001)) == "horizon");
  }
  CombinatorialExperiment bernstein = combinatorial(Algorithm::cucb_ldp2, top_k(6, 3));
  bernstein.width = CombinatorialWidth::bernstein;
  CHECK(refused(bernstein) == "");
  bernstein.horizon = 1000;
  CHECK(refused(bernstein) == "horizon");
}

TEST_CASE("slates take nothing of what only multi-armed algorithms have") {
  CombinatorialExperiment experiment = combinatorial(Algorithm::cucb_ldp_bit, top_k(6, 3));
  experiment.reports.bound = Bound::l4;
  CHECK(refused(experiment) == "algorithm");
  experiment = combinatorial(Algorithm::cucb_ldp2, top_k(6, 3));
  experiment.reports.delta = 1e-6;
  CHECK(refused(experiment) == "algorithm");
}

}  // namespace
}  // namespace ldp
