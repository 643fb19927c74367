// Players of the algorithms of docs/spec/combinatorial.md, and their regret.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulation/combinatorial/combinatorial_spec.hpp"
#include "simulation/simulation.hpp"

namespace ldp::test {

struct NamedAlgorithm {
  std::string name;
  CombinatorialExperiment experiment;
};

inline CombinatorialExperiment experiment_of(Algorithm algorithm, double epsilon = 1) {
  CombinatorialExperiment experiment;
  experiment.reports.algorithm = algorithm;
  if (epsilon > 0) experiment.reports.levels = {epsilon};
  experiment.coordinate = coordinate_without_choice(algorithm);
  if (algorithm == Algorithm::cucb_ldp1) experiment.width = CombinatorialWidth::corrected;
  if (algorithm == Algorithm::cucb_ldp2) experiment.width = CombinatorialWidth::published;
  return experiment;
}

/// The local algorithms in all their forms. `horizon` 0: not stated.
inline std::vector<NamedAlgorithm> local_algorithms(std::uint64_t horizon = 0, double epsilon = 1) {
  std::vector<NamedAlgorithm> all;
  const auto add = [&](const char* name, Algorithm algorithm, auto change) {
    all.push_back({name, experiment_of(algorithm, epsilon)});
    change(all.back().experiment);
  };
  const auto uniform = [](auto& e) { e.coordinate = Coordinate::uniform; };
  const auto stated = [horizon](auto& e) { e.horizon = horizon; };
  add("LDP2-T", Algorithm::combinatorial_thompson, [](auto&) {});
  add("LDP2-T beta", Algorithm::combinatorial_thompson,
      [](auto& e) { e.reports.posterior = Posterior::beta; });
  add("LDP-R-T", Algorithm::combinatorial_thompson, uniform);
  add("LDP2-B", Algorithm::cucb_ldp_bit, [](auto&) {});
  add("LDP-R-B", Algorithm::cucb_ldp_bit, uniform);
  add("LDP2-K", Algorithm::cucb_ldp_kl, [](auto&) {});
  add("LDP-R-K", Algorithm::cucb_ldp_kl, uniform);
  add("LDP2-E", Algorithm::cucb_ldp_joint, [](auto&) {});
  add("LDP-R-E", Algorithm::cucb_ldp_joint, uniform);
  add("sum", Algorithm::cucb_ldp_sum, [](auto&) {});
  add("LDP2-s", Algorithm::cucb_ldp2, [](auto& e) { e.width = CombinatorialWidth::bernstein; });
  add("LDP2", Algorithm::cucb_ldp2, stated);
  add("LDP1", Algorithm::cucb_ldp1, stated);
  add("LDP1 printed", Algorithm::cucb_ldp1, [&](auto& e) {
    stated(e);
    e.width = CombinatorialWidth::printed;
  });
  return all;
}

inline SimulationSpec combinatorial_run(const CombinatorialEnvironment& environment,
                                        const CombinatorialExperiment& experiment,
                                        std::vector<std::uint64_t> record,
                                        std::uint64_t epoch = 1) {
  SimulationSpec spec;
  spec.seed = 77;
  spec.combinatorial = CombinatorialSpec{environment, experiment};
  spec.delivery.epoch = epoch;
  spec.record = std::move(record);
  return spec;
}

/// Mean final regret.
inline double regret_of(const SimulationSpec& spec, std::uint32_t replicates) {
  Simulation simulation = Simulation::create(spec, 0, replicates).value();
  simulation.advance(simulation.horizon());
  double sum = 0;
  for (const double regret : simulation.regrets()) sum += regret;
  return sum / replicates;
}

}  // namespace ldp::test
