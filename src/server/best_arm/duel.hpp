// The state of ldp-duel: what it has closed, the bets against every arm, and what follows from
// them. docs/spec/best-arm.md, sections 3 to 6. It steps by blocks; nothing here depends on the
// reports of an open block.
//
// Let b be a best arm. Its row is a bet that some other arm, named before each block, is better;
// the mixture of its wealth is a supermartingale that starts at 1. So b is ever dropped, which
// takes a wealth of 1/delta, with probability delta at most, however arms, opponents and moments
// were chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "protocol/best_arm_snapshot.hpp"
#include "server/best_arm/confidence_bounds.hpp"
#include "server/best_arm/duel_gain.hpp"
#include "server/best_arm/duel_shares.hpp"

namespace ldp {

/// A block of fewer reports for each arm that is left stays open unless it is the last.
inline constexpr std::uint64_t kLeastOfBlock = 16;

struct DuelTerms {
  std::uint32_t arms = 2;
  std::vector<DuelLevel> levels{};  // at least one
  double error_probability = 0.05;
  std::uint64_t maximum_pulls = 0;  // 0: none
  double indifference = 0;
  double forged_share = 0;
  std::int32_t control = -1;

  /// Of a valid experiment.
  static DuelTerms of(const BestArmExperiment& experiment);
};

class Duel {
 public:
  explicit Duel(DuelTerms terms);

  [[nodiscard]] const DuelTerms& terms() const { return terms_; }
  [[nodiscard]] const DuelMemory& memory() const { return memory_; }

  /// Errors: invalid_argument for a memory that no duel of these terms has; nothing has changed.
  Status assign(const DuelMemory& memory);

  /// Whether a publication with these sums, [arms][levels][count, ones], closes the block: it has
  /// kLeastOfBlock reports for each arm that is left, or maximum_pulls are used, and the duel is
  /// not over. Sums that lack some of what was closed close nothing.
  [[nodiscard]] bool is_due(std::span<const std::int64_t> sums) const;

  /// Whether the block has a report and the duel is not over.
  [[nodiscard]] bool has_block(std::span<const std::int64_t> sums) const;

  /// Closes a block that there is, however few reports it has. The moment must not depend on its
  /// bits.
  void close(std::span<const std::int64_t> sums);

  /// Whether a block was closed.
  [[nodiscard]] bool is_known() const { return reports_ > 0; }
  /// Certified, or out of pulls: nothing changes any more.
  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] bool is_certified() const { return is_certified_; }
  /// The arm of the largest mean among those left, the first of equal ones; of all dropped ones
  /// that with the least evidence.
  [[nodiscard]] std::uint32_t leader() const { return leader_; }
  [[nodiscard]] const std::vector<std::uint32_t>& left() const { return left_; }
  /// With how much doubt the leader could be certified now: 1 before a block was closed.
  [[nodiscard]] double error() const { return error_; }
  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  /// [arms] Of the closed blocks.
  [[nodiscard]] std::span<const double> pulls() const { return pulls_; }
  /// [arms] Mean rewards, not clipped; 1/2 without reports.
  [[nodiscard]] std::span<const double> mean() const { return mean_; }
  /// [arms] In nats, as BestArmState::evidence.
  [[nodiscard]] std::vector<double> evidence() const;
  /// [arms] Which shares of the next reports each arm gets.
  [[nodiscard]] std::vector<double> shares() const;

  /// Of one arm's mean reward, within [0, 1]: misses it at some look with probability e^-x at most,
  /// also with a forged share of its reports that the experiment states; so does `lift`.
  [[nodiscard]] ConfidenceInterval interval(std::uint32_t arm, double x) const;
  /// Of the mean reward of an arm less that of the control, within [-1, 1]: each side misses with
  /// probability e^-x at most. There must be a control.
  [[nodiscard]] ConfidenceInterval lift(std::uint32_t arm, double x) const;

  /// About how many further reports certify the leader, or use up maximum_pulls, if no mean
  /// changes. None: no block was closed, or two lead.
  [[nodiscard]] std::optional<double> reports_left() const;

 private:
  // Of a lift: wealth and slope of "arm beats control", then of "control beats arm".
  static constexpr std::size_t kLanesOfLift = 4;

  // With an indifference a row for each ordered pair of more than two arms.
  [[nodiscard]] bool has_pairs() const { return terms_.indifference > 0 && terms_.arms > 2; }
  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] std::size_t row_of_pair(std::uint32_t first, std::uint32_t second) const;
  // What a row's wealth must reach.
  [[nodiscard]] double threshold() const { return threshold_; }
  [[nodiscard]] DuelArm arm_at(std::span<const std::int64_t> sums, std::uint32_t arm,
                               std::size_t level) const;
  // "o beats b" in row `row`.
  void feed(std::span<const std::int64_t> sums, std::size_t row, std::uint32_t o, std::uint32_t b);
  void feed_lifts(std::span<const std::int64_t> sums);
  [[nodiscard]] std::span<double, kDuelTilts> lanes(std::vector<double>& of, std::size_t i) const;
  void derive();
  void derive_totals();
  void derive_left();
  [[nodiscard]] DuelStanding standing() const;
  // Reports of the open block; 0 where sums lack some of what was closed.
  [[nodiscard]] std::uint64_t reports_of_block(std::span<const std::int64_t> sums) const;

  DuelTerms terms_;
  double threshold_;
  DuelMemory memory_;
  // What follows from it.
  std::uint64_t reports_ = 0;
  std::vector<double> pulls_;
  std::vector<double> mean_;
  std::vector<std::uint32_t> left_;
  std::uint32_t leader_ = 0;
  std::uint32_t second_ = 1;
  double error_ = 1;
  bool is_certified_ = false;
  bool is_over_ = false;
};

}  // namespace ldp
