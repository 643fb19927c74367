#include "protocol/experiment.hpp"

#include <limits>
#include <string_view>

#include "catch.hpp"
#include "protocol/experiments.hpp"

namespace ldp {
namespace {

using test::bernoulli;
using test::laplace;
using test::weighted;

std::string_view refused(const Experiment& experiment) {
  const Status status = validate(experiment);
  if (status.ok()) return "";
  CHECK(status.error().code == ErrorCode::invalid_argument);
  return status.error().parameter;
}

TEST_CASE(
    "the catalog is in the order of the enumeration, and the weighted learner is the default") {
  for (std::size_t i = 0; i < kCatalog.size(); ++i) {
    CHECK(static_cast<std::size_t>(kCatalog[i].algorithm) == i);
  }
  CHECK(kDefaultAlgorithm == Algorithm::weighted_ldp_ucb);
  CHECK(kCatalog[0].id == "weighted-ldp-ucb");
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
  CHECK(refused(weighted(2, {std::numeric_limits<double>::quiet_NaN()})) == "levels");
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
  CHECK(refused(laplace(2, {1, 2}, std::numeric_limits<double>::quiet_NaN())) == "epsilonMin");
  Experiment experiment = weighted(2, {1, 2});
  experiment.epsilon_min = 1;
  CHECK(refused(experiment) == "epsilonMin");
}

TEST_CASE("algorithms that see raw rewards have no protocol") {
  Experiment experiment = weighted(2, {1});
  experiment.algorithm = Algorithm::ucb1;
  CHECK(refused(experiment) == "algorithm");
  experiment.algorithm = Algorithm::uniform;
  CHECK(refused(experiment) == "algorithm");
  experiment.algorithm = static_cast<Algorithm>(200);
  CHECK(refused(experiment) == "algorithm");
}

TEST_CASE("a bound that does not exist is refused") {
  Experiment experiment = weighted(2, {1});
  experiment.bound = static_cast<Bound>(2);
  CHECK(refused(experiment) == "bound");
}

TEST_CASE("one bit or one integer") {
  CHECK(payload(weighted(2, {1})) == Payload::bit);
  CHECK(payload(bernoulli(2, {1}, 1)) == Payload::bit);
  CHECK(payload(laplace(2, {1}, 1)) == Payload::noisy);
}

}  // namespace
}  // namespace ldp
