// What a round of a top-K world takes, and what of it the oracle takes. Prints what it did as a
// line of JSON:
//
//   ldp_combinatorial_bench simulate <algorithm> <arms> <choose> <rounds>
//     the algorithm, by its id in the catalog, at epsilon = 1, in its world, with its devices
//   ldp_combinatorial_bench update <arms> <choose> <updates>
//     the oracle alone, as those rounds call it: one weight changes, then the super arm
//   ldp_combinatorial_bench solve <kind> <arms> <solves>
//     the oracle from scratch, all weights new. kind: top-k (K = a tenth of the arms), path (a grid
//     of about `arms` edges), spanning-tree, matching (complete graphs of about `arms` edges)
//
// As in ldp_bench: once to warm up, once under the clock; the result is printed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "oracles/incremental_top_k.hpp"
#include "oracles/oracle.hpp"
#include "print_warm.hpp"
#include "protocol/catalog.generated.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/normal.hpp"

namespace {

using bench::print_simulated;
using bench::print_warm;

ldp::DecisionSet top_k(std::uint32_t arms, std::uint32_t choose) {
  ldp::DecisionSet set;
  set.arms = arms;
  set.choose = choose;
  return set;
}

void connect(ldp::DecisionSet& set, std::uint32_t from, std::uint32_t to) {
  set.from.push_back(from);
  set.to.push_back(to);
  ++set.arms;
}

// A square grid with moves to the right and down, from corner to corner.
ldp::DecisionSet grid(std::uint32_t edges) {
  ldp::DecisionSet set;
  set.kind = ldp::SetKind::path;
  std::uint32_t side = 2;
  while (2 * side * (side - 1) < edges) ++side;
  set.nodes = side * side;
  set.target = set.nodes - 1;
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    if (node % side + 1 < side) connect(set, node, node + 1);
    if (node + side < set.nodes) connect(set, node, node + side);
  }
  return set;
}

ldp::DecisionSet complete_graph(std::uint32_t edges) {
  ldp::DecisionSet set;
  set.kind = ldp::SetKind::spanning_tree;
  set.nodes = 2;
  while (set.nodes * (set.nodes - 1) / 2 < edges) ++set.nodes;
  for (std::uint32_t a = 0; a < set.nodes; ++a) {
    for (std::uint32_t b = a + 1; b < set.nodes; ++b) connect(set, a, b);
  }
  return set;
}

ldp::DecisionSet complete_pairs(std::uint32_t edges) {
  ldp::DecisionSet set;
  set.kind = ldp::SetKind::matching;
  set.nodes = static_cast<std::uint32_t>(std::ceil(std::sqrt(edges)));
  set.right = set.nodes;
  for (std::uint32_t left = 0; left < set.nodes; ++left) {
    for (std::uint32_t right = 0; right < set.right; ++right) connect(set, left, right);
  }
  return set;
}

/// The result is the regret.
int simulate(std::string_view algorithm, std::uint32_t arms, std::uint32_t choose,
             std::uint64_t rounds) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.record = {rounds};
  spec.combinatorial.emplace();
  spec.combinatorial->environment.set = top_k(arms, choose);
  std::vector<double>& means = spec.combinatorial->environment.means;
  means.assign(arms, 0.5);
  std::fill(means.begin(), means.begin() + choose, 0.8);
  ldp::CombinatorialExperiment& experiment = spec.combinatorial->experiment;
  for (const ldp::CatalogEntry& entry : ldp::kCatalog) {
    if (entry.id == algorithm) experiment.reports.algorithm = entry.algorithm;
  }
  if (algorithm == "cucb") {
    experiment.coordinate = ldp::Coordinate::all;
  } else {
    experiment.reports.levels = {1};
  }
  if (algorithm == "cucb-ldp2") {
    experiment.width = ldp::CombinatorialWidth::published;
    experiment.horizon = rounds;
  }
  return print_simulated(spec);
}

/// The result is the sum of the first arms.
int update(std::uint32_t arms, std::uint32_t choose, std::uint64_t updates) {
  return print_warm(static_cast<double>(updates), [&] {
    ldp::IncrementalTopK top(arms, choose, 1);
    ldp::CounterWords words(1, 2);
    double sum = 0;
    for (std::uint64_t i = 0; i < updates; ++i) {
      const std::uint64_t word = words.next();
      // A report is about an arm of the super arm, and moves its weight a little.
      const std::uint32_t arm = top.arms()[word % choose];
      top.update(arm, 0.4 + 0.2 * ldp::open_uniform(word));
      sum += top.arms().front();
    }
    return sum;
  });
}

/// The result is the sum of the first arms.
int solve(const ldp::DecisionSet& set, std::uint64_t solves) {
  auto oracle = ldp::Oracle::create(set, 1);
  if (!oracle.ok()) return 2;
  std::vector<std::vector<double>> weights(64, std::vector<double>(set.arms));
  ldp::CounterWords words(1, 2);
  for (std::vector<double>& row : weights) {
    for (double& weight : row) weight = ldp::open_uniform(words.next());
  }
  std::vector<std::uint32_t> arms;
  return print_warm(static_cast<double>(solves), [&] {
    double sum = 0;
    for (std::uint64_t i = 0; i < solves; ++i) {
      oracle.value().solve(weights[i % weights.size()], arms);
      sum += arms.front();
    }
    return sum;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atol(argv[i])); };
  const auto amount = [&](int i) { return static_cast<std::uint64_t>(std::atoll(argv[i])); };
  if (what == "simulate" && argc == 6) return simulate(argv[2], number(3), number(4), amount(5));
  if (what == "update" && argc == 5) return update(number(2), number(3), amount(4));
  if (what == "solve" && argc == 5) {
    const std::string_view kind = argv[2];
    const std::uint32_t arms = number(3);
    if (kind == "top-k") return solve(top_k(arms, std::max(1U, arms / 10)), amount(4));
    if (kind == "path") return solve(grid(arms), amount(4));
    if (kind == "spanning-tree") return solve(complete_graph(arms), amount(4));
    if (kind == "matching") return solve(complete_pairs(arms), amount(4));
  }
  std::fputs(
      "usage: ldp_combinatorial_bench simulate <algorithm> <arms> <choose> <rounds>\n"
      "       ldp_combinatorial_bench update <arms> <choose> <updates>\n"
      "       ldp_combinatorial_bench solve <top-k | path | spanning-tree | matching> <arms> "
      "<solves>\n",
      stderr);
  return 2;
}
