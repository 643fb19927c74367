// The relative entropy of Bernoulli laws, and the confidence bounds that it gives.
// Garivier, Cappe 2011, "The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond".
#pragma once

#include <limits>

namespace ldp {

/// kl(p, q) = p ln(p/q) + (1 - p) ln((1 - p)/(1 - q)) for p, q in [0, 1]; infinity where it is. Of
/// high relative precision also where p and q are close.
[[nodiscard]] double bernoulli_divergence(double p, double q);

/// kl(p, p + gap), for a gap that is known better than p + gap can be.
[[nodiscard]] double bernoulli_divergence_at(double p, double gap);

/// The largest q in [mean, 1] with kl(mean, q) <= budget, to about 1e-15; where that is above 1 -
/// 1e-12 it may be as low as that. This is the index of KL-UCB for n rewards in [0, 1] with this
/// mean and budget = ln t/n. mean in [0, 1], budget >= 0. `start`: a q of nearby arguments, or 1.
[[nodiscard]] double kl_upper_bound(double mean, double budget, double start = 1);

/// The smallest q in [0, mean] with kl(mean, q) <= budget.
[[nodiscard]] inline double kl_lower_bound(double mean, double budget) {
  return 1 - kl_upper_bound(1 - mean, budget);
}

}  // namespace ldp
