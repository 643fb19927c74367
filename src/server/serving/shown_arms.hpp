// Which arms the devices of an epoch can report about. Honest devices play only the arms that the
// snapshot shows, so the server refuses a report about another one: an attacker who forges reports
// cannot choose their arm freely. A collector keeps the answer for as long as the epoch is open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

/// A bit for each arm, from the lowest of the first byte on, set if some device can play it; where
/// levels differ in their arms (level_aware_from > 0) one such set for levels from there on, then
/// one for those below. Requires a valid snapshot.
std::vector<std::uint8_t> shown_arms(const MultiArmedSnapshot& snapshot,
                                     const MultiArmedExperiment& experiment);

/// Whether the reports that name snapshot `id`, as decoded, are about arms that it shows to their
/// level. `shown`: shown_arms() of that snapshot. Errors: report_rejected ("arm").
Status check_shown(std::span<const std::uint8_t> shown, const MultiArmedExperiment& experiment,
                   std::uint32_t id, std::span<const ReceivedReport> reports);

/// The same of a convex experiment, whose stochastic learner shows some of three points; of another
/// one empty, and then every report passes.
std::vector<std::uint8_t> shown_points(const ConvexSnapshot& snapshot);
Status check_shown(std::span<const std::uint8_t> shown, std::uint32_t id,
                   std::span<const ReceivedConvexReport> reports);

}  // namespace ldp
