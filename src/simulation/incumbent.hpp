// The incumbent: the arm with the largest lower confidence bound mean - width sqrt(L(t)). Devices
// that must not explore play it (level-aware assignment).
//
// The lower bound of an arm falls as L(t) grows until a report about the arm comes in. So the
// largest bound of the other arms in some round holds until then. Most rounds need no scan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/multi_armed/incumbent.hpp"
#include "simulation/confidence.hpp"

namespace ldp {

class Incumbent {
 public:
  explicit Incumbent(std::uint32_t arms) : estimates_(arms) {}

  void set(std::uint32_t arm, const ArmEstimate& estimate) {
    if (estimate.width == kNeverPulled) return;  // its report was discarded
    estimates_[arm] = estimate;
    is_known_ = true;
    // The scale of the last scan is below that of all rounds to come.
    if (arm != arm_) challenger_ = std::max(challenger_, lower(arm, scale_));
  }

  /// Whether there is one: something must have been learnt.
  [[nodiscard]] bool is_known() const { return is_known_; }

  /// The lowest position of the largest lower bound. Rounds must not decrease.
  [[nodiscard]] std::uint32_t best(ConfidenceBlock& block, std::uint64_t round) {
    const double scale = block.at(round).scale;
    if (lower(arm_, scale) > challenger_) return arm_;
    return scan(scale);
  }

 private:
  [[nodiscard]] double lower(std::uint32_t arm, double scale) const {
    return lower_index(estimates_[arm].mean, estimates_[arm].width, scale);
  }

  [[nodiscard]] std::uint32_t scan(double scale) {
    double best = -std::numeric_limits<double>::infinity();
    challenger_ = best;
    arm_ = 0;
    for (std::uint32_t arm = 0; arm < estimates_.size(); ++arm) {
      const double bound = lower(arm, scale);
      if (bound > best) {
        challenger_ = best;
        best = bound;
        arm_ = arm;
      } else if (bound > challenger_) {
        challenger_ = bound;
      }
    }
    scale_ = scale;
    return arm_;
  }

  std::vector<ArmEstimate> estimates_;
  bool is_known_ = false;
  std::uint32_t arm_ = 0;
  double challenger_ = std::numeric_limits<double>::infinity();  // no other arm is above it
  double scale_ = 0;                                             // of the last scan
};

}  // namespace ldp
