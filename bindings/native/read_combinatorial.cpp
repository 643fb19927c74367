#include "read_combinatorial.hpp"

#include <limits>
#include <span>
#include <string_view>

#include "protocol/combinatorial_experiment.hpp"

namespace ldp {
namespace {

// A custom set is no world; coverage and influence are rewards of their own sets.
constexpr auto kKinds = std::span(kSetKindWords).first<8>();
constexpr auto kRewards = std::span(kSetRewardWords).first<4>();
constexpr auto kWidths = std::span(kCombinatorialWidthWords).first<4>();

std::uint32_t position(const Field& field) {
  return static_cast<std::uint32_t>(field.whole(0, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::uint32_t> positions(const Field& field) {
  std::vector<std::uint32_t> read;
  for (const Field& item : field.list(1, kMaximumSetArms)) read.push_back(position(item));
  return read;
}

void read_edges(const Field& field, DecisionSet& set) {
  for (const Field& edge : field.list(1, kMaximumSetArms)) {
    const std::vector<Field> ends = edge.list(2, 2);
    set.from.push_back(position(ends[0]));
    set.to.push_back(position(ends[1]));
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
}

void read_sides(const Field& field, DecisionSet& set) {
  set.nodes = position(field["left"]);
  set.right = position(field["right"]);
}

// Every pair: arm = left node * right + right node.
void pair_all(const Field& field, DecisionSet& set) {
  if (std::uint64_t{set.nodes} * set.right > kMaximumSetArms) {
    field["right"].fail("must leave at most 4096 pairs, which are the arms");
  }
  for (std::uint32_t left = 0; left < set.nodes; ++left) {
    for (std::uint32_t right = 0; right < set.right; ++right) {
      set.from.push_back(left);
      set.to.push_back(right);
    }
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
}

void read_list(const Field& field, DecisionSet& set) {
  for (const Field& super_arm : field.list(1, kMaximumSuperArms)) {
    for (const std::uint32_t arm : positions(super_arm)) set.members.push_back(arm);
    set.ends.push_back(static_cast<std::uint32_t>(set.members.size()));
  }
  if (set.members.size() > kMaximumListedArms) field.fail("must name at most 65536 arms in all");
}

DecisionSet read_set(const Field& field) {
  DecisionSet set;
  set.kind = static_cast<SetKind>(field["type"].choice(kKinds));
  switch (set.kind) {
    case SetKind::top_k:
      (void)field.object({"type", "arms", "choose", "reward"});
      set.arms = position(field["arms"]);
      set.choose = position(field["choose"]);
      break;
    case SetKind::partition:
      (void)field.object({"type", "groups", "most", "choose", "reward"});
      set.group = positions(field["groups"]);
      set.most = positions(field["most"]);
      set.arms = static_cast<std::uint32_t>(set.group.size());
      set.choose = position(field["choose"]);
      break;
    case SetKind::path:
      (void)field.object({"type", "nodes", "edges", "source", "target", "reward"});
      set.nodes = position(field["nodes"]);
      read_edges(field["edges"], set);
      set.source = position(field["source"]);
      set.target = position(field["target"]);
      break;
    case SetKind::spanning_tree:
      (void)field.object({"type", "nodes", "edges", "reward"});
      set.nodes = position(field["nodes"]);
      read_edges(field["edges"], set);
      break;
    case SetKind::matching:
      (void)field.object({"type", "left", "right", "edges", "reward"});
      read_sides(field, set);
      if (field["edges"]) {
        read_edges(field["edges"], set);
      } else {
        pair_all(field, set);
      }
      break;
    case SetKind::coverage:
      (void)field.object({"type", "left", "right", "edges", "choose"});
      read_sides(field, set);
      read_edges(field["edges"], set);
      set.choose = position(field["choose"]);
      set.reward = SetReward::coverage;
      break;
    case SetKind::influence:
      (void)field.object({"type", "nodes", "edges", "choose"});
      set.nodes = position(field["nodes"]);
      read_edges(field["edges"], set);
      set.choose = position(field["choose"]);
      set.reward = SetReward::influence;
      break;
    default:
      (void)field.object({"type", "arms", "superArms", "reward"});
      set.arms = position(field["arms"]);
      read_list(field["superArms"], set);
      break;
  }
  field["reward"].choose(set.reward, kRewards);
  return set;
}

// The defaults of the catalog (src/protocol/catalog.json).
CombinatorialWidth default_width(Algorithm algorithm) {
  if (algorithm == Algorithm::cucb_ldp1) return CombinatorialWidth::corrected;
  return algorithm == Algorithm::cucb_ldp2 ? CombinatorialWidth::published
                                           : CombinatorialWidth::none;
}

}  // namespace

CombinatorialEnvironment read_combinatorial_environment(const Field& environment) {
  (void)environment.object({"type", "set", "means", "together"});
  CombinatorialEnvironment read;
  read.set = read_set(environment["set"]);
  for (const Field& mean : environment["means"].list(1, kMaximumSetArms)) {
    read.means.push_back(mean.number());
  }
  if (environment["together"]) read.together = positions(environment["together"]);
  return read;
}

CombinatorialSpec read_combinatorial_run(const Field& run, Algorithm algorithm,
                                         const CombinatorialEnvironment& environment) {
  CombinatorialSpec spec;
  spec.environment = environment;
  CombinatorialExperiment& experiment = spec.experiment;
  experiment.reports.algorithm = algorithm;
  const Field policy = run["policy"];
  (void)policy.object({"type", "arms", "coordinate", "width", "horizon", "noise"});
  if (policy["arms"]) (void)policy["arms"].whole(environment.set.arms, environment.set.arms);
  if (run["population"]) {
    run["population"].fail("must be absent: in a combinatorial world all have one epsilon");
  }
  const CatalogEntry& entry = kCatalog[static_cast<std::size_t>(algorithm)];
  const Field epsilon = run["epsilon"];
  if (entry.trust_model != TrustModel::none) {
    experiment.reports.levels = {epsilon.number()};
  } else if (epsilon) {
    epsilon.fail("must be absent: " + std::string(entry.id) + " is not private");
  }
  const auto taken = [&](const char* key, bool is_taken) {
    const Field field = policy[key];
    if (field && !is_taken) field.fail("is not a parameter of this algorithm");
    return field;
  };
  experiment.coordinate = entry.trust_model == TrustModel::local
                              ? coordinate_without_choice(algorithm)
                              : Coordinate::all;
  taken("coordinate", entry.takes.coordinate).choose(experiment.coordinate);
  experiment.width = default_width(algorithm);
  taken("width", entry.takes.width).choose(experiment.width, kWidths);
  if (const Field horizon = taken("horizon", entry.takes.horizon)) {
    experiment.horizon = horizon.whole(1, kMaximumHorizon);
  }
  taken("noise", entry.takes.noise).choose(spec.noise);
  return spec;
}

}  // namespace ldp
