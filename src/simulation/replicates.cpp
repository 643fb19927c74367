#include "simulation/replicates.hpp"

#include <type_traits>
#include <utility>
#include <variant>

#include "server/arms/debias.hpp"
#include "server/arms/exp3.hpp"
#include "server/arms/tsallis_inf.hpp"
#include "server/multi_armed/rules.generated.hpp"
#include "simulation/adversarial_learner.hpp"
#include "simulation/combination.hpp"
#include "simulation/delivered_learners.hpp"
#include "simulation/delivery_loop.hpp"
#include "simulation/drift_thompson.hpp"
#include "simulation/gaussian_noise.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/level_aware_loop.hpp"
#include "simulation/shares_learner.hpp"
#include "simulation/simulated_window.hpp"
#include "simulation/thompson_learner.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

using Loop = std::unique_ptr<Replicate>;

// Code that runs once per replicate, for every pair of learner and visitors there is: what it must
// be is small, for the wasm module has all of it.
#if defined(__clang__)
#define LDP_SMALL __attribute__((minsize, noinline))
#else
#define LDP_SMALL __attribute__((cold, noinline))
#endif

// make(world, replicate) -> a loop.
struct LoopMaker {
  virtual ~LoopMaker() = default;
  [[nodiscard]] virtual Loop make(World&& world, std::uint32_t replicate) const = 0;
};
template <class Make>
struct LoopMakerOf final : LoopMaker {
  explicit LoopMakerOf(const Make& given) : function(given) {}
  [[nodiscard]] LDP_SMALL Loop make(World&& world, std::uint32_t replicate) const override {
    return function(std::move(world), replicate);
  }
  const Make& function;
};

template <class Mechanism>
using CrowdOf = std::shared_ptr<const Crowd<Mechanism>>;

// Makes the replicates of one specification.
class Maker {
 public:
  Maker(const SimulationSpec& spec, std::uint32_t first, std::uint32_t count)
      : spec_(spec), first_(first), count_(count), experiment_(spec.policy) {
    experiment_.arms = static_cast<std::uint32_t>(spec.environment.arms.size());
    experiment_.levels.clear();
  }

  Result<Replicates> learners();
  Result<Replicates> comparators();

 private:
  // One after another. make(world, replicate) -> a loop.
  template <class Make>
  Replicates each(const Make& make) const {
    return each_of(LoopMakerOf<Make>(make));
  }
  Replicates each_of(const LoopMaker& maker) const;

  // learner(replicate) plays the rounds in which everything arrives at once, delivered(replicate),
  // a pointer, all others; visitors(replicate) are theirs.
  template <class MakeLearner, class MakeDelivered, class MakeVisitors>
  Replicates loops(MakeLearner learner, MakeDelivered delivered, MakeVisitors visitors) const;

  template <class Mechanism>
  Result<CrowdOf<Mechanism>> crowd() const;

  // The same for visitors who send what Mechanism makes of their rewards.
  template <class Mechanism, class MakeLearner, class MakeDelivered>
  Result<Replicates> reporting(MakeLearner learner, MakeDelivered delivered) const;

  // By the rule: one that publishes shares draws from them, any other has an index. Those that have
  // a faster way to the same decisions come first.
  Result<Replicates> play(const LdpKlUcb& rule) const;
  Result<Replicates> play(const LdpThompson& rule) const;
  Result<Replicates> play(const LdpThompsonDrift&) const;
  Result<Replicates> play(const LdpTsallisInf&) const {
    return adversarial(TsallisInf(experiment_.arms, experiment_.estimator));
  }
  Result<Replicates> play(const LdpExp3&) const { return adversarial(Exp3(experiment_.arms)); }
  template <class Rule>
  Result<Replicates> play(const Rule& rule) const;

  template <class Rule>
  Result<Replicates> shares(const Rule& rule) const;
  template <class Algorithm>
  Result<Replicates> adversarial(const Algorithm& algorithm) const;

