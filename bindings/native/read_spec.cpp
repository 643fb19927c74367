#include "read_spec.hpp"

#include <array>
#include <span>

#include "fields.hpp"
#include "read_arms.hpp"
#include "read_combinatorial.hpp"
#include "read_convex.hpp"
#include "read_generalized_linear.hpp"
#include "read_linear.hpp"
#include "sha256.hpp"
#include "simulation/regret_curve.hpp"

namespace ldp {
namespace {

constexpr std::size_t kMaximumPoints = 2000;
constexpr std::size_t kMaximumRuns = 32;
constexpr std::array<std::string_view, 3> kRegrets{"pseudo", "realized", "approximation"};
constexpr std::array<std::string_view, 2> kScales{"linear", "log"};
constexpr std::array<std::string_view, 8> kEnvironments{
    "bernoulli", "gaussian",      "mixed",  "switching",
    "linear",    "combinatorial", "convex", "generalized-linear"};
constexpr std::array<Family, 8> kFamilies{
    Family::multi_armed, Family::multi_armed,   Family::multi_armed, Family::multi_armed,
    Family::linear,      Family::combinatorial, Family::convex,      Family::generalized_linear};
// Of each family.
constexpr std::array<std::string_view, 7> kWorlds{
    "multi-armed", "linear", "combinatorial",     "multi-armed",
    "multi-armed", "convex", "generalized-linear"};
constexpr std::array<std::string_view, 5> kLaws{"bernoulli", "beta", "uniform", "two-point",
                                                "gaussian"};

// Lk belongs to KL-UCB, which leaves no choice.
constexpr auto kBounds = std::span(kBoundWords).first<2>();

// The first eight bytes of the hash of the text, little endian.
std::uint64_t seed_of(const std::string& text) {
  const auto hash = sha256(text);
  std::uint64_t seed = 0;
  for (int byte = 7; byte >= 0; --byte) seed = seed << 8 | hash[static_cast<std::size_t>(byte)];
  return seed;
}

RewardLaw read_law(const Field& field) {
  using Kind = RewardLaw::Kind;
  switch (field["law"].choice(kLaws)) {
    case 0:
      return RewardLaw::bernoulli(field.object({"law", "mean"})["mean"].number());
    case 1:
      return {Kind::beta, field.object({"law", "alpha"})["alpha"].number(), 0, 1};
    case 2:
      (void)field.object({"law", "low", "high"});
      return {Kind::uniform, 0, field["low"].number(), field["high"].number()};
    case 3:
      (void)field.object({"law", "low", "high", "probability"});
      return {Kind::two_point, field["probability"].number(0.5), field["low"].number(),
              field["high"].number()};
    default:
      (void)field.object({"law", "mean", "deviation"});
      const double mean = field["mean"].number();
      return {Kind::gaussian, field["deviation"].number(), mean, mean};
  }
}

Environment read_environment(const Field& field) {
  Environment environment;
  switch (field["type"].choice(kEnvironments)) {
    case 0:
      for (const Field& mean :
           field.object({"type", "means"})["means"].list(1, kMaximumFrozenLogArms)) {
        environment.arms.push_back(RewardLaw::bernoulli(mean.number()));
      }
      return environment;
    case 1: {
      (void)field.object({"type", "means", "deviation"});
      const double deviation = field["deviation"].number(1);
      for (const Field& item : field["means"].list(1, kMaximumFrozenLogArms)) {
        const double mean = item.number();
        environment.arms.push_back({RewardLaw::Kind::gaussian, deviation, mean, mean});
      }
      return environment;
    }
    case 2:
      for (const Field& arm :
           field.object({"type", "arms"})["arms"].list(1, kMaximumFrozenLogArms)) {
        environment.arms.push_back(read_law(arm));
      }
      return environment;
    default:
      return Environment::switching(static_cast<std::uint32_t>(
          field.object({"type", "arms"})["arms"].whole(1, kMaximumFrozenLogArms)));
  }
}

RewardTransform read_transform(const Field& field) {
  if (!field) return RewardTransform::unit();
  const auto made = [&]() -> Result<RewardTransform> {
    switch (field["type"].choice(kRewardTransformKindWords)) {
      case 1:
        (void)field.object({"type", "low", "high"});
        return RewardTransform::clip(field["low"].number(), field["high"].number());
      case 2:
        (void)field.object({"type", "center", "scale"});
        return RewardTransform::sigmoid(field["center"].number(), field["scale"].number());
      case 3:
        return RewardTransform::threshold(field.object({"type", "at"})["at"].number());
      default:
        (void)field.object({"type"});
        return RewardTransform::unit();
    }
  }();
  if (!made.ok()) {
    throw SpecError(field.path + "." + std::string(made.error().parameter) + " " +
                    std::string(made.error().reason));
  }
  return made.value();
}

void read_population(const Field& run, SimulationSpec& spec) {
  const Field epsilon = run["epsilon"];
  const Field population = run["population"];
  const auto& entry = kCatalog[static_cast<std::size_t>(spec.policy.algorithm)];
  if (entry.trust_model != TrustModel::local) {
    if (epsilon || population) {
      run.fail("must have neither epsilon nor population: " + std::string(entry.id) +
               " is not private");
    }
    return;
  }
  if (bool(epsilon) == bool(population)) run.fail("must have either epsilon or population");
  if (epsilon) {
    spec.population = MenuOfLevels{{epsilon.number()}, {1.0}};
    return;
  }
  if (population["type"]) {
    (void)population.object({"type", "mean", "deviation", "low", "high"});
    (void)population["type"].choice(std::array<std::string_view, 1>{"clipped-gaussian"});
    spec.population =
        ClippedGaussianLevels{population["mean"].number(), population["deviation"].number(),
                              population["low"].number(), population["high"].number()};
    return;
  }
  MenuOfLevels menu;
  (void)population.object({"levels", "probabilities"});
  for (const Field& level : population["levels"].list(1, kMaximumLevels + 1)) {
    menu.levels.push_back(level.number());
  }
  for (const Field& share : population["probabilities"].list(1, kMaximumLevels + 1)) {
    menu.probabilities.push_back(share.number());
  }
  spec.population = menu;
}

// The defaults of the catalog (src/protocol/catalog.json).
Bound default_bound(Algorithm algorithm) {
  const bool is_published = algorithm == Algorithm::he_ldp_ucb_bernoulli ||
                            algorithm == Algorithm::he_ldp_ucb_laplace ||
                            algorithm == Algorithm::ucb1;
  return is_published ? Bound::l4 : bound_without_choice(algorithm);
}

Algorithm read_algorithm(const Field& type, Family family) {
  std::array<std::string_view, kCatalog.size()> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = kCatalog[i].id;
  const CatalogEntry& entry = kCatalog[type.choice(ids)];
  // Of those without points.
  if (entry.algorithm == Algorithm::uniform && family != Family::convex) return entry.algorithm;
  if (entry.family == family) return entry.algorithm;
  if (family == Family::multi_armed && is_one_level(entry.algorithm)) return entry.algorithm;
  const auto world = [](Family of) { return std::string(kWorlds[static_cast<std::size_t>(of)]); };
  if (family == Family::multi_armed) type.fail("plays " + world(entry.family) + " worlds only");
  type.fail("does not play " + world(family) + " worlds");
}

void read_regret(const Field& regret, SimulationSpec& spec) {
  if (!regret) return;
  const std::size_t choice = regret.choice(kRegrets);
  spec.is_realized = choice == 1;
  if (choice != 2) return;
  if (!spec.combinatorial) {
    regret.fail("must be pseudo or realized: only a combinatorial world has oracles");
  }
  spec.combinatorial->regret = CombinatorialRegret::approximation;
}

void read_policy(const Field& policy, SimulationSpec& spec) {
  const Takes& takes = kCatalog[static_cast<std::size_t>(spec.policy.algorithm)].takes;
  (void)policy.object({"type", "arms", "rewards", "bound", "epsilonMin", "levelAwareFrom", "delta",
                       "posterior", "estimator"});
  const auto refuse = [&](bool is_taken, const char* key) {
    if (!is_taken && policy[key]) policy[key].fail("is not a parameter of this algorithm");
  };
  refuse(takes.bound, "bound");
  refuse(takes.epsilon_min, "epsilonMin");
  refuse(takes.level_aware_from, "levelAwareFrom");
  refuse(takes.delta, "delta");
  refuse(takes.posterior, "posterior");
  refuse(takes.estimator, "estimator");
  refuse(spec.policy.algorithm != Algorithm::uniform, "rewards");
  if (policy["arms"]) {
    const std::uint64_t arms = spec.environment.arms.size();
    (void)policy["arms"].whole(arms, arms);
  }
  spec.rewards = read_transform(policy["rewards"]);
  spec.policy.bound = default_bound(spec.policy.algorithm);
  policy["bound"].choose(spec.policy.bound, kBounds);
  const auto* menu = std::get_if<MenuOfLevels>(&spec.population);
  const auto positive = [&](std::size_t i) { return menu->levels[i] > 0; };
  if (takes.epsilon_min) {
    if (!policy["epsilonMin"] && menu == nullptr) {
      policy["epsilonMin"].fail("must be given where levels are continuous");
    }
    const std::size_t first = menu == nullptr || positive(0) || menu->levels.size() < 2 ? 0 : 1;
    spec.policy.epsilon_min =
        policy["epsilonMin"] ? policy["epsilonMin"].number() : menu->levels[first];
  }
  spec.policy.level_aware_from = policy["levelAwareFrom"].number(0);
  if (takes.delta) spec.policy.delta = policy["delta"].number(kDefaultDelta);
  if (takes.posterior) {
    const bool is_one = menu != nullptr && menu->levels.size() == (positive(0) ? 1 : 2);
    spec.policy.posterior = is_one ? Posterior::beta : Posterior::normal;
    policy["posterior"].choose(spec.policy.posterior);
  }
  policy["estimator"].choose(spec.policy.estimator);
}

Delivery read_delivery(const Field& field) {
  Delivery delivery;
  if (!field) return delivery;
  (void)field.object({"epoch", "delay", "lost", "serving"});
  if (field["epoch"]) delivery.epoch = field["epoch"].whole(1, kMaximumRounds);
  if (field["delay"]) delivery.delay = field["delay"].whole(0, kMaximumDelay);
  delivery.lost = field["lost"].number(0);
  field["serving"].choose(delivery.serving);
  return delivery;
}

std::vector<std::uint64_t> read_record(const Field& field, std::uint64_t horizon) {
  if (!field) return log_times(horizon, 200);
  if (!field["times"]) {
    (void)field.object({"points", "scale"});
    const auto points = static_cast<std::size_t>(field["points"].whole(1, kMaximumPoints));
    return field["scale"].choice(kScales) == 0 ? linear_times(horizon, points)
                                               : log_times(horizon, points);
  }
  (void)field.object({"times"});
  std::vector<std::uint64_t> times;
  for (const Field& time : field["times"].list(1, kMaximumPoints)) {
    times.push_back(time.whole(times.empty() ? 1 : times.back() + 1, horizon));
  }
  if (times.back() != horizon) times.push_back(horizon);
  return times;
}

}  // namespace

SimulationPlan read_spec(const nlohmann::json& json) {
  const Field spec{&json, "spec"};
  (void)spec.object(
      {"version", "seed", "horizon", "replicates", "environment", "runs", "record", "regret"});
  (void)spec["version"].whole(1, 1);
  SimulationSpec common;
  common.seed = seed_of(spec["seed"].text(64));
  const Field environment = spec["environment"];
  const Family family = kFamilies[environment["type"].choice(kEnvironments)];
  if (family == Family::linear) {
    common.linear.emplace().environment = read_linear_environment(environment);
  } else if (family == Family::generalized_linear) {
    common.generalized_linear.emplace().environment =
        read_generalized_linear_environment(environment);
  } else if (family == Family::combinatorial) {
    common.combinatorial.emplace().environment = read_combinatorial_environment(environment);
  } else if (family == Family::convex) {
    common.convex.emplace().environment = read_convex_environment(environment);
  } else {
    common.environment = read_environment(environment);
  }
  read_regret(spec["regret"], common);
  SimulationPlan plan;
  plan.horizon = spec["horizon"].whole(1, kMaximumRounds);
  plan.replicates = static_cast<std::uint32_t>(spec["replicates"].whole(1, kMaximumReplicates));
  plan.record = read_record(spec["record"], plan.horizon);
  common.record = plan.record;
  for (const Field& run : spec["runs"].list(1, kMaximumRuns)) {
    (void)run.object({"label", "policy", "epsilon", "population", "delivery"});
    PlannedRun planned{run["label"].text(80), common};
    for (const PlannedRun& other : plan.runs) {
      if (other.label == planned.label) run["label"].fail("must differ from those before it");
    }
    const Algorithm algorithm = read_algorithm(run["policy"]["type"], family);
    if (common.linear) {
      planned.spec.linear = read_linear_run(run, algorithm, common.linear->environment);
    } else if (common.generalized_linear) {
      planned.spec.generalized_linear =
          read_generalized_linear_run(run, algorithm, common.generalized_linear->environment);
    } else if (common.combinatorial) {
      planned.spec.combinatorial =
          read_combinatorial_run(run, algorithm, common.combinatorial->environment);
      planned.spec.combinatorial->regret = common.combinatorial->regret;
    } else if (common.convex) {
      planned.spec.convex = read_convex_run(run, algorithm, common.convex->environment);
    } else if (is_one_level(algorithm)) {
      read_arms_run(run, algorithm, planned.spec);
      planned.spec.rewards = read_transform(run["policy"]["rewards"]);
    } else {
      planned.spec.policy.algorithm = algorithm;
      read_population(run, planned.spec);
      read_policy(run["policy"], planned.spec);
    }
    planned.spec.delivery = read_delivery(run["delivery"]);
    plan.runs.push_back(std::move(planned));
  }
  return plan;
}

}  // namespace ldp
