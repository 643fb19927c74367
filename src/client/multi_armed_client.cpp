#include "client/multi_armed_client.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace ldp {
namespace {

Error invalid(std::string_view parameter, std::string_view reason, double value = 0) {
  return Error{ErrorCode::invalid_argument, parameter, reason, value};
}

using Mechanism = std::variant<ConvertToBernoulli, DiscreteLaplaceMechanism>;

template <class M>
Result<Mechanism> make(double epsilon) {
  const Result<M> mechanism = M::create(epsilon);
  if (!mechanism) return mechanism.error();
  return Mechanism(mechanism.value());
}

Result<Mechanism> make_mechanism(Payload payload, double epsilon) {
  switch (payload) {
    case Payload::bit:
      return make<ConvertToBernoulli>(epsilon);
    case Payload::noisy:
      return make<DiscreteLaplaceMechanism>(epsilon);
    case Payload::gaussian:
      return invalid("algorithm", "there is no Gaussian mechanism yet");
    case Payload::none:
      break;
  }
  return invalid("algorithm", "has no report: it exists in simulation only");
}

std::vector<std::uint32_t> all_arms(std::uint32_t arms) {
  std::vector<std::uint32_t> all(arms);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::vector<std::uint32_t> best_arms(const Snapshot& snapshot) {
  if (snapshot.forced_arm >= 0) return {static_cast<std::uint32_t>(snapshot.forced_arm)};
  std::vector<std::uint32_t> best;
  double highest = 0;
  for (std::size_t arm = 0; arm < snapshot.mean.size(); ++arm) {
    const double index = upper_index(snapshot.mean[arm], snapshot.width[arm], snapshot.scale);
    if (best.empty() || index > highest) {
      best.clear();
      highest = index;
    }
    if (index == highest) best.push_back(static_cast<std::uint32_t>(arm));
  }
  return best;
}

}  // namespace

MultiArmedClient::MultiArmedClient(Experiment experiment, const RewardTransform& transform,
                                   UnitReward neutral, std::uint32_t level,
                                   const Mechanism& mechanism)
    : experiment_(std::move(experiment)),
      transform_(transform),
      neutral_(neutral),
      level_(level),
      mechanism_(mechanism),
      candidates_(all_arms(experiment_.arms)) {}

Result<MultiArmedClient> MultiArmedClient::create(Experiment experiment,
                                                  const RewardTransform& transform, double neutral,
                                                  double pinned_epsilon) {
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
  const auto level = static_cast<std::uint32_t>(usable - 1);
  const Result<Mechanism> mechanism = make_mechanism(payload(experiment), experiment.levels[level]);
  if (!mechanism) return mechanism.error();
  return MultiArmedClient(std::move(experiment), transform, silence.value(), level,
                          mechanism.value());
}

Guarantee MultiArmedClient::guarantee() const {
  return std::visit([](const auto& mechanism) { return mechanism.guarantee(); }, mechanism_);
}

Status MultiArmedClient::set_snapshot(const Snapshot& snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  candidates_ = best_arms(snapshot);
  snapshot_ = snapshot.id;
  policy_ = Policy::snapshot;
  return {};
}

bool MultiArmedClient::is_own(const PreparedDecision& decision) const {
  return decision.level() == level_ && decision.arm() < experiment_.arms &&
         decision.noise().index() == mechanism_.index();
}

Result<Report> MultiArmedClient::report(const PreparedDecision& decision, double feedback,
                                        const ReportId& id) const {
  if (!is_own(decision)) return invalid("decision", "belongs to another client");
  const Result<UnitReward> reward = transform_(feedback);
  if (!reward) return reward.error();
  if (const auto* bit = std::get_if<ConvertToBernoulli>(&mechanism_)) {
    const auto& coin = *std::get_if<ConvertToBernoulli::Prepared>(&decision.noise());
    return Report::bit(id, decision.snapshot(), decision.arm(), level_,
                       bit->release(coin, reward.value()));
  }
  const auto& laplace = *std::get_if<DiscreteLaplaceMechanism>(&mechanism_);
  const auto& noise = *std::get_if<DiscreteLaplaceMechanism::Prepared>(&decision.noise());
  return Report::noisy(id, decision.snapshot(), decision.arm(), level_,
                       laplace.release(noise, reward.value()));
}

Result<Report> MultiArmedClient::neutral_report(const PreparedDecision& decision,
                                                const ReportId& id) const {
  if (!is_own(decision)) return invalid("decision", "belongs to another client");
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&decision.silence_)) {
    return Report::bit(id, decision.snapshot(), decision.arm(), level_, *bit);
  }
  return Report::noisy(id, decision.snapshot(), decision.arm(), level_,
                       *std::get_if<Released<std::int32_t>>(&decision.silence_));
}

}  // namespace ldp
