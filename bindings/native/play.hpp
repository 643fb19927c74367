// Plays a plan on many threads. A unit of work is some replicates of one run; the curves are the
// same bits for any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "plan.hpp"
#include "simulation/regret_curve.hpp"

namespace ldp {

struct PlayedCurve {
  std::uint32_t replicates = 0;  // behind it; 0: it is empty
  RegretCurve curve;
  std::vector<double> regrets;  // [record times][replicates] behind the curve
  std::vector<double> stops;    // [3][replicates], see Simulation::stops; empty: no run stops early
  std::uint32_t not_best = 0;   // of those that stopped: answered another arm than a best one
  std::uint32_t wrong = 0;      // of these: one that is worse by more than the indifference
};

/// Rounds played and in all.
using Progress = std::function<void(double done, double total)>;

/// One curve per run. `stop` becoming true ends the play soon; the curves then have the replicates
/// that were finished. `progress` is called about five times a second, on the calling thread.
/// Throws PlanError for a run that cannot be played.
[[nodiscard]] std::vector<PlayedCurve> play(const SimulationPlan& plan, unsigned threads,
                                            const std::atomic<bool>& stop,
                                            const Progress& progress);

}  // namespace ldp
