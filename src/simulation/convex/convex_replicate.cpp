#include "simulation/convex/convex_replicate.hpp"

namespace ldp {

Result<std::vector<std::unique_ptr<Replicate>>> make_convex_replicates(const SimulationSpec& spec,
                                                                       std::uint32_t first,
                                                                       std::uint32_t count) {
  Result<ConvexRun> checked = check_convex(*spec.convex, spec.delivery, spec.record.back());
  if (!checked.ok()) return checked.error();
  const auto run = std::make_shared<const ConvexRun>(std::move(checked).value());
  const std::shared_ptr<const ConvexScene> scene(run, &run->scene);
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    Result<std::unique_ptr<ConvexPlayer>> player =
        make_convex_player({run, spec.delivery.epoch, spec.seed, replicate});
    if (!player.ok()) return player.error();
    replicates.push_back(std::make_unique<ConvexReplicate>(ConvexWorld(scene, spec.seed, replicate),
                                                           std::move(player).value()));
  }
  return replicates;
}

}  // namespace ldp
