#include "server/combinatorial/kl_menu_index.hpp"

#include <cmath>

#include "server/arms/menu_likelihood.hpp"

namespace ldp {

KlMenuIndex::KlMenuIndex(std::span<const double> thetas, const Statistics& coordinates,
                         double typical_weight)
    : thetas_(thetas.begin(), thetas.end()),
      counts_(coordinates.sums().begin(), coordinates.sums().end()),
      typical_theta_(std::sqrt(typical_weight)),
      arms_(coordinates.arms()) {
  for (std::uint32_t i = 0; i < coordinates.arms(); ++i) {
    Arm& arm = arms_[i];
    for (std::size_t level = 0; level < thetas_.size(); ++level) {
      const double count = counts(i).count(level);
      arm.reports += count;
      arm.weight += thetas_[level] * thetas_[level] * count;
    }
    if (arm.reports > 0) arm.likeliest = likeliest_of_menu(counts(i), thetas_);
  }
}

double KlMenuIndex::upper(std::uint32_t arm, double weight, KlIndexLaw law) const {
  const Arm& known = arms_[arm];
  if (known.reports == 0) {
    law.theta = typical_theta_;
    return upper_weight(known.likeliest, weight, law);
  }
  const double stretch = weight / known.weight;
  const double f = kl_exploration(known.reports * stretch, law);
  return upper_of_menu(counts(arm), known.likeliest, f / stretch, thetas_);
}

}  // namespace ldp
