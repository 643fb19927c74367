// How unlikely noise must be for a device to saturate it and a server to refuse it.
#pragma once

namespace ldp {

/// Such noise has probability of order e^-45 a report: one honest report in 10^19 meets the bound.
inline constexpr int kTailExponent = 45;

}  // namespace ldp
