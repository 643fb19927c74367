// The one message that crosses the wall from the server to the devices of a combinatorial
// experiment: what has been learnt so far, and slates to play, the same for all devices. It is a
// function of reports alone. It says which arm of a slate is reported, so that is fixed before any
// visitor sees the slate; a server that lies here chooses bad slates, no more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"

namespace ldp {

/// The most slates that a snapshot has.
inline constexpr std::uint32_t kMaximumSlates = 64;
/// The most arms of all slates of a published snapshot together, if it has more than one: devices
/// refuse a megabyte.
inline constexpr std::uint32_t kMaximumSlateArms = 65'536;

/// A device plays one of the slates, drawn by a coin of its own, all alike.
struct CombinatorialSnapshot {
  std::uint32_t id = 0;
  std::uint64_t reports = 0;    // ingested so far
  std::vector<double> mean{};   // [arms of a report] estimate; not clipped; 0 if never reported
  std::vector<double> width{};  // [arms of a report] of its confidence; infinity if never reported
  /// The slates one behind the other: slate i is arms[ends[i - 1]] to arms[ends[i]], ascending.
  std::vector<std::uint32_t> ends{};  // [slates], 1..kMaximumSlates of them
  std::vector<std::uint32_t> arms{};
  /// [slates] what is reported of each: one of its arms; of sum reports its position among the
  /// super arms. [] where slates_name_reported(experiment) is false.
  std::vector<std::uint32_t> reported{};

  bool operator==(const CombinatorialSnapshot&) const = default;
};

/// The arms of a slate of a valid snapshot.
inline std::span<const std::uint32_t> slate(const CombinatorialSnapshot& snapshot,
                                            std::size_t position) {
  const std::size_t begin = position == 0 ? 0 : snapshot.ends[position - 1];
  return std::span(snapshot.arms).subspan(begin, snapshot.ends[position] - begin);
}

/// Checks a snapshot from an untrusted server against the experiment that the page pinned, in
/// structure only: whether a slate is feasible is checked with oracles/super_arm.hpp. A device does
/// not check that the `reported` of a sum report is the position of its slate: it is public, and a
/// server that lies there only spoils its own sums.
/// Errors: invalid_argument, naming `reports`, `mean`, `width`, `slates` or `reported`.
Status validate(const CombinatorialSnapshot& snapshot, const CombinatorialExperiment& experiment);

}  // namespace ldp
