// Which arm has the largest upper confidence index, without looking at all of them every round.
//
// A learner that has learnt something plays one arm many times in succession. Meanwhile only the
// index of that arm jumps; all the others rise slowly with the scale sqrt(L(t)). So for a window of
// rounds their largest index at the scale of the window's last round bounds them. While the
// leader's index, at the scale of a past round, is above that, no other arm has to be looked at.
// Both are bounds on the rounded numbers, not only on the real ones (a rounded mean + width * scale
// never decreases in the scale), so the choices are those of the full scan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "simulation/confidence.hpp"
#include "simulation/upper_indices.hpp"

namespace ldp {

/// A promise: up to round `until` the arm is the best one as long as its own estimate holds.
struct Lead {
  std::uint64_t until;
  double past_scale;
  double challenger;

  /// Nothing beyond the round itself.
  static Lead none(std::uint64_t round) {
    return {round, 0, std::numeric_limits<double>::infinity()};
  }

  template <bool kTilted = false>
  [[nodiscard]] bool holds(const ArmEstimate& own) const {
    if constexpr (kTilted) {
      return own.mean + (own.width + own.tilt * past_scale) * past_scale > challenger;
    }
    return own.mean + own.width * past_scale > challenger;
  }
};

struct Choice {
  std::uint32_t arm;
  Lead lead;
};

/// kTilted: see UpperIndices.
template <bool kTilted>
class LeadingArm {
 public:
  explicit LeadingArm(std::uint32_t arms) : indices_(arms) {}

  [[nodiscard]] ArmEstimate estimate(std::uint32_t arm) const { return indices_.estimate(arm); }

  void set(std::uint32_t arm, const ArmEstimate& estimate) {
    indices_.set(arm, estimate);
    if (arm != leader_) has_run_ = false;
  }

  /// The lowest position of the largest index. The rounds of successive calls
  /// must increase, and in between nothing but the arm of the last choice may have been set.
  [[nodiscard]] Choice best(ConfidenceBlock& block, std::uint64_t round) {
    if (has_run_) {
      if (round > lead_.until) open_window(block, round);
      if (lead_.template holds<kTilted>(indices_.estimate(leader_))) return {leader_, lead_};
    }
    const double scale = block.at(round).scale;
    const std::uint32_t arm = indices_.best(scale);
    if (has_run_ && arm == leader_) {
      lead_.past_scale = scale;  // the bound on the others still stands
    } else {
      has_run_ = arm == leader_;
      leader_ = arm;
      lead_ = Lead::none(round);
      last_scale_ = scale;
    }
    return {arm, lead_};
  }

 private:
  // Short enough that the others creep up by less than they are apart: the number of rounds
  // between two plays of an arm that is not the best grows in proportion to t, and windows are a
  // small part of that.
  static constexpr int kWindowShift = 10;

  void open_window(ConfidenceBlock& block, std::uint64_t round) {
    const std::uint64_t until = std::min(block.last(), round + (round >> kWindowShift));
    const double scale = block.at(until).scale;
    lead_ = {until, last_scale_, indices_.largest_without(leader_, scale)};
    last_scale_ = scale;
  }

  UpperIndices<kTilted> indices_;
  std::uint32_t leader_ = 0;  // chosen last
  bool has_run_ = false;      // and the time before, so that a window is worth its scan
  Lead lead_ = Lead::none(0);
  double last_scale_ = 0;  // of lead_.until
};

}  // namespace ldp
