#include <limits>
#include <string_view>

#include "catch.hpp"
#include "protocol/experiments.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/refused.hpp"

namespace ldp {
namespace {

using test::bernoulli;
using test::laplace;
using test::refused;
using test::weighted;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST_CASE(
    "the catalog is in the order of the enumeration, and the weighted learner is the default") {
  for (std::size_t i = 0; i < kCatalog.size(); ++i) {
    CHECK(static_cast<std::size_t>(kCatalog[i].algorithm) == i);
  }
  CHECK(kDefaultAlgorithm == Algorithm::ldp_thompson);
  CHECK(kCatalog[0].id == "weighted-ldp-ucb");
}

TEST_CASE("algorithms of other families have no arms") {
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family == Family::multi_armed) continue;
    CAPTURE(entry.id);
    CHECK(refused(MultiArmedExperiment{entry.algorithm, 2, {1}}) == "algorithm");
  }
}

TEST_CASE("an experiment has 1 to 4096 arms") {
  CHECK(refused(weighted(1, {1})) == "");
  CHECK(refused(weighted(4096, {1})) == "");
  CHECK(refused(weighted(0, {1})) == "arms");
  CHECK(refused(weighted(4097, {1})) == "arms");
}

TEST_CASE("the menu has 1 to 16 strictly increasing levels in [2^-10, kMaximumEpsilon]") {
  CHECK(refused(weighted(2, {0x1p-10, kMaximumEpsilon})) == "");
  CHECK(refused(weighted(2, {})) == "levels");
  CHECK(refused(weighted(2, {0})) == "levels");
  CHECK(refused(weighted(2, {0x1p-10 * 0.999})) == "levels");
  CHECK(refused(weighted(2, {kMaximumEpsilon * 1.001})) == "levels");
  CHECK(refused(weighted(2, {1, 1})) == "levels");
  CHECK(refused(weighted(2, {2, 1})) == "levels");
  CHECK(refused(weighted(2, {kNaN})) == "levels");
  std::vector<double> many;
  for (int i = 1; i <= 17; ++i) many.push_back(i);
  CHECK(refused(weighted(2, many)) == "levels");
  many.pop_back();
  CHECK(refused(weighted(2, many)) == "");
}

TEST_CASE("only HeLDP-UCB has a threshold, and it must leave a level") {
  CHECK(refused(bernoulli(2, {1, 2}, 1.5)) == "");
  CHECK(refused(laplace(2, {1, 2}, 2)) == "");
  CHECK(refused(bernoulli(2, {1, 2}, 2.5)) == "epsilonMin");
  CHECK(refused(bernoulli(2, {1, 2}, 0)) == "epsilonMin");
  CHECK(refused(laplace(2, {1, 2}, kNaN)) == "epsilonMin");
  MultiArmedExperiment experiment = weighted(2, {1, 2});
  experiment.epsilon_min = 1;
  CHECK(refused(experiment) == "epsilonMin");
}

TEST_CASE("a page offers levels up to 32, the core keeps levels up to 128") {
  CHECK(kMaximumPageEpsilon == 32);
  CHECK(kMaximumEpsilon == 128);
  CHECK(refused(bernoulli(2, {0.2, 1, 2, 100}, 100)) == "");
}

TEST_CASE("a level-aware assignment must leave a level that explores") {
  for (const MultiArmedExperiment& experiment :
       {weighted(2, {1, 2}), bernoulli(2, {1, 2}, 1), test::thompson(2, {1, 2})}) {
    CHECK(refused(test::level_aware(experiment, 0)) == "");
    CHECK(refused(test::level_aware(experiment, 2)) == "");
    CHECK(refused(test::level_aware(experiment, 0x1p-10)) == "");
    for (const double bad : {2.5, -1.0, 0x1p-11, kNaN}) {
      CHECK(refused(test::level_aware(experiment, bad)) == "levelAwareFrom");
    }
  }
  for (const MultiArmedExperiment& experiment :
       {laplace(2, {1, 2}, 1), test::weighted_laplace(2, {1, 2}), test::kl(2, {1, 2}),
        test::gaussian(2, {1, 2})}) {
    CHECK(refused(test::level_aware(experiment, 1)) == "levelAwareFrom");
  }
}

