// The loss ln((1 - p)/p) of a probability p = T/2^64, decided in integers: no libm and no compiler
// flag can weaken a guarantee.
#pragma once

#include <cstdint>

#include "foundation/uint128.hpp"

namespace ldp {

/// ceil(2^64 part/whole), by long division, one bit at a time. Requires part < whole < 2^127.
std::uint64_t share_rounded_up(uint128 part, uint128 whole);

/// At least 2^64/(1 + e^epsilon), and hardly more. Requires 2^-11 <= epsilon <= 128.
std::uint64_t least_threshold(double epsilon);

/// The smallest double found to bound ln((2^64 - T)/T). `most`, which is known to be a bound, is
/// the answer where libm's proposal is off by more than it may be. Requires 0 < T <= 2^63.
double loss_rounded_up(std::uint64_t threshold, double most);

}  // namespace ldp
