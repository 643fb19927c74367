#include "server/multi_armed/rules/ldp_kl_ucb.hpp"

#include <algorithm>
#include <cmath>

#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/debias.hpp"
#include "server/arms/menu_likelihood.hpp"

namespace ldp {
namespace {

bool has_reports(ArmCounts arm) {
  for (std::size_t level = 0; level < arm.levels(); ++level) {
    if (arm.count(level) > 0) return true;
  }
  return false;
}

double to_reward(double bits, double theta) { return 0.5 + (bits - 0.5) / theta; }

}  // namespace

LdpKlUcb::LdpKlUcb(const MultiArmedExperiment& experiment)
    : LdpKlUcb(implemented_thetas(experiment.levels)) {}

ArmEstimate LdpKlUcb::estimate(ArmCounts arm, double bound) const {
  if (!has_reports(arm)) return {};
  const double mean = likeliest(arm);
  const double gap = upper(arm, mean, bound) - mean;
  return {mean, gap > 0 ? gap / std::sqrt(bound) : 0};
}

double LdpKlUcb::likeliest(ArmCounts arm, double start) const {
  if (thetas_.size() == 1) return to_reward(arm.total(0) / arm.count(0), thetas_[0]);
  return likeliest_of_menu(arm, thetas_, start);
}

double LdpKlUcb::upper(ArmCounts arm, double likeliest, double bound, double start) const {
  if (!(bound > 0)) return likeliest;
  if (thetas_.size() > 1) return upper_of_menu(arm, likeliest, bound, thetas_, start);
  const double theta = thetas_[0];
  const double count = arm.count(0);
  const double bits = kl_upper_bound(arm.total(0) / count, bound / count, to_bits(start, theta));
  return std::max(to_reward(bits, theta), likeliest);
}

}  // namespace ldp
