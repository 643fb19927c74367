// The one message that crosses the wall from the server to the devices: what has been learnt so
// far, the same for everybody. It is a function of reports alone, so it costs no privacy, and
// nothing in it can loosen the privacy of a report: a server that lies in it chooses bad arms, no
// more.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/experiment.hpp"

namespace ldp {

inline constexpr double kNeverPulled = std::numeric_limits<double>::infinity();
inline constexpr std::uint64_t kMaximumReports =
    (std::uint64_t{1} << 53) - 1;  // exact in JavaScript

struct Snapshot {
  std::uint32_t id = 0;
  std::uint64_t reports = 0;  // ingested so far; the decision round is t = reports + 1
  double scale = 0;           // sqrt(L(t)), L the experiment's bound
  std::vector<double>
      mean;  // [arms] estimated mean reward; not clipped to [0, 1]; 0 if never pulled
  std::vector<double>
      width;  // [arms] confidence width per unit of scale; kNeverPulled if never pulled
  std::int32_t forced_arm = -1;  // >= 0: every device plays this arm (HeLDP-UCB-L only)
};

/// The upper confidence index of one arm: mean + width * scale, +infinity if never pulled.
/// The case is needed: at t = 1 the scale is 0, and infinity times 0 is not a number.
inline double upper_index(double mean, double width, double scale) {
  return width == kNeverPulled ? kNeverPulled : mean + width * scale;
}

/// Checks a snapshot from an untrusted server against the experiment that the page pinned.
/// Errors: invalid_argument, naming the field.
Status validate(const Snapshot& snapshot, const Experiment& experiment);

}  // namespace ldp
