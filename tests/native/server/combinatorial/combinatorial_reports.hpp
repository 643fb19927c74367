// Experiments of every combinatorial algorithm, and devices that answer their slates.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "privacy/randomized_response.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "random/split_mix64.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"

namespace ldp::test {

// Two of four arms, or for sum reports one of their six pairs.
inline std::vector<CombinatorialExperiment> all_combinatorial(const DecisionSet& set,
                                                              std::uint32_t super_arms,
                                                              double epsilon = 1) {
  std::vector<CombinatorialExperiment> all;
  for (const Algorithm algorithm :
       {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_bit, Algorithm::cucb_ldp_kl,
        Algorithm::cucb_ldp2, Algorithm::cucb_ldp1}) {
    all.push_back(combinatorial(algorithm, set, {epsilon}));
  }
  if (is_linear_reward(set.reward)) {
    all.push_back(combinatorial(Algorithm::cucb_ldp_joint, set, {epsilon}));
    all.push_back(of_sums(set, super_arms, {epsilon}));
  }
  CombinatorialExperiment uniform = combinatorial(Algorithm::cucb_ldp_bit, set, {epsilon});
  uniform.coordinate = Coordinate::uniform;
  CombinatorialExperiment bernstein = combinatorial(Algorithm::cucb_ldp2, set, {epsilon});
  bernstein.width = CombinatorialWidth::bernstein;
  CombinatorialExperiment printed = combinatorial(Algorithm::cucb_ldp1, set, {epsilon});
  printed.width = CombinatorialWidth::printed;
  printed.horizon = 100'000;
  for (CombinatorialExperiment& more :
       std::vector{std::move(uniform), std::move(bernstein), std::move(printed)}) {
    all.push_back(std::move(more));
  }
  for (const Algorithm algorithm : {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_kl}) {
    all.push_back(combinatorial(algorithm, set, {epsilon / 2, epsilon, 2 * epsilon}));
  }
  return all;
}

inline CombinatorialLearner slate_learner(const CombinatorialExperiment& experiment) {
  Result<CombinatorialLearner> learner = CombinatorialLearner::create(experiment);
  REQUIRE(learner.ok());
  return std::move(learner).value();
}

// A device that follows the protocol: one of the slates, outcomes 1 with the means of the arms, and
// the report that the experiment wants of them, with noise that a test can afford.
class SlateDevices {
 public:
  SlateDevices(const CombinatorialExperiment& experiment, std::vector<double> means,
               std::uint64_t seed)
      : experiment_(experiment), means_(std::move(means)), random_(seed) {}

  ReceivedSlateReport report(const CombinatorialSnapshot& snapshot) {
    const auto drawn = static_cast<std::size_t>(random_.next() % snapshot.ends.size());
    const std::span<const std::uint32_t> arms = slate(snapshot, drawn);
    std::vector<double> outcomes;
    double sum = 0;
    for (const std::uint32_t arm : arms) {
      outcomes.push_back(random_.real() < means_[arm] ? 1 : 0);
      sum += outcomes.back();
    }
    ReceivedSlateReport report;
    report.snapshot = snapshot.id;
    report.level = static_cast<std::uint32_t>(random_.next() % experiment_.reports.levels.size());
    const double epsilon = experiment_.reports.levels[report.level];
    if (experiment_.reports.algorithm == Algorithm::cucb_ldp1) {
      for (std::size_t i = 0; i < arms.size(); ++i) {
        report.arms.push_back(arms[i]);
        report.values.push_back(noisy(outcomes[i], epsilon / static_cast<double>(arms.size())));
      }
      return report;
    }
    if (experiment_.reports.algorithm == Algorithm::cucb_ldp_sum) {
      report.arms = {snapshot.reported[drawn]};
      report.values = {bit(sum / static_cast<double>(arms.size()), epsilon)};
      return report;
    }
    std::size_t position = static_cast<std::size_t>(random_.next() % arms.size());
    if (!snapshot.reported.empty()) {
      position = 0;
      while (arms[position] != snapshot.reported[drawn]) ++position;
    }
    report.arms = {arms[position]};
    report.values = {payload(experiment_.reports) == Payload::bit
                         ? bit(outcomes[position], epsilon)
                         : noisy(outcomes[position], epsilon)};
    return report;
  }

 private:
  std::int32_t bit(double outcome, double epsilon) {
    const double theta = RandomizedResponse::create(epsilon).value().theta();
    return random_.real() < 0.5 + (outcome - 0.5) * theta ? 1 : 0;
  }
  std::int32_t noisy(double outcome, double epsilon) {
    const double u = random_.real() - 0.5;
    const double laplace = -std::copysign(std::log1p(-2 * std::abs(u)), u) / epsilon;
    return static_cast<std::int32_t>(std::lround(1024 * (outcome + laplace)));
  }

  CombinatorialExperiment experiment_;
  std::vector<double> means_;
  SplitMix64 random_;
};

}  // namespace ldp::test
