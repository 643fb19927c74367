// lil'UCB, Jamieson, Malloy, Nowak & Bubeck 2014, on what the devices send: pull the arm of the
// largest index, whose bonus follows the law of the iterated logarithm; stop once it has nearly all
// pulls.
//
// The proof needs that the arm had the largest index when it got its last pull. A server that
// publishes seldom gives an arm many pulls at once, during which its index may fall below another;
// so here an arm stops the experiment only if it has the largest index also after its pulls.
#pragma once

#include "protocol/best_arm_experiment.hpp"
#include "server/best_arm/arm_evidence.hpp"

namespace ldp {

/// The constants of lil'UCB.
struct LilUcb {
  double a;  // epsilon in the paper
  double beta;
  double lambda;
  double nu;      // the failure probability of one bound
  double offset;  // the inner logarithm is ln((1 + a) n + offset)

  /// theory: those of the theorem for this error probability. heuristic: the authors'; no proof.
  static LilUcb create(LilConstants constants, double arms, double error_probability);

  /// What the index of an arm with `pulls` >= 1 observations has beyond their mean.
  [[nodiscard]] double bonus(double pulls, const ConfidenceBounds& bounds) const;

  /// Whether an arm with `own` of `all` pulls has nearly all of them.
  [[nodiscard]] bool has_nearly_all(double own, double all) const {
    return own >= 1 + lambda * (all - own);
  }
};

/// Arms without observations are pulled first.
BestArmChoice choose_lil_ucb(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                             const LilUcb& constants);

}  // namespace ldp
