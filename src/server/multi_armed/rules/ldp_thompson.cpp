#include "server/multi_armed/rules/ldp_thompson.hpp"

namespace ldp {
namespace {

std::vector<double> beta_weights(const Statistics& statistics) {
  std::vector<BetaBelief> beliefs;
  beliefs.reserve(statistics.arms());
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    beliefs.push_back(LdpThompson::beta_belief(ArmCounts(statistics.of_arm(arm))));
  }
  return largest_probability(std::span<const BetaBelief>(beliefs));
}

}  // namespace

std::vector<double> LdpThompson::weights(const Statistics& statistics,
                                         std::uint64_t /*epochs*/) const {
  return posterior_ == Posterior::beta ? beta_weights(statistics) : normal_weights(statistics);
}

std::vector<double> LdpThompson::normal_weights(const Statistics& statistics) const {
  std::vector<NormalBelief> beliefs;
  std::vector<double> unknown(statistics.arms(), 0.0);
  beliefs.reserve(statistics.arms());
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const Sums sums = fold(ArmCounts(statistics.of_arm(arm)));
    if (sums.weight > 0) {
      beliefs.push_back(normal_belief(sums));
    } else {
      unknown[arm] = 1;
    }
  }
  const std::size_t first = unknown.size() - beliefs.size();
  if (first == 0) return largest_probability(std::span<const NormalBelief>(beliefs));
  for (double& weight : unknown) weight /= static_cast<double>(first);
  return unknown;
}

}  // namespace ldp
