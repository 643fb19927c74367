// What a snapshot says once the operator has ended the experiment: devices play an answer, explore
// no more, and send nothing. Whether it has ended stands beside these fields, where they are text.
#pragma once

#include <cstdint>
#include <optional>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "protocol/linear_snapshot.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {

/// Every device plays `answer`, or, without one, the arm of the largest estimated mean, the first
/// of equal ones. Errors: invalid_argument, naming `answer`, for no arm of the experiment; naming
/// `experiment` without an answer and without a report about any arm.
Status make_final(MultiArmedSnapshot& snapshot, std::optional<std::uint32_t> answer);

/// Every device plays that slate of the snapshot whose reward would be largest if the means of the
/// arms were the estimated ones, the first of equal ones. Errors: invalid_argument ("experiment")
/// without a report.
Status make_final(CombinatorialSnapshot& snapshot, const CombinatorialExperiment& experiment);

/// Every device plays the arm that the estimate says is best for its features. Errors:
/// invalid_argument ("experiment") without a report.
Status make_final(LinearSnapshot& snapshot);

/// invalid_argument ("experiment"): an experiment without a report has no answer.
[[nodiscard]] Status check_has_reports(std::uint64_t reports);

}  // namespace ldp
