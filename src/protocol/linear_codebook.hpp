// The codebook of a linear experiment: which vector each part releases, and the constants of its
// noise. Both sides of the wall have to agree on them (docs/spec/codebook.md).
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/codebook_coin.hpp"
#include "privacy/codebook_scale.hpp"
#include "protocol/linear_experiment.hpp"

namespace ldp {

/// All of these require a valid experiment, and but for with_codebook() the mechanism codebook.

/// The public bound L on the Euclidean norm of a part's vector: sqrt(2) for gram and pair, that of
/// linear_score.hpp for scores, that of moment_scale.hpp for moments and designs.
[[nodiscard]] double codebook_norm(const LinearExperiment& experiment, std::uint32_t part);

/// N: `codewords`, or as many as the vector of the longest part leaves time for.
[[nodiscard]] std::uint32_t codewords_of(const LinearExperiment& experiment);

/// The experiment with the numbers of codewords and of near ones that it left to the default. All
/// parts share them: codewords_of(), and the number near that is best for the first part. Takes a
/// few milliseconds where something is missing. One with another mechanism is as it was.
[[nodiscard]] LinearExperiment with_codebook(LinearExperiment experiment);

/// Of a part. Errors: those of CodebookScale; none for a valid experiment.
[[nodiscard]] Result<CodebookScale> codebook_scale(const LinearExperiment& experiment,
                                                   std::uint32_t part);

/// What privacy rests on: a function of epsilon, `codewords` and `near`, which the experiment has
/// to name: devices are told, and search for nothing. Errors: invalid_argument ("codewords",
/// "near") for an experiment that leaves one to the default.
[[nodiscard]] Result<CodebookCoin> codebook_coin(const LinearExperiment& experiment);

}  // namespace ldp
