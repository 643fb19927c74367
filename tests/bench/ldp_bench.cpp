// Times one piece of work and prints what it did as a line of JSON:
//
//   ldp_bench laplace <epsilon> <draws>      exact discrete Laplace on the grid of the client, platform entropy
//
// The clock runs around the work only. The result is printed so that no compiler can leave the work out, and so that
// the native and the wasm build can be seen to have done the same.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "entropy.hpp"
#include "privacy/laplace_scale.hpp"
#include "random/entropy_pool.hpp"
#include "random/samplers.hpp"

namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int laplace(double epsilon, long draws) {
  const auto scale = ldp::LaplaceScale::create(epsilon, ldp::kRewardGrid);
  if (!scale) return 1;
  const ldp::DiscreteLaplace noise(scale.value().t(), scale.value().s());
  ldp::EntropyPool pool(ldp::bench::refill_from_platform, nullptr);
  double squares = 0;
  const Stopwatch watch;
  for (long i = 0; i < draws; ++i) {
    const auto z = static_cast<double>(noise(pool));
    squares += z * z;
  }
  const double seconds = watch.seconds();
  if (pool.failed()) return 1;
  std::printf("{\"work\":%ld,\"seconds\":%.9f,\"variance\":%.6g}\n", draws, seconds,
              squares / static_cast<double>(draws));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "laplace" && argc == 4) return laplace(std::atof(argv[2]), std::atol(argv[3]));
  std::fputs("usage: ldp_bench laplace <epsilon> <draws>\n", stderr);
  return 2;
}
