// What a best-arm learner remembers of its last snapshot besides its sums. It counts for later
// snapshots once the operator has ended the experiment: then it stays. Its saved form, little
// endian:
//
//   "LDPB" | version u8 | id length u8, id | error probability f64 | maximum pulls u64 | constants
//   u8 | mechanism u8 | that of a multi-armed learner of the reports
//   (server/learner/saved_state.hpp) | answer i32 | certified u8 | ended u8 | error f64 | left:
//   count u32, u32 each | of ldp-duel: memory | CRC-32 u32
//
// With a share of forged reports above 0, that share follows the mechanism as an f64. `certified`
// has bit 0 for certified and bit 1 for stopped. The header of ldp-duel ends with its indifference
// f64 and its control i32; its memory is that of DuelMemory, each list without its length, which
// follows from the header, the numbers as bits: closed i64, rows f64, best f64, lifts f64.
// The envelope: server/learner/state_file.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "protocol/best_arm_snapshot.hpp"
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
  DuelMemory duel;  // empty but for ldp-duel
};

[[nodiscard]] std::vector<std::uint8_t> encode_best_arm_state(const BestArmExperiment& experiment,
                                                              std::uint32_t snapshot_id,
                                                              std::span<const std::int64_t> sums,
                                                              const BestArmEnd& end,
                                                              const DuelMemory& duel = {});

/// The sums are as they stand there, and so is the memory of a duel. Errors: manifest_mismatch
/// (another experiment or version), invalid_argument (damaged).
[[nodiscard]] Result<BestArmSaved> decode_best_arm_state(std::span<const std::uint8_t> bytes,
                                                         const BestArmExperiment& experiment);

}  // namespace ldp
