// How many further reports an answer is expected to need.
#pragma once

#include <optional>

#include "server/best_arm/arm_evidence.hpp"
#include "server/best_arm/confidence_bounds.hpp"

namespace ldp {

/// The reports after which the bounds at `error_probability` would certify the leading arm if no
/// mean changed: the leader and its closest rival get as many as each other, every other rival as
/// many as it needs. An estimate, with the errors of the means: near a tie it may be far off. None:
/// an arm has no report, the two largest means are equal, or 2^40 reports of an arm would not do.
[[nodiscard]] std::optional<double> reports_left(const ArmEvidence& evidence,
                                                 const ConfidenceBounds& bounds,
                                                 double error_probability);

}  // namespace ldp
