#include "client/multi_armed_client.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace ldp {
namespace {

static_assert(kMaxPageEpsilon == kMaximumPageEpsilon && kMinDelta == kMinimumDelta &&
                  kMaxDelta == kMaximumDelta,
              "the catalog allows exactly what a page may ask for");

template <class M, class... Mechanisms>
constexpr bool kIsOneOf = (std::is_same_v<M, Mechanisms> || ...);

// How the report of a mechanism is made.
constexpr auto maker(const ConvertToBernoulli& /*mechanism*/) { return &ArmReport::bit; }
constexpr auto maker(const DiscreteLaplaceMechanism& /*mechanism*/) { return &ArmReport::noisy; }
constexpr auto maker(const DiscreteGaussianMechanism& /*mechanism*/) {
  return &ArmReport::gaussian;
}
constexpr auto maker(const WindowMechanism& /*mechanism*/) { return &ArmReport::window; }

}  // namespace

template <class... Mechanisms>
template <class M, class... Parameters>
auto ArmClient<Mechanisms...>::make(Parameters... parameters) -> Result<Mechanism> {
  if constexpr (kIsOneOf<M, Mechanisms...>) {
    const Result<M> mechanism = M::create(parameters...);
    if (!mechanism) return mechanism.error();
    return Mechanism(mechanism.value());
  } else {
    return invalid("algorithm", "has no report of this family");
  }
}

template <class... Mechanisms>
auto ArmClient<Mechanisms...>::make_mechanism(const MultiArmedExperiment& experiment,
                                              double epsilon) -> Result<Mechanism> {
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

template <class... Mechanisms>
ArmClient<Mechanisms...>::ArmClient(MultiArmedExperiment experiment,
                                    const RewardTransform& transform, UnitReward neutral,
                                    std::uint32_t level, const Mechanism& mechanism)
    : experiment_(std::move(experiment)),
      transform_(transform),
      neutral_(neutral),
      level_(level),
      mechanism_(mechanism),
      arm_(ArmOdds::uniform(experiment_.arms)) {}

template <class... Mechanisms>
auto ArmClient<Mechanisms...>::create(MultiArmedExperiment experiment,
                                      const RewardTransform& transform, double neutral,
                                      double pinned_epsilon, double pinned_delta)
    -> Result<ArmClient> {
  constexpr bool kHasGaussian = kIsOneOf<DiscreteGaussianMechanism, Mechanisms...>;
  const Status valid = kHasGaussian ? validate(experiment) : validate_parts(experiment);
  if (!valid) return valid.error();
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
  return ArmClient(std::move(experiment), transform, silence.value(), level, mechanism.value());
}

template <class... Mechanisms>
Guarantee ArmClient<Mechanisms...>::guarantee() const {
  return std::visit([](const auto& mechanism) { return mechanism.guarantee(); }, mechanism_);
}

template <class... Mechanisms>
Status ArmClient<Mechanisms...>::set_snapshot(const MultiArmedSnapshot& snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  arm_ = ArmChoice(ArmOdds::of(snapshot, experiment_, experiment_.levels[level_]));
  snapshot_ = snapshot.id;
  policy_ = Policy::snapshot;
  return {};
}

template <class... Mechanisms>
bool ArmClient<Mechanisms...>::is_own(const Decision& decision) const {
  return decision.level() == level_ && decision.arm() < experiment_.arms &&
         decision.noise().index() == mechanism_.index();
}

template <class... Mechanisms>
Result<ArmReport> ArmClient<Mechanisms...>::report(const Decision& decision, double feedback,
                                                   const ReportId& id) const {
  if (!is_own(decision)) return not_own();
  const Result<UnitReward> reward = transform_(feedback);
  if (!reward) return reward.error();
  return released<Mechanisms...>(decision, reward.value(), id);
}

// A chain of comparisons: a page downloads fewer bytes than of a table of functions.
template <class... Mechanisms>
template <class M, class... Rest>
ArmReport ArmClient<Mechanisms...>::released(const Decision& decision, UnitReward reward,
                                             const ReportId& id) const {
  if constexpr (sizeof...(Rest) > 0) {
    if (!std::holds_alternative<M>(mechanism_)) return released<Rest...>(decision, reward, id);
  }
  const M& mechanism = *std::get_if<M>(&mechanism_);
  const auto& noise = *std::get_if<typename M::Prepared>(&decision.noise());
  return maker(mechanism)(id, decision.snapshot(), decision.arm(), level_,
                          mechanism.release(noise, reward));
}

template <class... Mechanisms>
Result<ArmReport> ArmClient<Mechanisms...>::neutral_report(const Decision& decision,
                                                           const ReportId& id) const {
  if (!is_own(decision)) return not_own();
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&decision.silence_)) {
    return ArmReport::bit(id, decision.snapshot(), decision.arm(), level_, *bit);
  }
  const auto& noisy = *std::get_if<Released<std::int32_t>>(&decision.silence_);
  const auto of_payload = payload(experiment_) == Payload::gaussian ? &ArmReport::gaussian
                          : payload(experiment_) == Payload::window ? &ArmReport::window
                                                                    : &ArmReport::noisy;
  return of_payload(id, decision.snapshot(), decision.arm(), level_, noisy);
}

template class ArmClient<ConvertToBernoulli, DiscreteLaplaceMechanism, DiscreteGaussianMechanism,
                         WindowMechanism>;
template class ArmClient<ConvertToBernoulli>;

}  // namespace ldp
