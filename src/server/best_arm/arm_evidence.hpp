// What a best-arm rule sees and says. Rules are pure functions: of the numbers of pulls and the
// means, of the arms that are left where the rule drops arms for good, and of public parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/best_arm/confidence_bounds.hpp"

namespace ldp {

/// The observations of every arm: how many, and their mean (0 where there are none).
struct ArmEvidence {
  std::vector<double> pulls;
  std::vector<double> mean;

  [[nodiscard]] std::size_t arms() const { return pulls.size(); }
};

/// The arms to be pulled next, equally often, increasing and at least one; the arms that may still
/// be the answer, increasing and at least one; the answer so far (-1: no observation yet); whether
/// the rule has stopped with it.
struct BestArmChoice {
  std::vector<std::uint32_t> pull;
  std::vector<std::uint32_t> left;
  std::int32_t answer = -1;
  bool stops = false;
};

/// Bounds of every arm at x(n); minus and plus infinity for an arm without observations.
std::vector<ConfidenceInterval> intervals_of(const ArmEvidence& evidence,
                                             const ConfidenceBounds& bounds,
                                             double error_probability);

/// The arm of the largest mean among `candidates` with observations, the first of equal ones; -1.
std::int32_t leading_arm(const ArmEvidence& evidence, const std::vector<std::uint32_t>& candidates);

/// 0, 1, ..., arms - 1.
std::vector<std::uint32_t> all_arms(std::size_t arms);

/// Those of `candidates` without observations.
std::vector<std::uint32_t> unpulled_of(const ArmEvidence& evidence,
                                       const std::vector<std::uint32_t>& candidates);

/// The smallest error probability in [0, 1] at whose bounds the lower one of `answer` is not below
/// the upper one of any other of `rivals`: with how much doubt one could stop now. 1 if there is
/// none, or no answer; 0 without rivals.
///
/// This is a p-value that holds at all times: on the event that all bounds at error probability x
/// hold, which has probability 1 - x at least, no wrong answer ever has a value of x or less,
/// because then its lower bound would not be below the upper bound of the best arm.
double smallest_error(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                      std::int32_t answer, const std::vector<std::uint32_t>& rivals);

}  // namespace ldp
