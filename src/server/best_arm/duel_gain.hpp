// The bets of ldp-duel on one block of reports: docs/spec/best-arm.md, section 2.
//
// "o beats b": what was known before the block fixes two centres c and twelve tilts u; the bits of
// the block decide how much each bet wins. If the bit mean of o is at most d0 above that of b, a
// bet's factor exp(gain) has a mean of at most 1, whatever the common level of the two arms.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace ldp {

inline constexpr std::size_t kDuelTilts = 12;
using DuelLanes = std::array<double, kDuelTilts>;

/// e_g = 0.8 (2/3)^g, which times theta/sigma is the tilt of bet g.
[[nodiscard]] const DuelLanes& duel_tilts();

/// One level: a bit about an arm of mean reward mu is 1 with probability p0 + theta mu. p0 in [0,
/// 1/2), theta = 1 - 2 p0.
struct DuelLevel {
  double p0 = 0;
  double theta = 1;
};

struct DuelCount {
  double reports = 0;
  double ones = 0;
};

/// One of the two arms, at one level.
struct DuelArm {
  DuelCount before;  // of all blocks before
  DuelCount block;
};

/// The four logarithms of a bet: (1-pi) u for reports about o, pi u for those about b. Both
/// (1-pi) u c_o and pi u (1-c_b) must be below 1, with pi the share of o among the reports.
[[nodiscard]] double duel_wealth(const DuelCount& o, const DuelCount& b, double c_o, double c_b,
                                 double u);

/// duel_wealth less n ln(1 + q), q = pi (1-pi) u (d0 - (c_o - c_b)); 0 where q <= -0.9.
[[nodiscard]] double duel_gain(const DuelCount& o, const DuelCount& b, double c_o, double c_b,
                               double u, double d0);

/// Adds the twelve gains of "o beats b" in one block and level to a row. Nothing is added where one
/// of them has no report in the block.
void add_duel(const DuelLevel& level, const DuelArm& o, const DuelArm& b, double d0,
              std::span<double, kDuelTilts> row);

/// Adds the same bets without their price, which is linear in the lift: their log wealth against a
/// lift of d is wealth[g] - d slope[g]. docs/spec/best-arm.md, section 7.
void add_lift(const DuelLevel& level, const DuelArm& o, const DuelArm& b,
              std::span<double, kDuelTilts> wealth, std::span<double, kDuelTilts> slope);

}  // namespace ldp