TEST_CASE("only Gaussian reports have a delta, and levels up to 16") {
  CHECK(refused(test::gaussian(2, {0x1p-10, 16})) == "");
  CHECK(refused(test::gaussian(2, {1}, 0.1)) == "");
  CHECK(refused(test::gaussian(2, {1}, 1e-12)) == "");
  CHECK(refused(test::gaussian(2, {1, 17})) == "levels");
  for (const double bad : {0.0, 1e-13, 0.11, -1e-6, kNaN}) {
    CHECK(refused(test::gaussian(2, {1}, bad)) == "delta");
  }
  MultiArmedExperiment experiment = weighted(2, {1});
  experiment.delta = 1e-6;
  CHECK(refused(experiment) == "delta");
}

TEST_CASE("a beta posterior is for Thompson sampling on reports of one level") {
  CHECK(refused(test::thompson(2, {1}, Posterior::beta)) == "");
  CHECK(refused(test::thompson(2, {1}, Posterior::normal)) == "");
  CHECK(refused(test::thompson(2, {1, 2}, Posterior::normal)) == "");
  CHECK(refused(test::thompson(2, {1, 2}, Posterior::beta)) == "posterior");
  CHECK(refused(test::thompson(2, {1}, static_cast<Posterior>(2))) == "posterior");
  MultiArmedExperiment experiment = weighted(2, {1});
  experiment.posterior = Posterior::beta;
  CHECK(refused(experiment) == "posterior");
}

TEST_CASE("an estimator of losses is for Tsallis-INF") {
  MultiArmedExperiment experiment = weighted(2, {1});
  experiment.estimator = LossEstimator::importance_weighting;
  CHECK(refused(experiment) == "estimator");
  experiment.bound = Bound::la;
  experiment.algorithm = Algorithm::ldp_exp3;
  CHECK(refused(experiment) == "estimator");
  experiment.algorithm = Algorithm::ldp_tsallis_inf;
  CHECK(refused(experiment) == "");
  experiment.estimator = static_cast<LossEstimator>(2);
  CHECK(refused(experiment) == "estimator");
}

TEST_CASE("KL-UCB has the bound ln t, the others that leave no choice have La") {
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.family != Family::multi_armed || entry.trust_model != TrustModel::local) continue;
    if (entry.takes.bound) continue;
    CAPTURE(entry.id);
    for (const Bound bound : {Bound::l4, Bound::la, Bound::lk}) {
      const MultiArmedExperiment experiment{entry.algorithm, 2, {1}, 0, bound};
      CHECK(refused(experiment) == (bound == bound_without_choice(entry.algorithm) ? "" : "bound"));
    }
  }
  CHECK(bound_without_choice(Algorithm::ldp_kl_ucb) == Bound::lk);
  CHECK(bound_without_choice(Algorithm::kl_ucb) == Bound::lk);
  CHECK(bound_without_choice(Algorithm::ldp_thompson) == Bound::la);
}

TEST_CASE("algorithms that see raw rewards have no protocol") {
  MultiArmedExperiment experiment = weighted(2, {1});
  for (const Algorithm algorithm : {Algorithm::ucb1, Algorithm::kl_ucb, Algorithm::thompson,
                                    Algorithm::tsallis_inf, Algorithm::exp3, Algorithm::uniform}) {
    experiment.algorithm = algorithm;
    CHECK(refused(experiment) == "algorithm");
  }
  experiment.algorithm = static_cast<Algorithm>(200);
  CHECK(refused(experiment) == "algorithm");
}

TEST_CASE("a bound that does not exist, or is that of KL-UCB, is refused") {
  MultiArmedExperiment experiment = weighted(2, {1});
  for (const Bound bad : {Bound::lk, static_cast<Bound>(3)}) {
    experiment.bound = bad;
    CHECK(refused(experiment) == "bound");
  }
}

TEST_CASE("one bit or one integer") {
  CHECK(payload(weighted(2, {1})) == Payload::bit);
  CHECK(payload(bernoulli(2, {1}, 1)) == Payload::bit);
  CHECK(payload(laplace(2, {1}, 1)) == Payload::noisy);
  CHECK(payload(test::weighted_laplace(2, {1})) == Payload::noisy);
  CHECK(payload(test::kl(2, {1})) == Payload::bit);
  CHECK(payload(test::thompson(2, {1})) == Payload::bit);
  CHECK(payload(test::gaussian(2, {1})) == Payload::gaussian);
}

}  // namespace
}  // namespace ldp
