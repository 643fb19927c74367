#include "server/multi_armed/ldp_gaussian_ucb.hpp"

namespace ldp {

LdpGaussianUcb::LdpGaussianUcb(const std::vector<Level>& levels) {
  levels_.reserve(levels.size());
  for (const Level& level : levels) {
    const double weight = 1 / (0.25 + level.deviation * level.deviation);
    levels_.push_back({weight, weight * level.unit});
  }
}

}  // namespace ldp
