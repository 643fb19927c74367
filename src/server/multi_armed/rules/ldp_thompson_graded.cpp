#include "server/multi_armed/rules/ldp_thompson_graded.hpp"

#include <cmath>
#include <cstddef>
#include <span>

#include "server/multi_armed/largest_probability.hpp"

namespace ldp {
namespace {

// Its square is gap^2/(2 d) with d = sum (N/2) ln(1 + gap^2/v), the limit 1/W included.
double deviation(const GradedArm& arm, double best) {
  const double gap = best - arm.mean;
  const double divergence = arm.divergence(gap);
  return divergence > 0 ? gap / std::sqrt(2 * divergence) : 1 / std::sqrt(arm.weight);
}

}  // namespace

std::vector<double> LdpThompsonGraded::weights(const Statistics& statistics,
                                               std::uint64_t /*epochs*/) const {
  const std::vector<GradedArm> arms = arms_.of(statistics);
  std::vector<NormalBelief> beliefs;
  std::vector<double> unknown(arms.size(), 0.0);
  beliefs.reserve(arms.size());
  const double best = GradedArms::best_mean(arms);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].reports >= GradedArms::kFewest) {
      beliefs.push_back({arms[i].mean, deviation(arms[i], best)});
    } else {
      unknown[i] = 1;
    }
  }
  const std::size_t first = unknown.size() - beliefs.size();
  if (first == 0) return largest_probability(std::span<const NormalBelief>(beliefs));
  for (double& weight : unknown) weight /= static_cast<double>(first);
  return unknown;
}

}  // namespace ldp
