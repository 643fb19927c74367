#include "server/multi_armed/rules/ldp_imed_graded.hpp"

#include <cmath>
#include <cstddef>

namespace ldp {

std::vector<LdpImed::Arm> LdpImedGraded::arms(const Statistics& statistics) const {
  const std::vector<GradedArm> graded = arms_.of(statistics);
  const double best = GradedArms::best_mean(graded);
  std::vector<LdpImed::Arm> arms(graded.size());
  for (std::size_t i = 0; i < graded.size(); ++i) {
    if (graded[i].reports < GradedArms::kFewest) continue;
    LdpImed::Arm& arm = arms[i];
    arm.reports = graded[i].reports;
    arm.likeliest = graded[i].mean;
    arm.divergence = graded[i].divergence(best - arm.likeliest);
    arm.index = arm.divergence + std::log(arm.reports);
  }
  return arms;
}

std::vector<double> LdpImedGraded::weights(const Statistics& statistics,
                                           std::uint64_t epochs) const {
  const auto reports = static_cast<double>(statistics.reports());
  return LdpImed::shares(arms(statistics), std::ceil(reports / static_cast<double>(epochs)));
}

}  // namespace ldp
