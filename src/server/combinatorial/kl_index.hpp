// CUCB-LDP-KL: how optimistic it is about one arm, from the randomised bits of one level about it
// (of several: kl_menu_index.hpp). The index of KL-UCB++ (Menard and Garivier 2017, "A Minimax and
// Asymptotically Optimal Algorithm for Stochastic Bandits"), on the bits:
// docs/spec/combinatorial.md, section 5.
#pragma once

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/combinatorial/public_beta.hpp"
#include "server/combinatorial/upper_weights.hpp"

namespace ldp {

/// What the bits about all arms of one experiment share.
struct KlIndexLaw {
  double theta = 1;  // of the bits, in (0, 1]
  double arms = 1;   // of the decision set, not of a slate
  double t = 1;      // the decision round, from 1
};

/// f = ln max(1, z (1 + max(0, ln z)^2)), z = t/(arms reports). Requires reports > 0.
[[nodiscard]] inline double kl_exploration(double reports, const KlIndexLaw& law) {
  const double z = law.t / (law.arms * reports);
  if (z <= 0) return 0;
  const double y = std::max(0.0, natural_log(z));
  return natural_log(std::max(1.0, z * (1 + y * y)));
}

/// The largest q in [share, 1] with reports kl(share, q) <= f, by halving: Newton's method would
/// start where the divergence is infinite if share is near 1. share in [0, 1], reports > 0, f >= 0.
[[nodiscard]] inline double kl_upper_share(double share, double reports, double f) {
  constexpr int kHalvings = 50;
  double low = share;
  double high = std::min(1.0, share + std::sqrt(f / (2 * reports)));  // Pinsker's inequality
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (reports * bernoulli_divergence(share, middle) <= f ? low : high) = middle;
  }
  return low;
}

/// The weight of an arm for the oracle by the KL index, in [0, 1]: clip((q - p0)/theta, 0, 1), p0 =
/// (1 - theta)/2. 1 without a report. `mean` and `weight` as in ArmSums: weight = theta^2 reports.
[[nodiscard]] inline double upper_weight(double mean, double weight, const KlIndexLaw& law) {
  if (!(weight > 0)) return 1;
  const auto [ones, zeros] = bits_of(mean, weight, law.theta);
  const double reports = ones + zeros;
  const double q = kl_upper_share(ones / reports, reports, kl_exploration(reports, law));
  return index_of_bit(q, law.theta);
}

}  // namespace ldp
