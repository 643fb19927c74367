#include "server/combinatorial/arm_index.hpp"

#include <algorithm>

#include "privacy/laplace_scale.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "server/arms/arm_estimate.hpp"
#include "server/arms/debias.hpp"
#include "server/arms/weighted_ldp_ucb.hpp"

namespace ldp {

Result<ArmIndex> ArmIndex::create(const CombinatorialExperiment& experiment,
                                  std::uint32_t largest) {
  const Algorithm algorithm = experiment.reports.algorithm;
  ArmIndex index;
  index.algorithm_ = algorithm;
  index.width_ = experiment.width;
  index.horizon_ = static_cast<double>(experiment.horizon);
  index.largest_ = largest;
  if (payload(experiment.reports) == Payload::bit) {
    index.thetas_ = implemented_thetas(experiment.reports.levels);
    return index;
  }
  // The epsilon that the devices' noise really has, never above the level.
  const bool reports_all = algorithm == Algorithm::cucb_ldp1;
  if (reports_all && largest > kMaxSensitivity / kRewardGrid) {
    return Error{ErrorCode::invalid_argument, "set",
                 "cucb-ldp1 reports all arms of a slate, and devices report 1024 at most",
                 static_cast<double>(largest)};
  }
  const double share = reports_all ? largest : 1;
  const auto scale = LaplaceScale::create(experiment.reports.levels[0] / share, kRewardGrid);
  if (!scale.ok()) {
    return Error{ErrorCode::invalid_argument, "levels",
                 "one outcome gets epsilon/K, which must be at least 2^-10",
                 experiment.reports.levels[0]};
  }
  index.epsilon_ = scale.value().epsilon();
  return index;
}

std::vector<ArmSums> ArmIndex::sums_of(const Statistics& statistics) const {
  std::vector<ArmSums> sums(statistics.arms());
  const WeightedLdpUcb bits(thetas_);
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const ArmCounts counts(statistics.of_arm(arm));
    if (thetas_.empty()) {
      sums[arm] = {counts.count(0), counts.total(0) * (1.0 / kRewardGrid)};
    } else {
      const WeightedLdpUcb::Sums weighted = bits.fold(counts);
      sums[arm] = {weighted.weight, weighted.reward};
    }
  }
  return sums;
}

double ArmIndex::typical_weight(const Statistics& statistics) const {
  if (thetas_.empty()) return 1;
  double sum = 0;
  if (statistics.reports() == 0) {
    for (const double theta : thetas_) sum += theta * theta;
    return sum / static_cast<double>(thetas_.size());
  }
  for (const ArmSums& arm : sums_of(statistics)) sum += arm.weight;
  return sum / static_cast<double>(statistics.reports());
}

std::optional<KlMenuIndex> ArmIndex::kl_menu(const Statistics& statistics) const {
  if (algorithm_ != Algorithm::cucb_ldp_kl || thetas_.size() == 1) return {};
  return KlMenuIndex(thetas_, statistics, typical_weight(statistics));
}

std::uint32_t ArmIndex::most_slates() const {
  const auto longest = static_cast<std::uint32_t>(largest_);
  return std::clamp(kMaximumSlateArms / longest, 1U, kMaximumSlates);
}

RadiusLaw ArmIndex::law_at(double t) const {
  if (!thetas_.empty()) return bit_law(t);
  if (width_ == CombinatorialWidth::bernstein) return bernstein_law(t, epsilon_);
  const double horizon = horizon_ > 0 ? horizon_ : horizon_above(t - 1);
  if (algorithm_ == Algorithm::cucb_ldp2) return cucb_ldp2_law(horizon, epsilon_);
  const double total = epsilon_ * largest_;
  return width_ == CombinatorialWidth::printed ? cucb_ldp1_printed_law(horizon, total, largest_)
                                               : cucb_ldp1_law(horizon, total, largest_);
}

}  // namespace ldp
