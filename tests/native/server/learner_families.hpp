// What the contract of all learners (learner_contract_test.cpp) needs of each family: experiments,
// all of them different, and reports that a learner takes. Their content does not matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "protocol/public_word.hpp"
#include "server/best_arm/best_arm_learner.hpp"
#include "server/combinatorial/combinatorial_reports.hpp"
#include "server/convex/convex_learner.hpp"
#include "server/convex/convex_reports.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/linear/linear_reports.hpp"
#include "server/linear/online_epochs.hpp"
#include "server/random_reports.hpp"
#include "server/reduction/reduction_learner.hpp"

namespace ldp::test {

inline std::vector<ReceivedReport> reports_to(std::uint32_t snapshot,
                                              const MultiArmedExperiment& experiment,
                                              std::size_t count, std::uint64_t seed) {
  std::vector<ReceivedReport> reports = random_reports(experiment, count, seed);
  for (ReceivedReport& report : reports) report.snapshot = snapshot;
  return reports;
}

struct MultiArmedFamily {
  using Learner = ldp::MultiArmedLearner;
  using Sums = Statistics;
  using Snapshot = ldp::MultiArmedSnapshot;
  // Of the states of all experiments after one epoch; here of the first ones, which are listed.
  static constexpr std::uint32_t kDigest = 0xe1f97ee1;
  static constexpr std::size_t kListed = 22;

  static std::vector<MultiArmedExperiment> experiments() {
    std::vector<MultiArmedExperiment> all{weighted(3, {0.5, 1}),
                                          weighted(3, {0.5, 1}, Bound::la),
                                          weighted(4, {0.5, 1}),
                                          weighted(3, {0.5, 1.5}),
                                          weighted(6, {0.5}),
                                          bernoulli(3, {0.5, 1}, 0.5),
                                          bernoulli(3, {0.5, 1}, 1),
                                          laplace(3, {0.5, 1}, 0.5),
                                          weighted_laplace(3, {0.5, 1}),
                                          kl(3, {0.5, 1}),
                                          thompson(3, {0.5, 1}),
                                          thompson(3, {1}),
                                          thompson(3, {1}, Posterior::beta),
                                          gaussian(3, {0.5, 1}),
                                          gaussian(3, {0.5, 1}, 1e-5),
                                          level_aware(weighted(3, {0.5, 1}), 1),
                                          level_aware(thompson(3, {0.5, 1}), 0.5)};
    for (const Algorithm algorithm : {Algorithm::ldp_tsallis_inf, Algorithm::ldp_exp3}) {
      all.push_back({algorithm, 4, {1}, 0, Bound::la});
      all.push_back({algorithm, 3, {0.25, 1, 4}, 0, Bound::la});
    }
    all.push_back({Algorithm::ldp_tsallis_inf, 3, {0.25, 1, 4}, 0, Bound::la});
    all.back().estimator = LossEstimator::importance_weighting;
    for (const std::vector<double>& levels : {std::vector<double>{1}, {0.5, 1}}) {
      for (const MultiArmedExperiment& other : of_every_rule(3, levels)) {
        const auto has_rule = [&](const MultiArmedExperiment& e) {
          return e.algorithm == other.algorithm;
        };
        if (std::none_of(all.begin(), all.begin() + kListed, has_rule)) all.push_back(other);
      }
    }
    for (const std::uint64_t horizon : {0u, 1000u, 2000u}) {
      all.push_back({Algorithm::ldp_thompson_drift, 4, {1}});
      all.back().horizon = horizon;
      if (horizon == 1000) all.back().discount = 50;
    }
    return all;
  }
  // Whether what a report means depends on the snapshot that it names.
  static bool keeps_places(const MultiArmedExperiment& experiment) {
    return SequentialLearner::is_for(experiment.algorithm) ||
           DriftLearner::is_for(experiment.algorithm);
  }
  static std::vector<ReceivedReport> reports(const MultiArmedExperiment& experiment,
                                             const Snapshot& snapshot, std::size_t count,
                                             std::uint64_t seed) {
    return reports_to(snapshot.id, experiment, count, seed);
  }
};

struct ReductionFamily {
  using Learner = ReductionLearner;
  using Sums = Statistics;
  using Snapshot = ldp::MultiArmedSnapshot;
  static constexpr std::uint32_t kDigest = 0x8fe19cd5;

  static std::vector<ReductionExperiment> experiments() {
    std::vector<ReductionExperiment> all;
    for (const auto mechanism :
         {ScalarMechanism::bit, ScalarMechanism::laplace, ScalarMechanism::gaussian}) {
      all.emplace_back();
      all.back().arms = 3;
      all.back().epsilon = 1;
      all.back().mechanism = mechanism;
      if (mechanism == ScalarMechanism::gaussian) all.back().delta = 1e-6;
    }
    all.push_back(all.front());
    all.back().arms = 4;
    return all;
  }
  static std::vector<ReceivedReport> reports(const ReductionExperiment& experiment,
                                             const Snapshot& snapshot, std::size_t count,
                                             std::uint64_t seed) {
    return reports_to(snapshot.id, reports_of(experiment), count, seed);
  }
};

struct BestArmFamily {
  using Learner = BestArmLearner;
  using Sums = Statistics;
  using Snapshot = BestArmSnapshot;
  static constexpr std::uint32_t kDigest = 0xd90dbff0;
  static constexpr std::size_t kListed = 9;