  // The same for visitors who hand over their rewards.
  template <class MakeLearner, class MakeDelivered>
  Replicates open(MakeLearner learner, MakeDelivered delivered) const {
    return loops(learner, delivered, [](std::uint32_t) { return OpenVisitors(); });
  }
  template <class MakeLearner>
  Replicates open_draws(MakeLearner learner) const {
    using Learner = decltype(learner(first_));
    return open(learner, [&](std::uint32_t replicate) {
      return std::make_unique<DeliveredDraws<Learner>>(learner(replicate));
    });
  }
  template <class Algorithm>
  Result<Replicates> open_adversarial(const Algorithm& algorithm) const;

  [[nodiscard]] Status read_population();

  [[nodiscard]] SeededStream choices(std::uint32_t replicate) const {
    return SeededStream(spec_.seed, replicate, Purpose::choices);
  }

  const SimulationSpec& spec_;
  std::uint32_t first_;
  std::uint32_t count_;
  MultiArmedExperiment experiment_;
  std::optional<Population> population_;
};

LDP_SMALL Replicates Maker::each_of(const LoopMaker& maker) const {
  Replicates replicates;
  replicates.reserve(count_);
  for (std::uint32_t replicate = first_; replicate - first_ < count_; ++replicate) {
    World world(spec_.environment, spec_.rewards, spec_.is_realized, spec_.seed, replicate,
                spec_.record.back());
    replicates.push_back(maker.make(std::move(world), replicate));
  }
  return replicates;
}

// Whether the low levels may be given another arm than the learner's.
template <class Learner>
inline constexpr bool kIsLevelAware = std::is_same_v<Learner, NormalThompsonLearner>;
template <template <class> class Storage>
inline constexpr bool kIsLevelAware<IndexLearner<WeightedLdpUcb, Storage>> = true;
template <template <class> class Storage>
inline constexpr bool kIsLevelAware<IndexLearner<HeLdpUcbBernoulli, Storage>> = true;

template <class MakeLearner, class MakeDelivered, class MakeVisitors>
LDP_SMALL Replicates Maker::loops(MakeLearner learner, MakeDelivered delivered,
                                  MakeVisitors visitors) const {
  using Learner = decltype(learner(first_));
  using Visitors = decltype(visitors(first_));
  if (spec_.delivery != Delivery{}) {
    return each([&](World&& world, std::uint32_t replicate) -> Loop {
      return std::make_unique<DeliveryLoop>(
          std::move(world), delivered(replicate),
          std::make_unique<DeliveredAs<Visitors>>(visitors(replicate)), experiment_, spec_.delivery,
          spec_.seed, replicate);
    });
  }
  if constexpr (kIsLevelAware<Learner>) {
    if (experiment_.level_aware_from > 0) {
      const auto explorer = static_cast<std::uint32_t>(
          first_level_from(experiment_.level_aware_from, experiment_.levels));
      return each([&](World&& world, std::uint32_t replicate) -> Loop {
        // Not make_unique: it adds a function for each kind of loop to a module that users
        // download.
        return Loop(new LevelAwareLoop<Learner, Visitors>(std::move(world), learner(replicate),
                                                          visitors(replicate), explorer));
      });
    }
  }
  return each([&](World&& world, std::uint32_t replicate) -> Loop {
    return Loop(new RoundLoop<Learner, Visitors>(std::move(world), learner(replicate),
                                                 visitors(replicate)));
  });
}

template <class Mechanism>
Result<Mechanism> make_mechanism(double level, const MultiArmedExperiment& experiment) {
  if constexpr (std::is_same_v<Mechanism, SimulatedGaussian>) {
    return Mechanism::create(level, experiment.delta);
  } else {
    return Mechanism::create(level);
  }
}

template <class Mechanism>
LDP_SMALL Result<CrowdOf<Mechanism>> Maker::crowd() const {
  std::vector<Mechanism> mechanisms;
  mechanisms.reserve(experiment_.levels.size());
  for (const double level : experiment_.levels) {
    const Result<Mechanism> mechanism = make_mechanism<Mechanism>(level, experiment_);
    if (!mechanism.ok()) {
      const Error& error = mechanism.error();
      return invalid_spec(error.parameter, error.reason, error.value);
    }
    mechanisms.push_back(mechanism.value());
  }
  return std::make_shared<const Crowd<Mechanism>>(
      Crowd<Mechanism>{*population_, std::move(mechanisms)});
}

