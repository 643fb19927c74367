// What the benches of one family each share with ldp_bench: the clock, and the line of JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "simulation/simulation.hpp"

namespace bench {

/// Does the work once to warm up and once under the clock.
template <class Work>
int print_warm(double amount, Work work) {
  work();
  const auto start = std::chrono::steady_clock::now();
  const double result = work();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::printf("{\"work\":%.0f,\"seconds\":%.9f,\"result\":%.17g}\n", amount, time.count(), result);
  return 0;
}

/// All rounds of a spec, one replicate. The result is the regret.
inline int print_simulated(const ldp::SimulationSpec& spec) {
  if (!ldp::Simulation::create(spec, 0, 1).ok()) return 2;
  const std::uint64_t rounds = spec.record.back();
  return print_warm(static_cast<double>(rounds), [&] {
    auto simulation = ldp::Simulation::create(spec, 0, 1);
    simulation.value().advance(rounds);
    return simulation.value().regrets().back();
  });
}

}  // namespace bench
