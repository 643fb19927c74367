// What a round of a convex world takes: direction, loss, noise, step. Prints what it did as a line
// of JSON:
//
//   ldp_convex_bench simulate <learner> <dimension> <rounds>
//     learner: fkm, scfkm, st, hl, two-point; on the unit ball at epsilon = 1, one bit a round
//   ldp_convex_bench plain <dimension> <rounds>
//     FKM as one writes it: the same world and noise, a quick generator and Box and Muller's method
//   ldp_convex_bench best-arm <rule> <epoch> <arms> <best> <pulls>
//     rule: kl-lucb, duel; one bit a pull at epsilon = 1 among arms of which two or more, `best`,
//     are equally good, so that it never stops
//
// As in ldp_bench: once to warm up, once under the clock; the result is printed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "print_warm.hpp"

namespace {

using bench::print_simulated;
using bench::print_warm;

int simulate(std::string_view learner, std::uint32_t dimension, std::uint64_t rounds) {
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.record = {rounds};
  ldp::ConvexSpec& run = spec.convex.emplace();
  run.environment.set.kind = ldp::ConvexSetKind::ball;
  run.environment.set.dimension = dimension;
  run.environment.set.center.assign(dimension, 0.0);
  run.environment.set.radius = 1;
  run.environment.loss = ldp::ConvexLoss::absolute_quadratic;
  ldp::ConvexExperiment& experiment = run.experiment;
  experiment.algorithm = ldp::Algorithm::ldp_one_point;
  experiment.epsilon = 1;
  experiment.horizon = rounds;
  experiment.loss_low = std::numeric_limits<double>::quiet_NaN();
  experiment.loss_high = std::numeric_limits<double>::quiet_NaN();
  if (learner == "two-point") {
    experiment.algorithm = ldp::Algorithm::ldp_two_point;
    run.environment.loss = ldp::ConvexLoss::linear_absolute;
  } else if (learner == "scfkm") {
    experiment.losses = ldp::ConvexLosses::strongly_convex;
  } else if (learner == "st" || learner == "hl") {
    run.environment.loss = ldp::ConvexLoss::quadratic;
    experiment.losses =
        learner == "st" ? ldp::ConvexLosses::smooth : ldp::ConvexLosses::strongly_convex_smooth;
  } else if (learner != "fkm") {
    return 2;
  }
  return print_simulated(spec);
}

int best_arm(std::string_view rule, std::uint64_t epoch, std::uint32_t arms, std::uint32_t best,
             std::uint64_t pulls) {
  if ((rule != "kl-lucb" && rule != "duel") || best < 2 || best > arms) return 2;
  ldp::SimulationSpec spec;
  spec.seed = 1;
  spec.record = {pulls};
  spec.delivery.epoch = epoch;
  spec.environment.arms.assign(arms, ldp::RewardLaw::bernoulli(0.5));
  for (std::uint32_t arm = 0; arm < best; ++arm) {
    spec.environment.arms[arm] = ldp::RewardLaw::bernoulli(0.7);
  }
  ldp::BestArmExperiment& experiment = spec.best_arm.emplace().experiment;
  experiment.epsilon = 1;
  if (rule == "duel") experiment.algorithm = ldp::Algorithm::ldp_duel;
  return print_simulated(spec);
}

/// SplitMix64.
class Quick {
 public:
  double uniform() {
    std::uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return (static_cast<double>((word ^ word >> 31) >> 11) + 0.5) * 0x1p-53;
  }
  double normal() {
    if (has_other_) {
      has_other_ = false;
      return other_;
    }
    const double length = std::sqrt(-2 * std::log(uniform()));
    const double angle = 6.283185307179586 * uniform();
    other_ = length * std::sin(angle);
    has_other_ = true;
    return length * std::cos(angle);
  }

 private:
  std::uint64_t state_ = 1;
  double other_ = 0;
  bool has_other_ = false;
};

/// Steps as in docs/spec/convex-and-reductions.md, section 6: r = R = 1, L = 2.5, losses in
/// [-0.2, 2.825]. The result is the regret.
double plain_fkm(std::uint32_t dimension, std::uint64_t rounds) {
  const auto d = static_cast<double>(dimension);
  const auto horizon = static_cast<double>(rounds);
  const double c = (std::exp(1.0) + 1) / (std::exp(1.0) - 1);
  const double half_range = 1.5125;
  const double scale = c * half_range;
  const double radius = std::min(0.5, std::sqrt(d * scale / 10) / std::sqrt(std::sqrt(horizon)));
  const double step = radius / (d * scale * std::sqrt(horizon));
  const double optimum = 0.5 / std::sqrt(d);
  std::vector<double> x(dimension);
  std::vector<double> u(dimension);
  Quick quick;
  double regret = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    double squared = 0;
    for (double& coordinate : u) {
      coordinate = quick.normal();
      squared += coordinate * coordinate;
    }
    const double shorter = 1 / std::sqrt(squared);
    double away = 0;
    for (std::uint32_t i = 0; i < dimension; ++i) {
      u[i] *= shorter;
      const double from = x[i] + radius * u[i] - optimum;
      away += from * from;
    }
    const double loss = std::sqrt(away) + 0.5 * away;
    regret += loss;
    const double noisy = loss + 0.4 * quick.uniform() - 0.2;
    const double v = std::clamp((noisy - 1.3125) / half_range, -1.0, 1.0);
    const double r = quick.uniform() < 0.5 + v / (2 * c) ? c : -c;
    double length = 0;
    for (std::uint32_t i = 0; i < dimension; ++i) {
      x[i] -= step * d / radius * half_range * r * u[i];
      length += x[i] * x[i];
    }
    const double most = 1 - radius;
    if (length > most * most) {
      for (double& coordinate : x) coordinate *= most / std::sqrt(length);
    }
  }
  return regret;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atol(argv[i])); };
  const auto amount = [&](int i) { return static_cast<std::uint64_t>(std::atoll(argv[i])); };
  if (what == "simulate" && argc == 5) return simulate(argv[2], number(3), amount(4));
  if (what == "plain" && argc == 4) {
    return print_warm(static_cast<double>(amount(3)),
                      [&] { return plain_fkm(number(2), amount(3)); });
  }
  if (what == "best-arm" && argc == 7) {
    return best_arm(argv[2], amount(3), number(4), number(5), amount(6));
  }
  std::fputs(
      "usage: ldp_convex_bench simulate <fkm | scfkm | st | hl | two-point> <dimension> <rounds>\n"
      "       ldp_convex_bench plain <dimension> <rounds>\n"
      "       ldp_convex_bench best-arm <kl-lucb | duel> <epoch> <arms> <best> <pulls>\n",
      stderr);
  return 2;
}
