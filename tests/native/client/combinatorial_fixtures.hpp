// Six cards in three kinds, three shown, at most one of a kind; two slates; a client.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "client/combinatorial_client.hpp"
#include "client/fixtures.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_experiments.hpp"
#include "protocol/combinatorial_report.hpp"

namespace ldp::test {

inline DecisionSet cards() { return partition({0, 0, 1, 1, 2, 2}, {1, 1, 1}, 3); }

inline CombinatorialExperiment slate_experiment(Algorithm algorithm,
                                                const DecisionSet& set = cards()) {
  CombinatorialExperiment e = combinatorial(algorithm, set);
  if (algorithm == Algorithm::cucb_ldp_sum) {
    e.reports.arms = static_cast<std::uint32_t>(enumerate(set).value().size());
  }
  return e;
}

inline const std::vector<Algorithm> kSlateAlgorithms{
    Algorithm::combinatorial_thompson, Algorithm::cucb_ldp_bit, Algorithm::cucb_ldp_joint,
    Algorithm::cucb_ldp_sum,           Algorithm::cucb_ldp2,    Algorithm::cucb_ldp1};

/// {0, 2, 4}, of which arm 4 is reported, and {1, 3, 5}, of which arm 1 is: their positions among
/// the super arms are 0 and 7.
inline CombinatorialSnapshot slate_snapshot(const CombinatorialExperiment& e) {
  CombinatorialSnapshot s;
  s.id = 12;
  s.reports = 99;
  s.mean.assign(e.reports.arms, 0.5);
  s.width.assign(e.reports.arms, 0.1);
  s.ends = {3, 6};
  s.arms = {0, 2, 4, 1, 3, 5};
  if (e.reports.algorithm == Algorithm::cucb_ldp_sum) {
    s.reported = {0, 7};
  } else if (slates_name_reported(e)) {
    s.reported = {4, 1};
  }
  return s;
}

inline CombinatorialClient slate_client(const CombinatorialExperiment& e, double pinned = 32) {
  return CombinatorialClient::create(e, RewardTransform::unit(), 0, pinned).value();
}

inline ReceivedSlateReport received(const std::string& body, const CombinatorialExperiment& e) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(body.data());
  return CombinatorialReportDecoder(e, largest_super_arm(e.set))
      .decode_one({bytes, body.size()})
      .value();
}

}  // namespace ldp::test
