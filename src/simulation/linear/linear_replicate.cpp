#include "simulation/linear/linear_replicate.hpp"

#include "simulation/linear/linear_players.hpp"

namespace ldp {

Result<std::vector<std::unique_ptr<Replicate>>> make_linear_replicates(const SimulationSpec& spec,
                                                                       std::uint32_t first,
                                                                       std::uint32_t count) {
  const LinearSpec& linear = *spec.linear;
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    const LinearGame game{
        linear.experiment,  linear.environment.arms, spec.record.back(), spec.delivery.epoch,
        linear.joint_noise, linear.shuffle_noise,    linear.batch,       spec.seed,
        replicate};
    Result<MadePlayer> player = make_linear_player(game);
    if (!player.ok()) return player.error();
    replicates.push_back(std::make_unique<ContextualReplicate<LinearWorld>>(
        LinearWorld(linear.environment, spec.is_realized, spec.seed, replicate),
        linear.environment.arms, std::move(player).value()));
  }
  return replicates;
}

}  // namespace ldp
