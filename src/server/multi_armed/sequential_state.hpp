// The saved form of a sequential learner, little endian: that of the other learners
// (server/learner/saved_state.hpp) over the sums of the folded epochs, and behind it
//
//   "LDPS" | version u8 | losses i128[arms], in units of 2^-24 | epochs: count u8, each: id u32 |
//   reports u64 | weights f64[arms] | has sums u8 | sums i64[arms][levels][2], if it has |
//   CRC-32 u32
//
// The envelope: server/learner/state_file.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "server/learner/open_epochs.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/loss_sums.hpp"

namespace ldp {

/// The reports that name one snapshot.
struct SequentialEpoch {
  std::uint32_t id = 0;         // of the snapshot
  std::uint64_t reports = 0;    // that the snapshot was computed from
  std::vector<double> weights;  // that its devices draw their arms from
  Statistics sums;

  static constexpr bool kIsOrdered = false;  // losses are sums
  static constexpr std::string_view kPlace = "weights";
  [[nodiscard]] bool is_same_place(const SequentialEpoch& other) const {
    return weights == other.weights && reports == other.reports;
  }
  [[nodiscard]] double round() const { return static_cast<double>(reports) + 1; }
};

struct SequentialState {
  std::uint32_t snapshot_id = 0;
  Statistics total;  // of all reports, those of the open epochs among them
  LossSums losses;   // of the folded epochs
  OpenEpochs<SequentialEpoch> epochs;
};

[[nodiscard]] std::vector<std::uint8_t> encode_sequential_state(
    const MultiArmedExperiment& experiment, const SequentialState& state);

/// Checks everything, also that some reports give these sums and losses.
/// Errors: manifest_mismatch (another experiment or version), invalid_argument (damaged).
[[nodiscard]] Result<SequentialState> decode_sequential_state(
    std::span<const std::uint8_t> bytes, const MultiArmedExperiment& experiment);

}  // namespace ldp
