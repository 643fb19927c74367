// UCB-GLM of raw features and feedback, a comparator without privacy: Li, Lu, Zhou 2017, "Provably
// Optimal Algorithms for Generalized Linear Contextual Bandits", Algorithm 1 with a ridge
// (docs/spec/generalized-linear.md, section 5.4). It fits the whole past, and so has to remember
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/link.hpp"
#include "server/linear/linear_factor.hpp"
#include "simulation/linear/linear_player.hpp"

namespace ldp {

/// What it remembers is (d + 1) numbers of four bytes a round: horizon (d + 1) is at most this.
inline constexpr std::uint64_t kMaximumMemory = std::uint64_t{1} << 22;

/// Visitors' features and feedback, and the parameter that fits them.
class RidgeFit {
 public:
  RidgeFit(const LinkModel& model, std::uint32_t dimension);

  /// x: [d].
  void add(std::span<const double> x, double feedback);

  /// Newton steps on sum m(x . theta) - y x . theta + |theta|^2/2 from where the last fit ended,
  /// until none is longer than 1e-7.
  void fit();

  [[nodiscard]] std::span<const double> theta() const { return theta_; }
  [[nodiscard]] std::size_t size() const { return rows_.size() / (theta_.size() + 1); }

 private:
  LinkModel model_;
  std::vector<double> theta_;
  std::vector<float> rows_;  // x, then y
  std::vector<double> hessian_;
  std::vector<double> gradient_;
  std::vector<double> step_;
  std::vector<double> root_;
  GramFactor factor_;
};

/// The radius is 0.3, `practical`, or the theorem's. Errors: spec_invalid ("algorithm") where the
/// past does not fit in kMaximumMemory.
Result<MadePlayer> make_ucb_glm_player(const LinearGame& game);

}  // namespace ldp
