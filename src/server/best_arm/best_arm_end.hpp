// What a best-arm learner remembers of its last snapshot besides its sums. It counts for later
// snapshots once the operator has ended the experiment: then it stays. Its saved form, little
// endian:
//
//   "LDPB" | version u8 | id length u8, id | error probability f64 | maximum pulls u64 | constants
//   u8 | mechanism u8 | that of a multi-armed learner of the reports
//   (server/learner/saved_state.hpp) | answer i32 | certified u8 | ended u8 | error f64 | left:
//   count u32, u32 each | CRC-32 u32
//
// With a share of forged reports above 0, that share follows the mechanism as an f64. `certified`
// has bit 0 for certified and bit 1 for stopped.
// The envelope: server/learner/state_file.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// As in BestArmState.
struct BestArmEnd {
  std::int32_t answer = -1;
  bool certified = false;
  bool ended = false;
  double error = 1;
  std::vector<std::uint32_t> left;
  bool stopped = false;

  bool operator==(const BestArmEnd&) const = default;
};

struct BestArmSaved {
  std::uint32_t snapshot_id = 0;
  std::vector<std::int64_t> sums;
  BestArmEnd end;
};

[[nodiscard]] std::vector<std::uint8_t> encode_best_arm_state(const BestArmExperiment& experiment,
                                                              std::uint32_t snapshot_id,
                                                              std::span<const std::int64_t> sums,
                                                              const BestArmEnd& end);

/// The sums are as they stand there. Errors: manifest_mismatch (another experiment or version),
/// invalid_argument (damaged).
[[nodiscard]] Result<BestArmSaved> decode_best_arm_state(std::span<const std::uint8_t> bytes,
                                                         const BestArmExperiment& experiment);

}  // namespace ldp
