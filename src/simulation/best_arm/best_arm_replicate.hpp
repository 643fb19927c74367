// The round loop of one replicate that looks for the best arm: until the search has ended every
// visitor is shown one of the arms to be pulled, as often as the rule asks for each, and reports;
// afterwards all are shown the answer and none reports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "simulation/best_arm/arm_draw.hpp"
#include "simulation/best_arm/best_arm_rule.hpp"
#include "simulation/best_arm/best_arm_spec.hpp"
#include "simulation/round_loop.hpp"
#include "simulation/simulated_payload.hpp"
#include "simulation/simulation.hpp"
#include "simulation/visitors.hpp"

namespace ldp {

class BestArmReplicate final : public Replay {
 public:
  struct Run {
    BestArmRule rule;
    SimulatedPayload device;
    std::shared_ptr<const Crowd<SimulatedBit>> crowd;  // of a menu, in place of the device
    std::uint64_t epoch = 1;                           // rounds per decision of the rule
    std::uint64_t most = 0;                            // reports after which it has ended
    bool is_realized = false;
    std::vector<bool> is_best;  // [arms], as the specification lists them
  };

  BestArmReplicate(World&& world, const Run& run, std::uint64_t seed, std::uint32_t replicate);

  void play(ConfidenceBlock& block) override;
  [[nodiscard]] std::optional<Stop> stop() const override;

 private:
  void decide();
  void pull(std::uint64_t round);
  void report(std::uint32_t arm);
  void rest(std::uint64_t rounds);

  BestArmRule rule_;
  ArmDraw draw_;  // among rule_.pull()
  SimulatedPayload device_;
  std::shared_ptr<const Crowd<SimulatedBit>> crowd_;
  std::uint64_t epoch_;
  std::uint64_t most_;
  bool is_realized_;
  std::vector<bool> is_best_;
  SeededStream choices_;
  SeededStream levels_;
  SeededStream noise_;
  bool has_ended_ = false;
  double stopped_;  // the round; NaN
};

/// Replicates first, first + 1, ..., first + count - 1 of a specification that looks for the best
/// arm. Errors: spec_invalid, see check_best_arm.
Result<std::vector<std::unique_ptr<Replicate>>> make_best_arm_replicates(const SimulationSpec& spec,
                                                                         std::uint32_t first,
                                                                         std::uint32_t count);

}  // namespace ldp
