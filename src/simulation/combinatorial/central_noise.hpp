// How much noise a trusted server adds to its sums of outcomes, and the privacy that this gives.
// The server sees raw outcomes: this is not local privacy, and exists in simulation only.
// Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially Private Combinatorial
// Semi-Bandits", section 4.2; docs/spec/combinatorial.md, section 4.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "simulation/schema.generated.hpp"

namespace ldp {

/// The integers (t, s) of the discrete Laplace law P(x) ~ exp(-|x| s/t) that every released sum
/// gets, in units of 1/kRewardGrid of an outcome.
class CentralScale {
 public:
  /// `sums`: arms whose sums one user's outcomes enter, K of a super arm or 1; 1..4096. `horizon`
  /// >= 1: the outcomes that an arm can have, which only trees must know.
  /// Errors: spec_invalid ("epsilon") outside of [2^-10, 128].
  static Result<CentralScale> of(CentralNoise noise, double epsilon, std::uint32_t sums,
                                 std::uint64_t horizon);

  [[nodiscard]] std::uint64_t t() const { return t_; }
  [[nodiscard]] std::uint64_t s() const { return s_; }

  /// Releases that one outcome is part of: 1 + floor(log2 T) nodes of a tree, or 1 batch.
  [[nodiscard]] std::uint32_t releases() const { return releases_; }

  /// b of Lap(b), in outcomes.
  [[nodiscard]] double scale() const;

  /// The loss that all choices together can cause one user: L1 sensitivity s/t, rounded up. At most
  /// the epsilon asked for; about half of it for the published noise.
  [[nodiscard]] double epsilon() const { return epsilon_; }

 private:
  CentralScale(std::uint64_t t, std::uint64_t s, std::uint32_t releases, double epsilon)
      : t_(t), s_(s), releases_(releases), epsilon_(epsilon) {}

  std::uint64_t t_;
  std::uint64_t s_;
  std::uint32_t releases_;
  double epsilon_;
};

}  // namespace ldp
