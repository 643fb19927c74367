#include "client/combinatorial_client.hpp"

#include <algorithm>
#include <numeric>

#include "foundation/wipe.hpp"
#include "oracles/super_arm.hpp"

namespace ldp {
namespace {

using Mechanism = std::variant<ConvertToBernoulli, DiscreteLaplaceMechanism, SlateRelease>;

template <class M, class... Parameters>
Result<Mechanism> make(Parameters... parameters) {
  const Result<M> mechanism = M::create(parameters...);
  if (!mechanism) return mechanism.error();
  return Mechanism(mechanism.value());
}

// Of an experiment that is valid.
Result<Mechanism> make_mechanism(const CombinatorialExperiment& experiment, double epsilon,
                                 std::uint32_t largest) {
  switch (experiment.reports.algorithm) {
    case Algorithm::cucb_ldp1:
      return make<SlateRelease>(epsilon, largest);
    case Algorithm::cucb_ldp2:
      return make<DiscreteLaplaceMechanism>(epsilon);
    default:
      return make<ConvertToBernoulli>(epsilon);
  }
}

Status check_slates(const CombinatorialSnapshot& snapshot, const DecisionSet& set) {
  for (std::size_t i = 0; i < snapshot.ends.size(); ++i) {
    const Status status = check_super_arm(set, slate(snapshot, i));
    if (!status) return invalid("slates", status.error().reason, static_cast<double>(i));
  }
  return {};
}

// Whether there is a super arm at all.
bool is_empty(const DecisionSet& set) {
  std::vector<std::uint32_t> order(order_length(set));
  std::iota(order.begin(), order.end(), 0U);
  return first_super_arm(set, order).empty();
}

void forget(std::vector<UnitReward>& rewards) {
  ldp::wipe(std::as_writable_bytes(std::span(rewards)));
}

}  // namespace

CombinatorialClient::CombinatorialClient(CombinatorialExperiment experiment,
                                         const RewardTransform& transform, UnitReward neutral,
                                         std::uint32_t level, const Mechanism& mechanism,
                                         std::uint32_t largest)
    : experiment_(std::move(experiment)),
      transform_(transform),
      neutral_(neutral),
      level_(level),
      mechanism_(mechanism),
      largest_(largest) {}

Result<CombinatorialClient> CombinatorialClient::create(CombinatorialExperiment experiment,
                                                        const RewardTransform& transform,
                                                        double neutral, double pinned_epsilon,
                                                        double /*pinned_delta*/) {
  if (const Status status = validate(experiment); !status) return status.error();
  if (const Status status = check_page_epsilon(pinned_epsilon); !status) return status.error();
  const Result<UnitReward> silence = transform(neutral);
  if (!silence) return invalid("neutral", "must be a finite number", neutral);

  const std::vector<double>& levels = experiment.reports.levels;
  const auto usable = std::upper_bound(levels.begin(), levels.end(), pinned_epsilon);
  if (usable == levels.begin()) {
    return Error{ErrorCode::manifest_mismatch, "levels", "every level exceeds the pinned epsilon",
                 levels.front()};
  }
  const auto level = static_cast<std::uint32_t>(usable - levels.begin() - 1);

  if (is_empty(experiment.set)) {
    return invalid("set", "has no super arm: nothing that it allows can be chosen");
  }
  const std::uint32_t largest = largest_super_arm(experiment.set);
  const Result<Mechanism> mechanism = make_mechanism(experiment, levels[level], largest);
  if (!mechanism) return mechanism.error();
  return CombinatorialClient(std::move(experiment), transform, silence.value(), level,
                             mechanism.value(), largest);
}

Guarantee CombinatorialClient::guarantee() const {
  return std::visit([](const auto& mechanism) { return mechanism.guarantee(); }, mechanism_);
}

Status CombinatorialClient::set_snapshot(const CombinatorialSnapshot& snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  if (const Status status = check_slates(snapshot, experiment_.set); !status) {
    return status;
  }
  snapshot_ = snapshot;
  policy_ = Policy::snapshot;
  return {};
}

void CombinatorialClient::take_slate(std::size_t position, SlateAnswer& answer) const {
  const std::span<const std::uint32_t> arms = slate(snapshot_, position);
  answer.snapshot = snapshot_.id;
  answer.arms.assign(arms.begin(), arms.end());
  if (!snapshot_.reported.empty()) answer.reported = snapshot_.reported[position];
}

bool CombinatorialClient::is_own(const SlateAnswer& answer) const {
  const std::vector<std::uint32_t>& arms = answer.arms;
  if (arms.empty() || arms.size() > largest_ || arms.back() >= experiment_.set.arms) return false;
  if (reports_all()) {
    return answer.noise.numbers().size() == arms.size() && answer.coin.index() == 0;
  }
  // The coin of the first mechanism is the second of the alternatives, after none.
  if (answer.coin.index() != mechanism_.index() + 1) return false;
  return reports_sum() ? answer.reported < experiment_.reports.arms
                       : std::binary_search(arms.begin(), arms.end(), answer.reported);
}

UnitReward CombinatorialClient::statement(const SlateAnswer& answer,
                                          std::span<const UnitReward> outcomes) const {
  if (!reports_sum()) {
    const auto at = std::lower_bound(answer.arms.begin(), answer.arms.end(), answer.reported);
    return outcomes[static_cast<std::size_t>(at - answer.arms.begin())];
  }
  std::uint64_t sum = 0;  // of at most 4096 integers up to 2^32: exact, as is the double
  for (const UnitReward& outcome : outcomes) sum += outcome.value();
  const std::size_t most =
      experiment_.set.reward == SetReward::mean ? outcomes.size() : std::size_t{largest_};
  return UnitReward::from(static_cast<double>(sum) * 0x1p-32 / static_cast<double>(most)).value();
}

std::string CombinatorialClient::about_one(const SlateAnswer& answer,
                                           const Released<std::uint8_t>& value,
                                           const ReportId& id) const {
  return ArmReport::bit(id, answer.snapshot, answer.reported, level_, value).encode();
}

std::string CombinatorialClient::about_one(const SlateAnswer& answer,
                                           const Released<std::int32_t>& value,
                                           const ReportId& id) const {
  return ArmReport::noisy(id, answer.snapshot, answer.reported, level_, value).encode();
}

std::string CombinatorialClient::about_all(const SlateAnswer& answer,
                                           const Released<std::vector<std::int32_t>>& values,
                                           const ReportId& id) const {
  return SlateReport(id, answer.snapshot, answer.arms, level_, values).encode();
}

Result<std::string> CombinatorialClient::report(const SlateAnswer& answer,
                                                std::span<const double> outcomes,
                                                const ReportId& id) const {
  if (!is_own(answer)) return not_own();
  if (outcomes.size() != answer.arms.size()) {
    return invalid("outcomes", "must be as many as the arms that were shown",
                   static_cast<double>(outcomes.size()));
  }
  std::vector<UnitReward> rewards;
  rewards.reserve(outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Result<UnitReward> reward = transform_(outcomes[i]);
    if (!reward) {
      forget(rewards);
      return invalid("outcomes", "must be finite numbers", static_cast<double>(i));
    }
    rewards.push_back(reward.value());
  }
  const auto released = [&](const auto& mechanism) -> std::string {
    using M = std::decay_t<decltype(mechanism)>;
    if constexpr (std::is_same_v<M, SlateRelease>) {
      return about_all(answer, mechanism.release(answer.noise, rewards), id);
    } else {
      const auto& coin = *std::get_if<typename M::Prepared>(&answer.coin);
      return about_one(answer, mechanism.release(coin, statement(answer, rewards)), id);
    }
  };
  std::string report = std::visit(released, mechanism_);
  forget(rewards);
  return report;
}

Result<std::string> CombinatorialClient::neutral_report(const PreparedSlate& decision,
                                                        const ReportId& id) const {
  if (!is_own(decision.answer)) return not_own();
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&decision.silence)) {
    return about_one(decision.answer, *bit, id);
  }
  if (const auto* noisy = std::get_if<Released<std::int32_t>>(&decision.silence)) {
    return about_one(decision.answer, *noisy, id);
  }
  const auto& all = *std::get_if<Released<std::vector<std::int32_t>>>(&decision.silence);
  return about_all(decision.answer, all, id);
}

}  // namespace ldp
