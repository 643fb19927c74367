// The index of an arm while reports about it are pending: they count in its width only. So a burst
// of decisions from one snapshot is spread over all arms that may be best, not spent on one.
//
// Widths shrink with the square root of what was learnt, so a snapshot by itself tells how many
// typical reports each arm has: N_a = reports * width_a^-2 / sum of width^-2. With p reports under
// way the width is multiplied by sqrt(N/(N + p)) and the tilt by N/(N + p). For Weighted LDP-UCB
// that is exactly W + p h in place of W, h the mean weight of a report; for the published pair
// N + p p0 in place of N, p0 the share of reports that are not discarded.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

class PendingIndex {
 public:
  /// Keeps a copy of what it needs. The snapshot must be valid.
  explicit PendingIndex(const MultiArmedSnapshot& snapshot);

  [[nodiscard]] std::size_t arms() const { return mean_.size(); }

  /// The upper index of an arm with `pending` >= 0 reports under way. An arm never pulled is
  /// infinite without any; with some, its mean is taken to be 1/2, the middle of all rewards.
  [[nodiscard]] double operator()(std::uint32_t arm, double pending) const;

 private:
  double scale_;
  double precision_ = 0;  // width^-2 per report
  std::vector<double> mean_;
  std::vector<double> width_;
  std::vector<double> tilt_;
};

inline PendingIndex::PendingIndex(const MultiArmedSnapshot& snapshot)
    : scale_(snapshot.scale), mean_(snapshot.mean), width_(snapshot.width), tilt_(snapshot.tilt) {
  tilt_.resize(mean_.size());
  double precision = 0;
  for (const double width : width_) {
    if (width > 0) precision += 1 / (width * width);  // nothing, for an arm never pulled
  }
  if (snapshot.reports > 0) precision_ = precision / static_cast<double>(snapshot.reports);
}

inline double PendingIndex::operator()(std::uint32_t arm, double pending) const {
  const double width = width_[arm];
  if (pending == 0) return upper_index(mean_[arm], width, scale_, tilt_[arm]);
  if (width == kNeverPulled) {
    if (precision_ == 0) return kNeverPulled;  // nothing is known of any arm
    return 0.5 + scale_ / std::sqrt(pending * precision_);
  }
  // N/(N + p), with N = width^-2 / precision.
  const double shrink = 1 / (1 + pending * precision_ * width * width);
  return mean_[arm] + (width * std::sqrt(shrink) + tilt_[arm] * shrink * scale_) * scale_;
}

}  // namespace ldp