  static std::vector<BestArmExperiment> experiments() {
    std::vector<BestArmExperiment> all;
    for (const Algorithm rule : {Algorithm::ldp_kl_lucb, Algorithm::ldp_successive_elimination,
                                 Algorithm::ldp_lil_ucb, Algorithm::ldp_sequential_halving}) {
      all.emplace_back();
      all.back().algorithm = rule;
      all.back().arms = 3;
      all.back().epsilon = 1;
      if (rule == Algorithm::ldp_sequential_halving) all.back().maximum_pulls = 100'000;
    }
    const BestArmExperiment first = all.front();
    for (const auto change : {+[](BestArmExperiment& e) { e.error_probability = 0.01; },
                              +[](BestArmExperiment& e) { e.maximum_pulls = 10; },
                              +[](BestArmExperiment& e) { e.forged_share = 0.01; },
                              +[](BestArmExperiment& e) { e.mechanism = ScalarMechanism::laplace; },
                              +[](BestArmExperiment& e) { e.epsilon = 2; }}) {
      all.push_back(first);
      change(all.back());
    }
    BestArmExperiment duel = first;
    duel.algorithm = Algorithm::ldp_duel;
    duel.maximum_pulls = 100'000;
    all.push_back(duel);
    for (const auto change : {+[](BestArmExperiment& e) { e.control = 1; },
                              +[](BestArmExperiment& e) { e.indifference = 0.1; },
                              +[](BestArmExperiment& e) { e.forged_share = 0.01; },
                              +[](BestArmExperiment& e) { e.maximum_pulls = 150; }}) {
      all.push_back(duel);
      change(all.back());
    }
    return all;
  }
  static std::vector<ReceivedReport> reports(const BestArmExperiment& experiment,
                                             const Snapshot& snapshot, std::size_t count,
                                             std::uint64_t seed) {
    return reports_to(snapshot.arms.id, reports_of(experiment), count, seed);
  }
};

struct LinearFamily {
  using Learner = LinearLearner;
  using Sums = LinearStatistics;
  using Snapshot = LinearSnapshot;
  static constexpr std::uint32_t kDigest = 0x693ed61e;

  static std::vector<LinearExperiment> experiments() {
    std::vector<LinearExperiment> all = every_linear(3, 2);
    all.push_back(all.front());
    all.back().epsilon = 4;
    return all;
  }
  static bool keeps_places(const LinearExperiment& experiment) {
    return OnlineEpochs::is_for(experiment);
  }
  static std::vector<ReceivedLinearReport> reports(const LinearExperiment& experiment,
                                                   const Snapshot& snapshot, std::size_t count,
                                                   std::uint64_t seed) {
    std::vector<ReceivedLinearReport> reports(count);
    for (std::size_t i = 0; i < count; ++i) {
      reports[i].snapshot = snapshot.id;
      for (std::uint32_t k = 0; k < parts(experiment)[0].length; ++k) {
        reports[i].values.push_back(static_cast<std::int32_t>(public_word(seed, i, k) % 20'001) -
                                    10'000);
      }
    }
    return reports;
  }
};

struct CombinatorialFamily {
  using Learner = CombinatorialLearner;
  using Sums = CombinatorialStatistics;
  using Snapshot = CombinatorialSnapshot;
  static constexpr std::uint32_t kDigest = 0x19c2036c;
  static constexpr std::size_t kListed = 21;

  static std::vector<CombinatorialExperiment> experiments() {
    std::vector<CombinatorialExperiment> all = all_combinatorial(top_k(4, 2), 6);
    for (CombinatorialExperiment& other :
         all_combinatorial(partition({0, 0, 1, 1}, {1, 1}, 2), 4)) {
      all.push_back(std::move(other));
    }
    all.push_back(combinatorial(Algorithm::cucb_ldp2, top_k(4, 2)));
    all.back().horizon = 5000;
    // Younger than the digest.
    std::stable_partition(all.begin(), all.end(), [](const CombinatorialExperiment& e) {
      return e.reports.algorithm != Algorithm::cucb_ldp_kl;
    });
    return all;
  }
  static bool keeps_places(const CombinatorialExperiment&) { return true; }
  // None to snapshot 0: without a slate a device reports nothing.
  static std::vector<ReceivedSlateReport> reports(const CombinatorialExperiment& experiment,
                                                  const Snapshot& snapshot, std::size_t count,
                                                  std::uint64_t seed) {
    std::vector<ReceivedSlateReport> reports;
    SlateDevices devices(experiment, {.9, .6, .4, .1}, seed);
    for (std::size_t i = 0; i < count && snapshot.id > 0; ++i) {
      reports.push_back(devices.report(snapshot));
    }
    return reports;
  }
};

struct ConvexFamily {
  using Learner = ConvexLearner;
  using Sums = ConvexStatistics;
  using Snapshot = ConvexSnapshot;
  static constexpr std::uint32_t kDigest = 0x27742eb7;

  static std::vector<ConvexExperiment> experiments() {
    std::vector<ConvexExperiment> all = every_learner();
    for (const auto change : {+[](ConvexExperiment& e) { e.epsilon = 0.5; },
                              +[](ConvexExperiment& e) { e.horizon = 7; }}) {
      all.push_back(all.front());
      change(all.back());
    }
    return all;
  }
  static bool keeps_places(const ConvexExperiment&) { return true; }
  static std::vector<ReceivedConvexReport> reports(const ConvexExperiment& experiment,
                                                   const Snapshot& snapshot, std::size_t count,
                                                   std::uint64_t seed) {
    return some_reports(experiment, snapshot.id, count, seed);
  }
};

}  // namespace ldp::test
