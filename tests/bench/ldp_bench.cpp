// Times one piece of work and prints what it did as a line of JSON:
//
//   ldp_bench laplace <epsilon> <draws>
//     exact discrete Laplace on the grid of the client, platform entropy
//   ldp_bench simulate <ucb1 | b | l> <bernoulli | mixed> <replicates> <horizon>
//     UCB1, HeLDP-UCB-B or HeLDP-UCB-L at epsilon = 2, in a world of 20 arms
//   ldp_bench frozen-log <arms> <rounds>
//     UCB1 with the logarithm held for epochs of 1 %, by a heap of all arms, after every arm was
//     played once
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
#include <utility>

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

ldp::SimulationSpec spec_of(ldp::Algorithm algorithm, ldp::Environment environment,
                            std::uint64_t horizon) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.environment = std::move(environment);
  spec.policy.algorithm = algorithm;
  spec.policy.bound = ldp::Bound::l4;
  spec.record = ldp::log_times(horizon, 200);
  return spec;
}

/// The result is the pseudo-regret of the last replicate: the same bits natively and in wasm.
int simulate(std::string_view learner, std::string_view world, std::uint32_t replicates,
             std::uint64_t horizon) {
  const auto algorithm = learner == "ucb1" ? ldp::Algorithm::ucb1
                         : learner == "b"  ? ldp::Algorithm::he_ldp_ucb_bernoulli
                                           : ldp::Algorithm::he_ldp_ucb_laplace;
  auto spec =
      spec_of(algorithm, world == "mixed" ? ldp::bench::mixed_arms() : ldp::bench::bernoulli_arms(),
              horizon);
  if (algorithm != ldp::Algorithm::ucb1) {
    spec.policy.epsilon_min = 2;
    spec.population = ldp::MenuOfLevels{{2.0}, {1.0}};
  }
  const Timed timed = time_warm([&] {
    auto simulation = ldp::Simulation::create(spec, 0, replicates);
    if (!simulation.ok()) return std::nan("");
    simulation.value().advance(horizon);
    return simulation.value().regrets().back();
  });
  return print(static_cast<double>(replicates) * static_cast<double>(horizon), timed);
}

/// The result is the pseudo-regret at the end.
int frozen_log(std::size_t arms, std::uint64_t rounds) {
  auto spec = spec_of(ldp::Algorithm::ucb1, ldp::bench::many_arms(arms), arms + rounds);
  spec.delivery.serving = ldp::Serving::frozen_log;
  auto simulation = ldp::Simulation::create(spec, 0, 1);
  if (!simulation.ok()) return 1;
  simulation.value().advance(arms);
  const Stopwatch watch;
  simulation.value().advance(rounds);
  const double seconds = watch.seconds();
  return print(static_cast<double>(rounds), {seconds, simulation.value().regrets().back()});
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "laplace" && argc == 4) return laplace(std::atof(argv[2]), std::atol(argv[3]));
  if (what == "simulate" && argc == 6) {
    return simulate(argv[2], argv[3], static_cast<std::uint32_t>(std::atol(argv[4])),
                    static_cast<std::uint64_t>(std::atoll(argv[5])));
  }
  if (what == "frozen-log" && argc == 4) {
    return frozen_log(static_cast<std::size_t>(std::atoll(argv[2])),
                      static_cast<std::uint64_t>(std::atoll(argv[3])));
  }
  std::fputs(
      "usage: ldp_bench laplace <epsilon> <draws>\n"
      "       ldp_bench simulate <ucb1 | b | l> <bernoulli | mixed> <replicates> <horizon>\n"
      "       ldp_bench frozen-log <arms> <rounds>\n",
      stderr);
  return 2;
}
