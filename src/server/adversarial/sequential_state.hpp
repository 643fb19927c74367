// The saved form of a sequential learner, little endian: that of the other learners
// (multi_armed/saved_state.hpp) over the sums of the folded epochs, and behind it
//
//   "LDPS" | version u8 | losses i128[arms], in units of 2^-24 | epochs: count u8, each: id u32 |
//   reports u64 | weights f64[arms] | has sums u8 | sums i64[arms][levels][2], if it has |
//   CRC-32 u32
//
// The CRC covers everything before it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/experiment.hpp"
#include "server/adversarial/loss_sums.hpp"
#include "server/multi_armed/statistics.hpp"

namespace ldp {

/// How many snapshots may have reports under way to them; and two more, for a server that folds an
/// epoch only after it was closed for everybody.
inline constexpr std::size_t kMaximumSequentialRetention = 64;
inline constexpr std::size_t kMaximumOpenEpochs = kMaximumSequentialRetention + 2;

/// The reports that name one snapshot.
struct SequentialEpoch {
  std::uint32_t id = 0;         // of the snapshot
  std::uint64_t reports = 0;    // that the snapshot was computed from
  std::vector<double> weights;  // that its devices draw their arms from
  Statistics sums;

  [[nodiscard]] double round() const { return static_cast<double>(reports) + 1; }
};

struct SequentialState {
  std::uint32_t snapshot_id = 0;
  Statistics total;  // of all reports, those of the open epochs among them
  LossSums losses;   // of the folded epochs
  std::vector<SequentialEpoch> epochs;
};

[[nodiscard]] std::vector<std::uint8_t> encode_sequential_state(const Experiment& experiment,
                                                                const SequentialState& state);

/// Checks everything, also that some reports give these sums and losses.
/// Errors: manifest_mismatch (another experiment or version), invalid_argument (damaged).
[[nodiscard]] Result<SequentialState> decode_sequential_state(std::span<const std::uint8_t> bytes,
                                                              const Experiment& experiment);

}  // namespace ldp
