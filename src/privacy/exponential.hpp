// A rigorous upper bound of e^-x in fixed point. It replaces the platform's exp() where privacy
// depends on the result, so that no libm and no compiler flag can weaken a guarantee, and so that
// every platform computes the same thresholds.
#pragma once

#include "foundation/uint128.hpp"

namespace ldp {

/// The number 1 in this fixed point: values are integers in units of 2^-120.
inline constexpr uint128 kFixedOne = static_cast<uint128>(1) << 120;

/// Y with e^-x <= Y 2^-120 <= e^-x + 2^-112. Requires 2^-11 <= x <= 128.
uint128 exp_minus_upper(double x);

}  // namespace ldp
