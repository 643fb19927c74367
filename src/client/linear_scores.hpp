// The scores of all arms of a round in one pass: Y = X F^T as one product, then the norms of its
// rows. Every lane adds in the same order, so native and wasm give the same bits.
#pragma once

#include <cstdint>
#include <span>

#include "client/feature_block.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// scores[a] = <theta, x_a> + radius ||F x_a|| for every lane a < stride; lanes beyond the arms get
/// 0. theta: [d]. factor: F, lower triangular, row-major, [d(d+1)/2], or empty: there is no width.
/// Requires features.dimension == d, scores.size() == features.stride, all finite, radius >= 0.
void linear_scores(const FeatureBlock& features, std::span<const double> theta,
                   std::span<const double> factor, double radius, std::span<double> scores);

/// The same scores, bit for bit, in a fraction of the code: for a page, which has to download it
/// and scores once a decision.
void linear_scores_compact(const FeatureBlock& features, std::span<const double> theta,
                           std::span<const double> factor, double radius, std::span<double> scores);

/// The arms with the largest score.
struct Leaders {
  double score = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;  // >= 1
};

/// Of the first `arms` scores. Requires 1 <= arms <= scores.size() and scores that are not NaN.
[[nodiscard]] Leaders find_leaders(std::span<const double> scores, std::uint32_t arms);

/// The arm of the largest score, ties uniformly; draws nothing where there is no tie. Requires what
/// find_leaders() does.
template <WordSource S>
std::uint32_t leading_arm(std::span<const double> scores, std::uint32_t arms, S& source) {
  const Leaders leaders = find_leaders(scores, arms);
  if (leaders.count < 2) return leaders.first;
  auto skip = static_cast<std::uint32_t>(uniform_below(source, leaders.count));
  std::uint32_t arm = leaders.first;
  while (scores[arm] != leaders.score || skip-- > 0) ++arm;
  return arm;
}

}  // namespace ldp
