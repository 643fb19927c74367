// The super arm that an oracle finds, where weights change one at a time: a change that cannot
// change the super arm costs no call of the oracle (docs/spec/combinatorial.md, section 5,
// "Incremental oracle").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "oracles/incremental_top_k.hpp"
#include "oracles/oracle.hpp"
#include "simulation/combinatorial/top_selection.hpp"

namespace ldp {

/// Always what Oracle::solve gives for the same weights and seed, but for influence, whose oracle
/// is too dear: there it is that of weights which differ by at most kLazy each
/// (docs/spec/combinatorial.md, section 2.1).
class ChangingOracle {
 public:
  static constexpr double kLazy = 0.01;

  /// All weights are 1. Errors: those of Oracle::create.
  static Result<ChangingOracle> create(const DecisionSet& set, std::uint64_t public_seed);

  /// The weight of one arm, in [0, 1].
  void update(std::uint32_t arm, double weight);

  /// All weights, [arms].
  void assign(std::span<const double> weights);

  /// Ascending; valid until weights change.
  std::span<const std::uint32_t> arms() {
    if (top_k_) return is_stale_ && select_ ? (*select_)(weights_) : incremental().arms();
    if (is_stale_) solve();
    return arms_;
  }

  /// K.
  [[nodiscard]] std::uint32_t largest() const { return oracle_.largest(); }

  /// How often the oracle ran; top-K sets need none.
  [[nodiscard]] std::uint64_t solves() const { return solves_; }

 private:
  explicit ChangingOracle(Oracle&& oracle) : oracle_(std::move(oracle)) {}

  void solve();
  IncrementalTopK& incremental() {
    if (is_stale_) top_k_->assign(weights_);
    is_stale_ = false;
    return *top_k_;
  }
  [[nodiscard]] bool has(std::uint32_t arm) const { return is_member_[arm] != 0; }

  Oracle oracle_;
  std::optional<IncrementalTopK> top_k_;
  std::optional<TopSelection> select_;  // where all weights change; stale: top_k_ knows them not
  std::vector<double> weights_;
  std::vector<double> solved_;  // influence: the weights of the last run
  std::vector<std::uint32_t> arms_;
  std::vector<std::uint8_t> is_member_;  // [arms], of arms_
  std::uint64_t solves_ = 0;
  bool is_stale_ = true;
  bool is_additive_ = false;  // and exact: raising a member or lowering another arm changes nothing
  bool is_lazy_ = false;
};

}  // namespace ldp
