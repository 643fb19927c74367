// Times one piece of work and prints what it did as a line of JSON:
//
//   ldp_bench laplace <epsilon> <draws>           exact discrete Laplace on the grid of the client,
//   platform entropy ldp_bench simulate <replicates> <horizon>     UCB1 in the world of 20 arms,
//   replicates in step
//
// The work is done once to warm up (V8 compiles a hot function twice) and once under the clock. The
// result is printed so that no compiler can leave the work out, and so that the native and the wasm
// build can be seen to have done the same.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "entropy.hpp"
#include "privacy/laplace_scale.hpp"
#include "random/entropy_pool.hpp"
#include "random/samplers.hpp"
#include "simulation/regret_curve.hpp"
#include "simulation/simulation.hpp"
#include "world.hpp"

namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Timed {
  double seconds = 0;
  double result = 0;  // what the work came to; a NaN says that it failed
};

/// Seconds of the second of two runs of `work`, which returns its result.
template <class Work>
Timed time_warm(Work work) {
  work();
  const Stopwatch watch;
  const double result = work();
  return {watch.seconds(), result};
}

int print(double work, const Timed& timed) {
  if (std::isnan(timed.result)) return 1;
  std::printf("{\"work\":%.0f,\"seconds\":%.9f,\"result\":%.17g}\n", work, timed.seconds,
              timed.result);
  return 0;
}

/// The result is the variance of the noise in grid steps: 2 * 1024^2 at epsilon = 1.
int laplace(double epsilon, long draws) {
  const auto scale = ldp::LaplaceScale::create(epsilon, ldp::kRewardGrid);
  if (!scale.ok()) return 1;
  const ldp::DiscreteLaplace noise(scale.value().t(), scale.value().s());
  ldp::EntropyPool pool(ldp::bench::refill_from_platform, nullptr);
  const Timed timed = time_warm([&] {
    double squares = 0;
    for (long i = 0; i < draws; ++i) {
      const auto z = static_cast<double>(noise(pool));
      squares += z * z;
    }
    return pool.failed() ? std::nan("") : squares / static_cast<double>(draws);
  });
  return print(static_cast<double>(draws), timed);
}

/// The result is the pseudo-regret of the last replicate: the same bits natively and in wasm.
int simulate(std::uint32_t replicates, std::uint64_t horizon) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.policy.algorithm = ldp::Algorithm::ucb1;
  spec.policy.bound = ldp::Bound::l4;
  for (const double mean : ldp::bench::kTwentyArms) {
    spec.environment.arms.push_back(ldp::RewardLaw::bernoulli(mean));
  }
  spec.record = ldp::log_times(horizon, 200);
  const Timed timed = time_warm([&] {
    auto simulation = ldp::Simulation::create(spec, 0, replicates);
    if (!simulation.ok()) return std::nan("");
    simulation.value().advance(horizon);
    return simulation.value().regrets().back();
  });
  return print(static_cast<double>(replicates) * static_cast<double>(horizon), timed);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "laplace" && argc == 4) return laplace(std::atof(argv[2]), std::atol(argv[3]));
  if (what == "simulate" && argc == 4) {
    return simulate(static_cast<std::uint32_t>(std::atol(argv[2])),
                    static_cast<std::uint64_t>(std::atoll(argv[3])));
  }
  std::fputs("usage: ldp_bench laplace <epsilon> <draws> | simulate <replicates> <horizon>\n",
             stderr);
  return 2;
}
