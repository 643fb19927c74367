// The probability below which a device saturates noise and a server refuses it.
#pragma once

namespace ldp {

/// Such noise has probability of order e^-45 a report: one honest report in 10^19 meets the bound.
inline constexpr int kTailExponent = 45;

}  // namespace ldp
