#include "simulation/replicates.hpp"

#include <type_traits>
#include <utility>

#include "server/multi_armed/debias.hpp"
#include "server/multi_armed/he_ldp_ucb_bernoulli.hpp"
#include "server/multi_armed/he_ldp_ucb_laplace.hpp"
#include "server/multi_armed/weighted_ldp_ucb.hpp"
#include "server/multi_armed/weighted_ldp_ucb_laplace.hpp"
#include "simulation/comparators.hpp"
#include "simulation/index_learner.hpp"
#include "simulation/kl_learner.hpp"
#include "simulation/laplace_noise.hpp"
#include "simulation/level_aware_loop.hpp"
#include "simulation/thompson_learner.hpp"
#include "simulation/visitors.hpp"

namespace ldp {
namespace {

Error invalid(std::string_view field, std::string_view reason, double value = 0) {
  return Error{ErrorCode::spec_invalid, field, reason, value};
}

std::uint32_t arms_of(const SimulationSpec& spec) {
  return static_cast<std::uint32_t>(spec.environment.arms.size());
}

SeededStream choices(const SimulationSpec& spec, std::uint32_t replicate) {
  return SeededStream(spec.seed, replicate, Purpose::choices);
}

// One replicate after another. make_loop(world, replicate) -> a round loop.
template <class MakeLoop>
Replicates make_each(const SimulationSpec& spec, std::uint32_t first, std::uint32_t count,
                     MakeLoop make_loop) {
  Replicates replicates;
  replicates.reserve(count);
  for (std::uint32_t replicate = first; replicate - first < count; ++replicate) {
    World world(spec.environment, spec.rewards, spec.is_realized, spec.seed, replicate);
    replicates.push_back(make_loop(std::move(world), replicate));
  }
  return replicates;
}

// make_learner(replicate) -> a learner of raw rewards.
template <class MakeLearner>
Replicates make_open(const SimulationSpec& spec, std::uint32_t first, std::uint32_t count,
                     MakeLearner make_learner) {
  return make_each(spec, first, count, [&](World world, std::uint32_t replicate) {
    using Loop = RoundLoop<decltype(make_learner(replicate)), OpenVisitors>;
    return std::make_unique<Loop>(std::move(world), make_learner(replicate), OpenVisitors());
  });
}

// Whether the low levels may be given another arm than the learner's.
template <class Learner>
inline constexpr bool kIsLevelAware = std::is_same_v<Learner, NormalThompsonLearner>;
template <template <class> class Storage>
inline constexpr bool kIsLevelAware<IndexLearner<WeightedLdpUcb, Storage>> = true;
template <template <class> class Storage>
inline constexpr bool kIsLevelAware<IndexLearner<HeLdpUcbBernoulli, Storage>> = true;

// make_learner(replicate) -> a learner of what Mechanism reports.
template <class Mechanism, class MakeLearner>
Result<Replicates> make_private(const SimulationSpec& spec, const Experiment& experiment,
                                const Population& population, std::uint32_t first,
                                std::uint32_t count, MakeLearner make_learner) {
  std::vector<Mechanism> mechanisms;
  mechanisms.reserve(population.menu().size());
  for (const double level : population.menu()) {
    mechanisms.push_back(Mechanism::create(level).value());  // in range: the population checked it
  }
  const auto crowd =
      std::make_shared<const Crowd<Mechanism>>(Crowd<Mechanism>{population, std::move(mechanisms)});
  using Learner = decltype(make_learner(first));
  const auto make_loop = [&](World world, std::uint32_t replicate) -> std::unique_ptr<Replicate> {
    Visitors<Mechanism> visitors(crowd, spec.seed, replicate);
    if constexpr (kIsLevelAware<Learner>) {
      if (const double from = experiment.level_aware_from; from > 0) {
        const std::size_t explorer = first_level_from(from, experiment.levels);
        return std::make_unique<LevelAwareLoop<Learner, Visitors<Mechanism>>>(
            std::move(world), make_learner(replicate), std::move(visitors),
            static_cast<std::uint32_t>(explorer));
      }
    }
    return std::make_unique<RoundLoop<Learner, Visitors<Mechanism>>>(
        std::move(world), make_learner(replicate), std::move(visitors));
  };
  return make_each(spec, first, count, make_loop);
}

template <class Policy, class Mechanism>
Result<Replicates> make_index(const SimulationSpec& spec, const Experiment& experiment,
                              const Population& population, std::uint32_t first,
                              std::uint32_t count) {
  const Policy policy(experiment);
  const std::size_t levels = experiment.levels.size();
  if (levels <= kMaximumLevels) {
    return make_private<Mechanism>(spec, experiment, population, first, count, [&](std::uint32_t) {
      return IndexLearner<Policy, CountedSums>(policy, levels, arms_of(spec));
    });
  }
  return make_private<Mechanism>(spec, experiment, population, first, count, [&](std::uint32_t) {
    return IndexLearner<Policy, RunningSums>(policy, levels, arms_of(spec));
  });
}

Result<Replicates> make_thompson(const SimulationSpec& spec, const Experiment& experiment,
                                 const Population& population, std::uint32_t first,
                                 std::uint32_t count) {
  const std::vector<double> thetas = implemented_thetas(experiment.levels);
  if (experiment.posterior == Posterior::beta) {
    return make_private<SimulatedBit>(
        spec, experiment, population, first, count, [&](std::uint32_t replicate) {
          return BetaThompsonLearner<false>(arms_of(spec), choices(spec, replicate), thetas[0]);
        });
  }
  return make_private<SimulatedBit>(
      spec, experiment, population, first, count, [&](std::uint32_t replicate) {
        return NormalThompsonLearner(WeightedLdpUcb(thetas), arms_of(spec),
                                     choices(spec, replicate));
      });
}

Result<Population> make_population(const SimulationSpec& spec) {
  if (const auto* menu = std::get_if<MenuOfLevels>(&spec.population)) {
    return Population::create(menu->levels, menu->probabilities);
  }
  const auto& [mean, deviation, low, high] = std::get<ClippedGaussianLevels>(spec.population);
  return Population::clipped_gaussian(mean, deviation, low, high);
}

// What the server would check, but for the size of menu and arms, which here have other limits.
Status check_policy(Experiment experiment) {
  experiment.arms = 1;
  if (experiment.levels.size() > kMaximumLevels) {
    if (experiment.algorithm == Algorithm::ldp_kl_ucb ||
        experiment.algorithm == Algorithm::ldp_tsallis_inf ||
        experiment.algorithm == Algorithm::ldp_exp3) {
      return invalid("population", "this algorithm needs a menu of at most 16 levels");
    }
    experiment.levels = {experiment.levels.front(), experiment.levels.back()};
  }
  if (Status status = validate(experiment); !status.ok()) {
    return invalid(status.error().parameter, status.error().reason, status.error().value);
  }
  return {};
}

Result<Replicates> make_learners(const SimulationSpec& spec, std::uint32_t first,
                                 std::uint32_t count) {
  const Result<Population> made = make_population(spec);
  if (!made.ok()) return made.error();
  const Population& population = made.value();
  Experiment experiment = spec.policy;
  experiment.arms = arms_of(spec);
  experiment.levels = population.menu();
  if (Status status = check_policy(experiment); !status.ok()) return status.error();
  switch (experiment.algorithm) {
    case Algorithm::weighted_ldp_ucb:
      return make_index<WeightedLdpUcb, SimulatedBit>(spec, experiment, population, first, count);
    case Algorithm::he_ldp_ucb_bernoulli:
      return make_index<HeLdpUcbBernoulli, SimulatedBit>(spec, experiment, population, first,
                                                         count);
    case Algorithm::he_ldp_ucb_laplace:
      return make_index<HeLdpUcbLaplace, SimulatedLaplace>(spec, experiment, population, first,
                                                           count);
    case Algorithm::weighted_ldp_ucb_laplace:
      return make_index<WeightedLdpUcbLaplace, SimulatedLaplace>(spec, experiment, population,
                                                                 first, count);
    case Algorithm::ldp_kl_ucb: {
      const KlOfBits arms(LdpKlUcb(experiment), experiment.levels.size(), experiment.arms);
      return make_private<SimulatedBit>(
          spec, experiment, population, first, count,
          [&](std::uint32_t) { return KlLearner<KlOfBits>(arms, experiment.arms); });
    }
    case Algorithm::ldp_thompson:
      return make_thompson(spec, experiment, population, first, count);
    default:
      return invalid("algorithm", "cannot be played yet");
  }
}

Result<Replicates> make_comparators(const SimulationSpec& spec, std::uint32_t first,
                                    std::uint32_t count) {
  const std::uint32_t arms = arms_of(spec);
  switch (spec.policy.algorithm) {
    case Algorithm::ucb1:
      return make_open(spec, first, count, [&](std::uint32_t) {
        return IndexLearner<Ucb1, RunningSums>(Ucb1(), 1, arms);
      });
    case Algorithm::kl_ucb:
      return make_open(spec, first, count, [&](std::uint32_t) {
        return KlLearner<KlOfRewards>(KlOfRewards(arms), arms);
      });
    case Algorithm::thompson:
      return make_open(spec, first, count, [&](std::uint32_t replicate) {
        return BetaThompsonLearner<true>(arms, choices(spec, replicate), 1);
      });
    case Algorithm::uniform:
      return make_open(spec, first, count, [&](std::uint32_t replicate) {
        return UniformLearner(arms, choices(spec, replicate));
      });
    default:
      return invalid("algorithm", "cannot be played yet");
  }
}

}  // namespace

Result<Replicates> make_replicates(const SimulationSpec& spec, std::uint32_t first,
                                   std::uint32_t count) {
  const bool is_private =
      kCatalog[static_cast<std::size_t>(spec.policy.algorithm)].trust_model == TrustModel::local;
  return is_private ? make_learners(spec, first, count) : make_comparators(spec, first, count);
}

}  // namespace ldp
