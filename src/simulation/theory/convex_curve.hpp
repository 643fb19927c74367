// What the steps of server/convex/step_rules.hpp guarantee after T rounds, with steps for each T:
// the rows of table 1 of Zheng, Cai, Huang, Li, Wang 2020 with the second moment of the noise in
// place of their 1/epsilon (docs/spec/convex-and-reductions.md, sections 6, 7, 9). Above the range
// of the losses times T a bound says nothing. A = L (3 + R/r), S = s B; ln is the natural
// logarithm.
//
//   one point, convex              2 sqrt(R d S A) T^(3/4)
//   one point, strongly convex     1.5 (d^2 S^2 (1 + ln T)/mu)^(1/3) A^(2/3) T^(2/3)
//   one point, smooth              1.5 (2 d S)^(2/3) (2 nu ln T)^(1/3) (beta D^2/2)^(1/3) T^(2/3)
//                                  + L D, D = 2R
//   one point, both                4 d S sqrt((nu + 2 beta/mu) T ln T), constants from memory
//   two points, convex             R d G s sqrt T + G ln T (3 + R/r)
//   two points, strongly convex    d^2 G^2 s^2 (1 + ln T)/(2 mu) + G ln T (3 + R/r)
//   stochastic, one dimension      108 S sqrt(T ln T) ln T, the leading term
//   Tsallis-INF, losses in [0, 1]  s (2 sqrt(K T) + 10 K ln T + 16)
//   EXP3, losses in [0, 1]         2 s sqrt(T K ln K)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"
#include "server/convex/scalar_noise.hpp"
#include "simulation/schema.generated.hpp"

namespace ldp {

/// The value at each of `rounds` (1 or more each). is_private: with the noise of the experiment;
/// else its losses are seen in the clear. Where two points are compared there is no loss to regret.
/// Errors: those of validate(experiment) and of ConvexDomain::create; invalid_argument, naming
/// `feedback`, `lipschitz` (smooth losses without one) or `rounds`.
Result<std::vector<double>> convex_curve(const ConvexExperiment& experiment, bool is_private,
                                         std::span<const double> rounds);

/// The same for adversarial arms behind the one-point reduction. Errors: invalid_argument, naming
/// `arms` (2..4096) or `rounds`.
Result<std::vector<double>> adversarial_curve(AdversarialCurve curve, std::uint32_t arms,
                                              const ScalarNoise& noise,
                                              std::span<const double> rounds);

}  // namespace ldp
