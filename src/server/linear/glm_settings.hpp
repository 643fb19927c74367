// The constants of a learner of generalized linear models, and what it is told of an epoch.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/link.hpp"

namespace ldp {

/// All deviations are of one report, in real units: of the curvature and of the score themselves,
/// not of the scaled vector that is sent.
struct GlmSettings {
  std::uint32_t dimension = 0;
  LinkModel model{Link::logistic, 1, 0, 1};
  double matrix_deviation = 0;  // sM: of an svec coordinate of the curvature
  double score_deviation = 0;   // sg: of a coordinate of the score, with C in place of Cs
  double optimism = 1;          // kb: how much of the width counts
  double sigma = 0;             // glm-published: of its noise, sensitivity and all
  std::uint64_t horizon = 0;    // glm-published: T; 0 = not known
  bool is_tuned = false;        // glm-published
};

/// What the reports that name one snapshot add up to, in real units.
struct ScoreSums {
  std::span<const double> curvature{};  // [d (d + 1)/2]: upper triangle of w x x^T, row by row
  std::span<const double> moment{};     // [d] glm-published only: (x . point) x
  std::span<const double> score{};      // [d]: r x
  std::span<const double> point{};      // [d]: where the snapshot had them linearised
  std::uint64_t reports = 0;            // at least 1
};

}  // namespace ldp