template <class Mechanism, class MakeLearner, class MakeDelivered>
LDP_SMALL Result<Replicates> Maker::reporting(MakeLearner learner, MakeDelivered delivered) const {
  const Result<CrowdOf<Mechanism>> made = crowd<Mechanism>();
  if (!made.ok()) return made.error();
  return loops(learner, delivered, [&](std::uint32_t replicate) {
    return Visitors<Mechanism>(made.value(), spec_.seed, replicate);
  });
}

// What visitors report to a rule.
template <class Rule>
using MechanismOf =
    std::conditional_t<kPayloadOf<Rule> == Payload::bit, SimulatedBit,
                       std::conditional_t<kPayloadOf<Rule> == Payload::noisy, SimulatedLaplace,
                                          std::conditional_t<kPayloadOf<Rule> == Payload::window,
                                                             SimulatedWindow, SimulatedGaussian>>>;

template <class Rule>
LDP_SMALL Result<Replicates> Maker::play(const Rule& rule) const {
  if constexpr (requires(const Statistics& sums) { rule.weights(sums, 1); }) {
    return shares(rule);
  } else {
    using Mechanism = MechanismOf<Rule>;
    const std::size_t levels = experiment_.levels.size();
    const std::uint32_t arms = experiment_.arms;
    const auto delivered = [&](std::uint32_t) {
      return std::make_unique<DeliveredIndex<Rule>>(rule, arms);
    };
    // No test compares Gaussian reports with production bit by bit.
    if constexpr (!std::is_same_v<Mechanism, SimulatedGaussian>) {
      if (levels <= kMaximumLevels) {
        const auto counted = [&](std::uint32_t) {
          return IndexLearner<Rule, CountedSums>(rule, levels, arms);
        };
        return reporting<Mechanism>(counted, delivered);
      }
    }
    const auto running = [&](std::uint32_t) {
      return IndexLearner<Rule, RunningSums>(rule, levels, arms);
    };
    return reporting<Mechanism>(running, delivered);
  }
}

template <class Rule>
LDP_SMALL Result<Replicates> Maker::shares(const Rule& rule) const {
  return reporting<MechanismOf<Rule>>(
      [&](std::uint32_t replicate) {
        return SharesLearner<Rule>(rule, experiment_, choices(replicate));
      },
      [&](std::uint32_t replicate) {
        return std::make_unique<SharesLearner<Rule>>(rule, experiment_, choices(replicate));
      });
}

LDP_SMALL Result<Replicates> Maker::play(const LdpKlUcb& rule) const {
  const std::uint32_t arms = experiment_.arms;
  const KlOfBits state(rule, experiment_.levels.size(), arms);
  return reporting<SimulatedBit>(
      [&](std::uint32_t) { return KlLearner<KlOfBits>(state, arms); },
      [&](std::uint32_t) { return std::make_unique<DeliveredKl<KlOfBits>>(state, arms); });
}

LDP_SMALL Result<Replicates> Maker::play(const LdpThompson&) const {
  const std::vector<double> thetas = implemented_thetas(experiment_.levels);
  const std::uint32_t arms = experiment_.arms;
  const auto draws = [&](auto learner) {
    using Learner = decltype(learner(first_));
    return reporting<SimulatedBit>(learner, [learner](std::uint32_t replicate) {
      return std::make_unique<DeliveredDraws<Learner>>(learner(replicate));
    });
  };
  if (experiment_.posterior == Posterior::beta) {
    return draws([&](std::uint32_t replicate) {
      return BetaThompsonLearner<false>(arms, choices(replicate), thetas[0]);
    });
  }
  return draws([&](std::uint32_t replicate) {
    return NormalThompsonLearner(WeightedLdpUcb(thetas), arms, choices(replicate));
  });
}

LDP_SMALL Result<Replicates> Maker::play(const LdpThompsonDrift&) const {
  if (Status status = check_open_weights(experiment_, spec_.delivery); !status.ok())
    return status.error();
  return reporting<SimulatedBit>(
      [&](std::uint32_t replicate) {
        return DriftThompsonLearner(experiment_, choices(replicate));
      },
      [&](std::uint32_t replicate) {
        return std::make_unique<DeliveredDrift>(experiment_, choices(replicate),
                                                spec_.delivery.delay);
      });
}

