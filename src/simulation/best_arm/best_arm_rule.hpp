// The rules of server/best_arm, report by report: the same decisions from the same sums, but only
// what the last report changed is computed anew, without allocation. A test compares them with the
// server's. ldp-duel is the server's own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/arm_odds.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "server/best_arm/confidence_bounds.hpp"
#include "server/best_arm/duel.hpp"
#include "server/best_arm/lil_ucb.hpp"

namespace ldp {

class BestArmRule {
 public:
  /// A complete experiment of a local algorithm. unit: an observation is a payload times this.
  BestArmRule(const BestArmExperiment& experiment, const ConfidenceBounds& bounds, double unit);

  /// A report about an arm, at a level of the experiment's menu. It counts for the next decide().
  void add(std::uint32_t arm, std::int64_t payload, std::uint32_t level = 0);

  /// Decides by all that has come. Whether pull() or tickets() may say something else than before.
  bool decide();

  /// The arms to be pulled now, increasing, at least one; equally often, or as tickets() say.
  [[nodiscard]] std::span<const std::uint32_t> pull() const { return pull_; }
  /// Of ldp-duel: tickets up to and with each of pull(). Empty: all alike.
  [[nodiscard]] std::span<const std::uint64_t> tickets() const { return tickets_; }
  /// Arms that may still be the answer: increasing, at least one. Of KL-LUCB and lil'UCB all.
  [[nodiscard]] std::span<const std::uint32_t> left() const { return left_; }
  /// So far; -1 before the first report.
  [[nodiscard]] std::int32_t answer() const { return answer_; }
  [[nodiscard]] bool stops() const { return stops_; }

 private:
  struct Arm {
    double pulls = 0;
    std::int64_t total = 0;
    double mean = 0;
    double upper = 0;  // or the index of lil'UCB
    double lower = 0;
    bool knows_upper = false;
    bool knows_lower = false;
  };

  void decide_kl_lucb();
  void decide_by_elimination();
  void decide_lil_ucb();
  void decide_by_halving();
  bool decide_duel();
  // Whether some arm that is left has no observation: those are pulled first.
  bool pulls_unknown();
  [[nodiscard]] std::int32_t leading() const;
  [[nodiscard]] double budget(const Arm& arm) const;
  double upper(std::uint32_t arm);
  double lower(std::uint32_t arm);
  double index(std::uint32_t arm);

  Algorithm algorithm_;
  std::uint64_t budget_;  // of sequential halving
  ConfidenceBounds bounds_;
  LilUcb lil_;
  double log_inverse_error_;
  double unit_;
  double all_pulls_ = 0;
  std::vector<Arm> arms_;
  std::optional<Duel> duel_;
  std::size_t levels_ = 1;
  std::vector<std::int64_t> sums_;  // [arms][levels][count, ones], of ldp-duel
  std::vector<std::uint32_t> pull_;
  std::vector<std::uint64_t> tickets_;
  std::vector<std::uint32_t> left_;
  std::int32_t answer_ = -1;
  bool stops_ = false;
};

}  // namespace ldp
