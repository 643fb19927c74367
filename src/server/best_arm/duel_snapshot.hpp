// What the closed blocks of ldp-duel say: in a snapshot, and for people.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/best_arm_experiment.hpp"
#include "protocol/best_arm_snapshot.hpp"
#include "server/arms/arm_results.hpp"
#include "server/best_arm/best_arm_end.hpp"
#include "server/best_arm/duel.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// How the experiment stands, the operator aside. No answer before a block was closed.
[[nodiscard]] BestArmEnd end_of(const Duel& duel);

/// Fills means, bounds, pulls, evidence, lifts and memory. All bounds of means hold together with
/// the experiment's error probability, and so do those of lifts.
void describe_duel(const Duel& duel, const BestArmExperiment& experiment,
                   BestArmSnapshot& snapshot);

/// [arms] Counts of all reports; estimates of the closed blocks, whose intervals at 95 % hold at
/// all looks. Lifts where `control` is the control of the experiment. Relative lifts have the
/// bounds of two means at 97.5 %.
[[nodiscard]] std::vector<ArmResult> duel_results(const Duel& duel, const Statistics& statistics,
                                                  const BestArmExperiment& experiment,
                                                  std::optional<std::uint32_t> control);

}  // namespace ldp
