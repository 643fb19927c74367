#include "simulation/combinatorial/radius_schedule.hpp"

#include <limits>

#include "protocol/combinatorial_experiment.hpp"
#include "server/arms/bound.hpp"
#include "server/combinatorial/upper_weights.hpp"

namespace ldp {

Result<RadiusSchedule> RadiusSchedule::create(const CombinatorialGame& game,
                                              std::uint32_t largest) {
  const CombinatorialExperiment& experiment = game.experiment;
  RadiusSchedule schedule;
  schedule.is_frozen_ = game.is_frozen;
  if (experiment.reports.algorithm == Algorithm::cucb) return schedule;
  const Result<ArmIndex> index = ArmIndex::create(experiment, largest);
  if (!index.ok()) return index.error();
  schedule.index_ = index.value();
  schedule.has_horizon_ = experiment.width != CombinatorialWidth::none &&
                          experiment.width != CombinatorialWidth::bernstein;
  schedule.horizon_ = experiment.horizon;
  return schedule;
}

void RadiusSchedule::renew(std::uint64_t t) {
  const auto now = static_cast<double>(t);
  if (has_horizon_) {
    law_ = index_->law_at(now);
    // The reports before round t are t - 1.
    until_ = horizon_ > 0 ? std::numeric_limits<std::uint64_t>::max()
                          : static_cast<std::uint64_t>(horizon_above(now - 1)) + 1;
    return;
  }
  const double next = is_frozen_ ? next_log_epoch(now) : now + 1;
  const double counted = is_frozen_ ? next : now;
  law_ = index_ ? index_->law_at(counted) : cucb_law(counted);
  until_ = static_cast<std::uint64_t>(next);
}

}  // namespace ldp
