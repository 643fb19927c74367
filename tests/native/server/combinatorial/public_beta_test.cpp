// The beta posterior of LDP2-T: docs/spec/combinatorial.md, section 5.
#include "server/combinatorial/public_beta.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/combinatorial/combinatorial_saved_state.hpp"

namespace ldp {
namespace {

using test::combinatorial;

// Beta(a, b) at x for whole numbers: P(Bin(a + b - 1, x) >= a).
double beta_law(int a, int b, double x) {
  const int n = a + b - 1;
  double sum = 0;
  for (int k = a; k <= n; ++k) {
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                    k * std::log(x) + (n - k) * std::log1p(-x));
  }
  return sum;
}

TEST_CASE("public betas are beta") {
  // Kolmogorov and Smirnov's distance from the law over 20,000 draws of fixed seeds. It would
  // exceed 1.95/sqrt(n) once in a thousand sets of seeds.
  const std::vector<std::pair<int, int>> laws{{1, 1}, {1, 9}, {31, 71}, {3, 2}};
  for (const auto& [a, b] : laws) {
    std::vector<double> draws;
    for (std::uint32_t i = 0; i < 20'000; ++i) draws.push_back(public_beta(42, i, a, b));
    std::sort(draws.begin(), draws.end());
    const auto n = static_cast<double>(draws.size());
    double distance = 0;
    for (std::size_t i = 0; i < draws.size(); ++i) {
      const double law = beta_law(a, b, draws[i]);
      const auto before = static_cast<double>(i);
      distance = std::max({distance, law - before / n, (before + 1) / n - law});
    }
    INFO(a << ", " << b);
    CHECK(distance < 1.95 / std::sqrt(n));
  }
}

TEST_CASE("an estimate and its weight are the bits they came from") {
  const double theta = std::tanh(1.0);  // epsilon 2
  const double mean = (0.3 - (1 - theta) / 2) / theta;
  const auto [ones, zeros] = bits_of(mean, 100 * theta * theta, theta);
  CHECK(ones == Approx(30));
  CHECK(zeros == Approx(70));
  CHECK(index_of_bit(0.3, theta) == Approx(mean));
  // Fewer ones than noise alone gives, or more: the index is clipped.
  CHECK(index_of_bit(0.05, theta) == 0);
  CHECK(index_of_bit(0.95, theta) == 1);
}

TEST_CASE("the beta posterior is for one level, of Thompson sampling alone") {
  const auto with = [](Algorithm algorithm, std::vector<double> levels, Posterior posterior) {
    CombinatorialExperiment experiment =
        combinatorial(algorithm, test::top_k(6, 3), std::move(levels));
    experiment.reports.posterior = posterior;
    return experiment;
  };
  const auto beta = Posterior::beta;
  CHECK(validate(with(Algorithm::combinatorial_thompson, {2}, beta)).ok());
  for (const auto& refused :
       {with(Algorithm::combinatorial_thompson, {1, 2}, beta),
        with(Algorithm::cucb_ldp_bit, {2}, beta),
        with(Algorithm::combinatorial_thompson, {2}, static_cast<Posterior>(2))}) {
    const Status status = validate(refused);
    REQUIRE(!status.ok());
    CHECK(status.error().parameter == "posterior");
  }
  // A state says which one it is of.
  CHECK(combinatorial_state_header(with(Algorithm::combinatorial_thompson, {2}, beta), 1) !=
        combinatorial_state_header(with(Algorithm::combinatorial_thompson, {2}, Posterior::normal),
                                   1));
}

}  // namespace
}  // namespace ldp
