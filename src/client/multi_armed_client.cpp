#include "client/multi_armed_client.hpp"

#include <cstddef>
#include <utility>

namespace ldp {
namespace {

using Mechanism = std::variant<ConvertToBernoulli, DiscreteLaplaceMechanism,
                               DiscreteGaussianMechanism, WindowMechanism>;

static_assert(kMaxPageEpsilon == kMaximumPageEpsilon && kMinDelta == kMinimumDelta &&
                  kMaxDelta == kMaximumDelta,
              "the catalog allows exactly what a page may ask for");

template <class M, class... Parameters>
Result<Mechanism> make(Parameters... parameters) {
  const Result<M> mechanism = M::create(parameters...);
  if (!mechanism) return mechanism.error();
  return Mechanism(mechanism.value());
}

Result<Mechanism> make_mechanism(const MultiArmedExperiment& experiment, double epsilon) {
  switch (payload(experiment)) {
    case Payload::bit:
      return make<ConvertToBernoulli>(epsilon);
    case Payload::noisy:
      return make<DiscreteLaplaceMechanism>(epsilon);
    case Payload::gaussian:
      return make<DiscreteGaussianMechanism>(epsilon, experiment.delta);
    case Payload::window:
      return make<WindowMechanism>(epsilon);
    case Payload::vector:
    case Payload::slate:
    case Payload::scalar:
    case Payload::none:
      break;
  }
  return invalid("algorithm", "has no report of this family");
}

}  // namespace

MultiArmedClient::MultiArmedClient(MultiArmedExperiment experiment,
                                   const RewardTransform& transform, UnitReward neutral,
                                   std::uint32_t level, const Mechanism& mechanism)
    : experiment_(std::move(experiment)),
      transform_(transform),
      neutral_(neutral),
      level_(level),
      mechanism_(mechanism),
      arm_(ArmOdds::uniform(experiment_.arms)) {}

Result<MultiArmedClient> MultiArmedClient::create(MultiArmedExperiment experiment,
                                                  const RewardTransform& transform, double neutral,
                                                  double pinned_epsilon, double pinned_delta) {
  if (const Status status = validate(experiment); !status) return status.error();
  if (const Status status = check_page_epsilon(pinned_epsilon); !status) return status.error();
  const Result<UnitReward> silence = transform(neutral);
  if (!silence) return invalid("neutral", "must be a finite number", neutral);

  std::size_t usable = 0;
  while (usable < experiment.levels.size() && experiment.levels[usable] <= pinned_epsilon) ++usable;
  if (usable == 0) {
    return Error{ErrorCode::manifest_mismatch, "levels", "every level exceeds the pinned epsilon",
                 experiment.levels.front()};
  }
  if (!(experiment.delta <= pinned_delta)) {
    return Error{ErrorCode::manifest_mismatch, "delta", "exceeds the pinned delta",
                 experiment.delta};
  }
  const auto level = static_cast<std::uint32_t>(usable - 1);
  const Result<Mechanism> mechanism = make_mechanism(experiment, experiment.levels[level]);
  if (!mechanism) return mechanism.error();
  return MultiArmedClient(std::move(experiment), transform, silence.value(), level,
                          mechanism.value());
}

Guarantee MultiArmedClient::guarantee() const {
  return std::visit([](const auto& mechanism) { return mechanism.guarantee(); }, mechanism_);
}

Status MultiArmedClient::set_snapshot(const MultiArmedSnapshot& snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  arm_ = ArmChoice(ArmOdds::of(snapshot, experiment_, experiment_.levels[level_]));
  snapshot_ = snapshot.id;
  policy_ = Policy::snapshot;
  return {};
}

bool MultiArmedClient::is_own(const PreparedDecision& decision) const {
  return decision.level() == level_ && decision.arm() < experiment_.arms &&
         decision.noise().index() == mechanism_.index();
}

Result<ArmReport> MultiArmedClient::report(const PreparedDecision& decision, double feedback,
                                           const ReportId& id) const {
  if (!is_own(decision)) return not_own();
  const Result<UnitReward> reward = transform_(feedback);
  if (!reward) return reward.error();
  if (const auto* bit = std::get_if<ConvertToBernoulli>(&mechanism_)) {
    const auto& coin = *std::get_if<ConvertToBernoulli::Prepared>(&decision.noise());
    return ArmReport::bit(id, decision.snapshot(), decision.arm(), level_,
                          bit->release(coin, reward.value()));
  }
  if (const auto* gaussian = std::get_if<DiscreteGaussianMechanism>(&mechanism_)) {
    const auto& noise = *std::get_if<DiscreteGaussianMechanism::Prepared>(&decision.noise());
    return ArmReport::gaussian(id, decision.snapshot(), decision.arm(), level_,
                               gaussian->release(noise, reward.value()));
  }
  if (const auto* window = std::get_if<WindowMechanism>(&mechanism_)) {
    const auto& noise = *std::get_if<WindowMechanism::Prepared>(&decision.noise());
    return ArmReport::window(id, decision.snapshot(), decision.arm(), level_,
                             window->release(noise, reward.value()));
  }
  const auto& laplace = *std::get_if<DiscreteLaplaceMechanism>(&mechanism_);
  const auto& noise = *std::get_if<DiscreteLaplaceMechanism::Prepared>(&decision.noise());
  return ArmReport::noisy(id, decision.snapshot(), decision.arm(), level_,
                          laplace.release(noise, reward.value()));
}

Result<ArmReport> MultiArmedClient::neutral_report(const PreparedDecision& decision,
                                                   const ReportId& id) const {
  if (!is_own(decision)) return not_own();
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&decision.silence_)) {
    return ArmReport::bit(id, decision.snapshot(), decision.arm(), level_, *bit);
  }
  const auto& noisy = *std::get_if<Released<std::int32_t>>(&decision.silence_);
  const auto make = payload(experiment_) == Payload::gaussian ? &ArmReport::gaussian
                    : payload(experiment_) == Payload::window ? &ArmReport::window
                                                              : &ArmReport::noisy;
  return make(id, decision.snapshot(), decision.arm(), level_, noisy);
}

}  // namespace ldp
