#include "simulation/combinatorial/enumerated_player.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "oracles/enumeration.hpp"
#include "oracles/super_arm.hpp"
#include "random/uniform.hpp"
#include "server/arms/bound.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/reported_coordinate.hpp"
#include "simulation/combinatorial/simulated_report.hpp"
#include "simulation/combinatorial/super_arm_indices.hpp"

namespace ldp {
namespace {

// La/2, held at its value of the end of a 1 % epoch, or of each round.
class HalfBound {
 public:
  explicit HalfBound(bool is_frozen) : is_frozen_(is_frozen) {}

  // Whether it changed with round t.
  bool advance(std::uint64_t t) {
    if (t < until_) return false;
    const auto now = static_cast<double>(t);
    const double next = is_frozen_ ? next_log_epoch(now) : now + 1;
    value_ = bound_at(Bound::la, is_frozen_ ? next : now) / 2;
    until_ = static_cast<std::uint64_t>(next);
    return true;
  }

  [[nodiscard]] double value() const { return value_; }

 private:
  bool is_frozen_;
  double value_ = 0;
  std::uint64_t until_ = 0;
};

class JointPlayer final : public CombinatorialPlayer {
 public:
  JointPlayer(const CombinatorialGame& game, SuperArms&& all, const BitReport& report)
      : all_(std::move(all)),
        with_(game.experiment.set.arms),
        is_mean_(game.experiment.set.reward == SetReward::mean),
        is_uniform_(game.experiment.coordinate == Coordinate::uniform),
        report_(report),
        half_bound_(game.is_frozen),
        arms_(game.experiment.set.arms),
        means_(arms_.size()),
        inverses_(arms_.size(), std::numeric_limits<double>::infinity()),
        indices_(all_.size(), game.public_seed()),
        least_(game.experiment.set.arms, game.public_seed()),
        noise_(game.noises()),
        choices_(game.choices()) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      for (const std::uint32_t arm : all_[i]) with_[arm].push_back(i);
    }
  }

  std::span<const std::uint32_t> choose() override {
    if (half_bound_.advance(++round_)) {
      for (std::size_t i = 0; i < all_.size(); ++i) update(i);
    }
    return all_[indices_.largest()];
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    const std::uint32_t arm =
        is_uniform_ ? arms[uniform_below(choices_, arms.size())] : least_.of(arms);
    arms_[arm].count += 1;
    arms_[arm].total += report_(noise_, unit_of(outcomes[arm]));
    least_.add(arm);
    const ArmSums sums = report_.sums(arms_[arm]);
    means_[arm] = sums.mean();
    inverses_[arm] = 1 / sums.weight;
    for (const std::size_t i : with_[arm]) update(i);
  }

 private:
  void update(std::size_t position) {
    const std::span<const std::uint32_t> arms = all_[position];
    double sum = 0;
    double inverse = 0;  // infinite while one of them has no report
    for (const std::uint32_t arm : arms) {
      sum += means_[arm];
      inverse += inverses_[arm];
    }
    if (inverse == std::numeric_limits<double>::infinity()) {
      indices_.set(position, inverse);
      return;
    }
    const double index = sum + std::sqrt(half_bound_.value() * inverse);
    indices_.set(position, is_mean_ ? index / static_cast<double>(arms.size()) : index);
  }

  SuperArms all_;
  std::vector<std::vector<std::size_t>> with_;  // [arms] the super arms that have it
  bool is_mean_;
  bool is_uniform_;
  BitReport report_;
  HalfBound half_bound_;
  std::vector<ReportCounts> arms_;
  std::vector<double> means_;
  std::vector<double> inverses_;  // 1/W
  SuperArmIndices indices_;
  LeastReported least_;
  SeededStream noise_;
  SeededStream choices_;
  std::uint64_t round_ = 0;
};

class SumPlayer final : public CombinatorialPlayer {
 public:
  SumPlayer(const CombinatorialGame& game, SuperArms&& all, const BitReport& report)
      : all_(std::move(all)),
        is_mean_(game.experiment.set.reward == SetReward::mean),
        largest_(largest_super_arm(game.experiment.set)),
        report_(report),
        half_bound_(game.is_frozen),
        counts_(all_.size()),
        indices_(all_.size(), game.public_seed()),
        noise_(game.noises()) {}

  std::span<const std::uint32_t> choose() override {
    if (half_bound_.advance(++round_)) {
      for (std::size_t i = 0; i < all_.size(); ++i) update(i);
    }
    chosen_ = indices_.largest();
    return all_[chosen_];
  }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    counts_[chosen_].count += 1;
    const std::size_t most = is_mean_ ? arms.size() : largest_;
    counts_[chosen_].total += report_(noise_, mean_outcome(arms, outcomes, most));
    update(chosen_);
  }

 private:
  void update(std::size_t position) {
    if (counts_[position].count == 0) return;
    const ArmSums sums = report_.sums(counts_[position]);
    indices_.set(position, sums.mean() + std::sqrt(half_bound_.value() / sums.weight));
  }

  SuperArms all_;
  bool is_mean_;
  std::size_t largest_;  // K
  BitReport report_;
  HalfBound half_bound_;
  std::vector<ReportCounts> counts_;
  SuperArmIndices indices_;
  SeededStream noise_;
  std::size_t chosen_ = 0;
  std::uint64_t round_ = 0;
};

template <class Player>
Result<MadeCombinatorialPlayer> make(const CombinatorialGame& game) {
  if (!is_linear_reward(game.experiment.set.reward)) {
    return Error{ErrorCode::spec_invalid, "environment",
                 "the reward must be sum or mean for an algorithm that tries every super arm", 0};
  }
  Result<SuperArms> all = enumerate(game.experiment.set);
  if (!all.ok()) return spec_error(all.error());
  const Result<BitReport> report = BitReport::create(game.epsilon());
  if (!report.ok()) return spec_error(report.error());
  return MadeCombinatorialPlayer(
      std::make_unique<Player>(game, std::move(all).value(), report.value()));
}

}  // namespace

Result<MadeCombinatorialPlayer> make_joint_player(const CombinatorialGame& game) {
  return make<JointPlayer>(game);
}

Result<MadeCombinatorialPlayer> make_sum_player(const CombinatorialGame& game) {
  return make<SumPlayer>(game);
}

}  // namespace ldp
