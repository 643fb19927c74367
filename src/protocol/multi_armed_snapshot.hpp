// The one message that crosses the wall from the server to the devices: what has been learnt so
// far, the same for all devices. It is a function of reports alone, so it costs no privacy, and
// nothing in it can loosen the privacy of a report: a server that lies in it chooses bad arms, no
// more.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

inline constexpr double kNeverPulled = std::numeric_limits<double>::infinity();
inline constexpr std::uint64_t kMaximumReports =
    (std::uint64_t{1} << 53) - 1;  // exact in JavaScript

/// What a device plays: the forced arm if there is one; else, if its own level is below the
/// experiment's level_aware_from, the incumbent if there is one; else an arm drawn from the weights
/// if there are any; else an arm of the largest upper_index, ties uniformly.
struct MultiArmedSnapshot {
  std::uint32_t id = 0;
  std::uint64_t reports = 0;  // ingested so far; the decision round is t = reports + 1
  double scale = 0;           // sqrt(L(t)), L the experiment's bound
  std::vector<double>
      mean;  // [arms] estimated mean reward; not clipped to [0, 1]; 0 if never pulled
  std::vector<double>
      width;  // [arms] confidence width per unit of scale; kNeverPulled if never pulled
  std::vector<double> tilt{};  // [] or [arms] >= 0: what the index has per scale^2 beyond the width
  std::vector<double> weights{};  // [] or [arms] >= 0 with sum 1: devices draw their arm from these
  std::int32_t forced_arm = -1;   // >= 0: every device plays this arm (HeLDP-UCB-L only)
  std::int32_t incumbent = -1;    // >= 0: devices below level_aware_from play this arm
  std::int64_t alarms = -1;      // >= 0: changes that were noticed; of learners that watch for them
  std::uint64_t last_alarm = 0;  // the number of reports at the last of them
};

/// How far the sum of the weights may be from 1: they are doubles in decimal.
inline constexpr double kWeightsTolerance = 1e-9;

/// The upper confidence index of one arm: mean + width * scale + tilt * scale^2, +infinity if never
/// pulled. The case is needed: at t = 1 the scale is 0, and infinity times 0 is not a number.
inline double upper_index(double mean, double width, double scale, double tilt = 0) {
  return width == kNeverPulled ? kNeverPulled : mean + (width + tilt * scale) * scale;
}

/// Checks a snapshot from an untrusted server against the experiment that the page pinned.
/// Errors: invalid_argument, naming the field.
Status validate(const MultiArmedSnapshot& snapshot, const MultiArmedExperiment& experiment);

}  // namespace ldp
