// Who is pulled by ldp-duel: the shares of the reports that make the duels of the leader with all
// others equally clear. Correctness never depends on them. docs/spec/best-arm.md, section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "server/best_arm/duel_gain.hpp"

namespace ldp {

/// What is known of the arms, or assumed.
struct DuelStanding {
  std::span<const double> mean;   // [arms] mean rewards
  std::span<const double> pulls;  // [arms] reports; infinity: the mean is exact
  std::span<const std::uint32_t> left;
  std::uint32_t leader = 0;  // one of `left`
  double p0 = 0;
  double theta = 1;
  double indifference = 0;
};

/// [arms] Shares that sum to 1: 0.9 of them by the rule, 0.1 alike; 0 of an arm that is not left.
[[nodiscard]] std::vector<double> duel_shares(const DuelStanding& standing);

/// Nats that one report earns in the duel of the leader with `rival` at these shares, if the means
/// are true: w_J kl(p_J, m) + w_b kl(p_b, m), m their mean. With an indifference, to second order,
/// for a gap that is larger by the indifference.
[[nodiscard]] double duel_rate(const DuelStanding& standing, std::span<const double> shares,
                               std::uint32_t rival);

}  // namespace ldp
