#include "simulation/reduction/reduction_replicate.hpp"

#include <utility>

#include "server/arms/scalar_observation.hpp"
#include "server/reduction/adversarial_losses.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/best_arm/best_arm_spec.hpp"
#include "simulation/reduction/bounded_learners.hpp"
#include "simulation/simulated_payload.hpp"
#include "simulation/simulation.hpp"

namespace ldp {
namespace {

using Replicates = std::vector<std::unique_ptr<Replicate>>;

// What a report is and how it is read.
struct Reading {
  SimulatedPayload device;
  double unit;  // an observation is a payload times this
  BoundedLoss loss;
};

Result<Reading> reading_of(const ReductionExperiment& experiment, double rounds) {
  const auto device =
      SimulatedPayload::create(experiment.mechanism, experiment.epsilon, experiment.delta);
  if (!device.ok()) {
    const Error& error = device.error();
    return invalid_spec(error.parameter, error.reason, error.value);
  }
  const ScalarObservation observation =
      ScalarObservation::of(experiment.mechanism, experiment.epsilon, experiment.delta);
  const auto loss = [&] {
    switch (experiment.mechanism) {
      case ScalarMechanism::laplace:
        return BoundedLoss::of_laplace(
            LaplaceScale::create(experiment.epsilon, kRewardGrid).value().epsilon(), rounds);
      case ScalarMechanism::gaussian:
        return BoundedLoss::of_gaussian(
            GaussianScale::create(experiment.epsilon, experiment.delta).value().sigma(), rounds);
      case ScalarMechanism::bit:
        break;
    }
    return BoundedLoss::of_bits(observation.theta);
  }();
  return Reading{device.value(), observation.unit, loss};
}

template <BoundedLossLearner L>
class ReductionReplicate final : public Replay {
 public:
  ReductionReplicate(World&& world, L learner, const Reading& reading, std::uint64_t epoch,
                     std::uint64_t seed, std::uint32_t replicate)
      : Replay(std::move(world)),
        reduction_(std::move(learner), reading.loss),
        device_(reading.device),
        unit_(reading.unit),
        epoch_(epoch),
        choices_(seed, replicate, Purpose::choices),
        noise_(seed, replicate, Purpose::noise) {}

  void play(ConfidenceBlock& block) override {
    for (std::uint64_t round = block.first(); round <= block.last(); ++round) {
      if (sent_.empty()) weights_ = reduction_.weights();
      const std::uint32_t arm = draw_arm(weights_, open_uniform(choices_.next()));
      const std::int64_t payload = device_(noise_, world_.draw(arm));
      ++plays_[arm];
      sent_.push_back({arm, static_cast<double>(payload) * unit_});
      if (sent_.size() == epoch_) learn();
    }
  }

 private:
  struct Sent {
    std::uint32_t arm;
    double observation;
  };

  void learn() {
    for (const Sent& report : sent_) {
      reduction_.report(report.arm, report.observation, weights_[report.arm]);
    }
    sent_.clear();
  }

  OnePointReduction<L> reduction_;
  SimulatedPayload device_;
  double unit_;
  std::uint64_t epoch_;
  SeededStream choices_;
  SeededStream noise_;
  std::span<const double> weights_;  // of the learner
  std::vector<Sent> sent_;           // in this epoch
};

// make(replicate) -> a learner.
template <class Make>
Replicates replicates_of(const SimulationSpec& spec, const Reading& reading, std::uint32_t first,
                         std::uint32_t count, const Make& make) {
  using Learner = decltype(make(first));
  Replicates replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    World world(spec.environment, spec.rewards, spec.is_realized, spec.seed, replicate,
                spec.record.back());
    replicates.push_back(std::make_unique<ReductionReplicate<Learner>>(
        std::move(world), make(replicate), reading, spec.delivery.epoch, spec.seed, replicate));
  }
  return replicates;
}

}  // namespace

Result<std::vector<std::unique_ptr<Replicate>>> make_reduction_replicates(
    const SimulationSpec& spec, std::uint32_t first, std::uint32_t count) {
  if (Status status = check_epochs_only(spec.delivery); !status.ok()) return status.error();
  ReductionExperiment experiment = spec.reduction->experiment;
  experiment.arms = static_cast<std::uint32_t>(spec.environment.arms.size());
  if (Status status = validate(experiment); !status.ok()) {
    const Error& error = status.error();
    return invalid_spec(error.parameter, error.reason, error.value);
  }
  const LossEstimator estimator = spec.reduction->estimator;
  if (estimator > LossEstimator::importance_weighting) {
    return invalid_spec("estimator", "no such estimator", static_cast<double>(estimator));
  }
  const Result<Reading> made = reading_of(experiment, static_cast<double>(spec.record.back()));
  if (!made.ok()) return made.error();
  const Reading& reading = made.value();
  const std::uint32_t arms = experiment.arms;
  switch (spec.reduction->learner) {
    case BlackBox::tsallis_inf:
      return replicates_of(spec, reading, first, count, [&](std::uint32_t) {
        return TsallisLosses(arms, estimator, reading.loss);
      });
    case BlackBox::exp3:
      return replicates_of(spec, reading, first, count,
                           [&](std::uint32_t) { return Exp3Losses(arms, reading.loss); });
    case BlackBox::ucb1:
      return replicates_of(spec, reading, first, count,
                           [&](std::uint32_t) { return Ucb1Losses(arms, reading.loss); });
    case BlackBox::kl_ucb:
      return replicates_of(spec, reading, first, count,
                           [&](std::uint32_t) { return KlUcbLosses(arms, reading.loss); });
    case BlackBox::thompson:
      return replicates_of(spec, reading, first, count, [&](std::uint32_t replicate) {
        // All visitors share one level, so no other code draws from this stream.
        return ThompsonLosses(arms, reading.loss,
                              SeededStream(spec.seed, replicate, Purpose::levels));
      });
  }
  return invalid_spec("learner", "no such learner", static_cast<double>(spec.reduction->learner));
}

}  // namespace ldp