template <class Algorithm>
Result<Replicates> Maker::adversarial(const Algorithm& algorithm) const {
  if (Status status = check_open_weights(experiment_, spec_.delivery); !status.ok())
    return status.error();
  const BitLoss loss(experiment_);
  return reporting<SimulatedBit>(
      [&](std::uint32_t replicate) {
        return AdversarialLearner<Algorithm, BitLoss>(algorithm, loss, choices(replicate));
      },
      [&](std::uint32_t replicate) {
        return std::make_unique<DeliveredAdversarial<Algorithm, BitLoss>>(
            algorithm, loss, choices(replicate), spec_.delivery.delay);
      });
}

template <class Algorithm>
Result<Replicates> Maker::open_adversarial(const Algorithm& algorithm) const {
  if (Status status = check_open_weights(experiment_, spec_.delivery); !status.ok())
    return status.error();
  return open(
      [&](std::uint32_t replicate) {
        return AdversarialLearner<Algorithm, RewardLoss>(algorithm, {}, choices(replicate));
      },
      [&](std::uint32_t replicate) {
        return std::make_unique<DeliveredAdversarial<Algorithm, RewardLoss>>(
            algorithm, RewardLoss(), choices(replicate), spec_.delivery.delay);
      });
}

Status Maker::read_population() {
  const auto* menu = std::get_if<MenuOfLevels>(&spec_.population);
  Result<Population> made = [&] {
    if (menu != nullptr) return Population::create(menu->levels, menu->probabilities);
    const auto& [mean, deviation, low, high] = std::get<ClippedGaussianLevels>(spec_.population);
    return Population::clipped_gaussian(mean, deviation, low, high);
  }();
  if (!made.ok()) return made.error();
  population_ = std::move(made).value();
  experiment_.levels = population_->menu();
  return {};
}

LDP_SMALL Result<Replicates> Maker::learners() {
  if (Status status = read_population(); !status.ok()) return status.error();
  if (Status status = check_policy(experiment_); !status.ok()) return status.error();
  if (Status status = check_serving(experiment_, spec_.delivery); !status.ok())
    return status.error();
  return std::visit([&](const auto& rule) { return play(rule); }, make_rule(experiment_));
}

LDP_SMALL Result<Replicates> Maker::comparators() {
  if (Status status = check_serving(experiment_, spec_.delivery); !status.ok())
    return status.error();
  const std::uint32_t arms = experiment_.arms;
  switch (experiment_.algorithm) {
    case Algorithm::ucb1:
      return open(
          [&](std::uint32_t) { return IndexLearner<Ucb1, RunningSums>(Ucb1(), 1, arms); },
          [&](std::uint32_t) { return std::make_unique<DeliveredIndex<Ucb1>>(Ucb1(), arms); });
    case Algorithm::kl_ucb: {
      const KlOfRewards state(arms);
      return open(
          [&](std::uint32_t) { return KlLearner<KlOfRewards>(state, arms); },
          [&](std::uint32_t) { return std::make_unique<DeliveredKl<KlOfRewards>>(state, arms); });
    }
    case Algorithm::thompson:
      return open_draws([&](std::uint32_t replicate) {
        return BetaThompsonLearner<true>(arms, choices(replicate), 1);
      });
    case Algorithm::tsallis_inf:
      return open_adversarial(TsallisInf(arms, experiment_.estimator));
    case Algorithm::exp3:
      return open_adversarial(Exp3(arms));
    case Algorithm::uniform:
      return open_draws(
          [&](std::uint32_t replicate) { return UniformLearner(arms, choices(replicate)); });
    default:
      return invalid_spec("algorithm", "no such algorithm");
  }
}

}  // namespace

LDP_SMALL Result<Replicates> make_replicates(const SimulationSpec& spec, std::uint32_t first,
                                             std::uint32_t count) {
  const bool is_private =
      kCatalog[static_cast<std::size_t>(spec.policy.algorithm)].trust_model == TrustModel::local;
  Maker maker(spec, first, count);
  return is_private ? maker.learners() : maker.comparators();
}

}  // namespace ldp
