// How much the reward of a super arm may change with the means: |r_mu(S) - r_nu(S)| <= B_p times
// the p-norm of mu - nu on the arms of S. Regret bounds depend on these two numbers.
//
// Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially Private Combinatorial
// Semi-Bandits", section 2. The constants by family are ours.
#pragma once

#include "protocol/decision_set.hpp"

namespace ldp {

struct Smoothness {
  double b1 = 1;    // for the 1-norm
  double binf = 1;  // for the largest difference; b1 <= binf <= K b1
};

/// The smallest constants; only bounds where K is one (paths in a graph with a cycle) and for
/// influence, where the norms are over all edges that the seeds may reach, not over the arms of S
/// alone. The set must be valid. A custom set is taken to have a sum.
Smoothness smoothness(const DecisionSet& set);

}  // namespace ldp
