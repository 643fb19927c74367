#include "simulation/best_arm/best_arm_replicate.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/arms/scalar_observation.hpp"

namespace ldp {

BestArmReplicate::BestArmReplicate(World&& world, const Run& run, std::uint64_t seed,
                                   std::uint32_t replicate)
    : Replay(std::move(world)),
      rule_(run.rule),
      device_(run.device),
      crowd_(run.crowd),
      epoch_(run.epoch),
      most_(run.most),
      is_realized_(run.is_realized),
      is_best_(run.is_best),
      choices_(seed, replicate, Purpose::choices),
      levels_(seed, replicate, Purpose::levels),
      noise_(seed, replicate, Purpose::noise),
      stopped_(std::numeric_limits<double>::quiet_NaN()) {
  decide();
}

void BestArmReplicate::decide() {
  if (rule_.decide()) draw_.set(rule_.pull(), rule_.tickets());
}

void BestArmReplicate::play(ConfidenceBlock& block) {
  for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
    if (has_ended_) return rest(block.last() - round + 1);
    pull(round);
  }
}

void BestArmReplicate::pull(std::uint64_t round) {
  const std::uint32_t arm = draw_(choices_);
  report(arm);
  ++plays_[arm];
  if (round % epoch_ != 0 && round < most_) return;
  decide();
  has_ended_ = rule_.stops() || round >= most_;
  if (rule_.stops()) stopped_ = static_cast<double>(round);
}

void BestArmReplicate::report(std::uint32_t arm) {
  const UnitReward reward = world_.draw(arm);
  if (!crowd_) return rule_.add(arm, device_(noise_, reward));
  const std::uint32_t level = *crowd_->population.draw(levels_);  // no level is silent
  rule_.add(arm, crowd_->mechanisms[level](noise_, reward), level);
}

void BestArmReplicate::rest(std::uint64_t rounds) {
  const auto answer = static_cast<std::uint32_t>(rule_.answer());
  plays_[answer] += rounds;
  if (!is_realized_) return;
  for (; rounds > 0; --rounds) (void)world_.draw(answer);
}

std::optional<Stop> BestArmReplicate::stop() const {
  // The answer is an arm, not -1: a visitor has reported by the first record time.
  const std::uint32_t answer =
      world_.arm_at(static_cast<std::uint32_t>(std::max(rule_.answer(), 0)));
  return Stop{stopped_, answer, stopped_ > 0 && !is_best_[answer]};
}

namespace {

std::vector<bool> best_arms(const Environment& environment) {
  double best = -std::numeric_limits<double>::infinity();
  for (const RewardLaw& law : environment.arms) best = std::max(best, law.mean());
  std::vector<bool> is_best;
  for (const RewardLaw& law : environment.arms) is_best.push_back(law.mean() == best);
  return is_best;
}

// Of the menu of an experiment with several levels; else none.
Result<std::shared_ptr<const Crowd<SimulatedBit>>> crowd_of(const BestArmExperiment& experiment,
                                                            const SimulationSpec& spec) {
  if (experiment.levels.size() < 2) return std::shared_ptr<const Crowd<SimulatedBit>>();
  const auto* menu = std::get_if<MenuOfLevels>(&spec.population);
  if (menu == nullptr || menu->levels != experiment.levels) {
    return invalid_spec("levels", "must be the levels of the population, all above 0");
  }
  const auto population = Population::create(menu->levels, menu->probabilities);
  if (!population.ok()) return population.error();
  Crowd<SimulatedBit> crowd{population.value(), {}};
  for (const double epsilon : menu->levels) {
    const auto bit = SimulatedBit::create(epsilon);
    if (!bit.ok()) return invalid_spec("levels", bit.error().reason, epsilon);
    crowd.mechanisms.push_back(bit.value());
  }
  return std::make_shared<const Crowd<SimulatedBit>>(std::move(crowd));
}

}  // namespace

Result<std::vector<std::unique_ptr<Replicate>>> make_best_arm_replicates(const SimulationSpec& spec,
                                                                         std::uint32_t first,
                                                                         std::uint32_t count) {
  const auto arms = static_cast<std::uint32_t>(spec.environment.arms.size());
  const Result<BestArmExperiment> checked =
      check_best_arm(*spec.best_arm, arms, spec.delivery, spec.record.back());
  if (!checked.ok()) return checked.error();
  BestArmExperiment experiment = checked.value();
  const bool is_private = experiment.epsilon > 0;
  experiment.algorithm = local_best_arm_algorithm(experiment.algorithm);
  SimulatedPayload device = SimulatedPayload::none();
  double unit = 1.0 / kUnitReward;
  if (is_private) {
    const auto made =
        SimulatedPayload::create(experiment.mechanism, experiment.epsilon, experiment.delta);
    if (!made.ok()) {
      const Error& error = made.error();
      return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
    }
    device = made.value();
    unit = ScalarObservation::of(experiment.mechanism, experiment.epsilon, experiment.delta).unit;
  }
  const ConfidenceBounds bounds =
      is_private ? ConfidenceBounds::of(experiment) : ConfidenceBounds::of_bits(1);
  const auto crowd = crowd_of(experiment, spec);
  if (!crowd.ok()) return crowd.error();
  const BestArmReplicate::Run run{BestArmRule(experiment, bounds, unit),
                                  device,
                                  crowd.value(),
                                  spec.delivery.epoch,
                                  experiment.maximum_pulls,
                                  spec.is_realized,
                                  best_arms(spec.environment)};
  std::vector<std::unique_ptr<Replicate>> replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    World world(spec.environment, spec.rewards, spec.is_realized, spec.seed, replicate,
                spec.record.back());
    replicates.push_back(
        std::make_unique<BestArmReplicate>(std::move(world), run, spec.seed, replicate));
  }
  return replicates;
}

}  // namespace ldp
