#include "simulation/combinatorial/combinatorial_replicate.hpp"

#include <algorithm>

#include "simulation/combinatorial/combinatorial_players.hpp"

namespace ldp {

void CombinatorialReplicate::play(ConfidenceBlock& block) {
  for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
    const std::span<const std::uint32_t> arms = player_->choose();
    if (!std::equal(arms.begin(), arms.end(), arms_.begin(), arms_.end())) change(arms);
    ++rounds_;
    player_->learn(arms, world_.next_round());
  }
}

void CombinatorialReplicate::change(std::span<const std::uint32_t> arms) {
  regret_ += gap_ * static_cast<double>(rounds_);
  for (const std::uint32_t arm : arms_) plays_[arm] += rounds_;
  rounds_ = 0;
  arms_.assign(arms.begin(), arms.end());
  gap_ = target_ - world_.reward(arms);
}

std::uint64_t CombinatorialReplicate::plays(std::uint32_t arm) const {
  const bool is_played = std::binary_search(arms_.begin(), arms_.end(), arm);
  return plays_[arm] + (is_played ? rounds_ : 0);
}

Result<std::vector<std::unique_ptr<Replicate>>> make_combinatorial_replicates(
    const SimulationSpec& spec, std::uint32_t first, std::uint32_t count) {
  Result<CombinatorialSpec> checked = check_combinatorial(*spec.combinatorial, spec.delivery);
  if (!checked.ok()) return checked.error();
  const auto run = std::make_shared<const CombinatorialSpec>(std::move(checked).value());
  const Result<double> target = regret_target(run->environment, run->regret);
  if (!target.ok()) return target.error();
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    const CombinatorialGame game{run->experiment,     run->noise, spec.record.back(),
                                 spec.delivery.epoch, spec.seed,  replicate};
    Result<MadeCombinatorialPlayer> player = make_combinatorial_player(game);
    if (!player.ok()) return player.error();
    replicates.push_back(std::make_unique<CombinatorialReplicate>(
        run, target.value(), spec.seed, replicate, std::move(player).value()));
  }
  return replicates;
}

}  // namespace ldp
