// The features of one arm on their way to a release: into the unit ball, then onto a grid of
// integers whose norm is bounded exactly. Privacy rests on the bound of the integers, which is
// checked on the integers: no libm, no NaN and no compiler flag can break it.
#pragma once

#include <cstdint>
#include <span>

#include "foundation/result.hpp"
#include "mechanisms/schema.generated.hpp"

namespace ldp {

/// scaled = features/bound, and if that has a norm above 1, scaled down to norm 1; says whether it
/// was. A norm that exceeds the bound by rounding only (a relative 2^-40) is not scaled.
/// Requires scaled.size() == features.size(); the two may be the same memory.
/// Errors: invalid_argument ("features") for a number that is not finite, and with `reject` for a
/// norm above the bound; without the value. Nothing is written then.
Result<bool> scale_to_unit_ball(std::span<const double> features, double bound, NormPolicy policy,
                                std::span<double> scaled);

/// rounded[i] = round(steps scaled[i]), halves away from 0, with sum rounded[i]^2 <=
/// squared_norm_bound(steps, d) for whatever is in `scaled`: where that is not of norm 1 or not
/// even finite, entries are clamped and the whole is shortened until it holds. Requires 1 <= steps
/// < 2^23, 1 <= scaled.size() == rounded.size() <= kMaxFeatures.
void round_to_grid(std::span<const double> scaled, std::uint32_t steps,
                   std::span<std::int32_t> rounded);

}  // namespace ldp
