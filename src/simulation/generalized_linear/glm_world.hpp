// A world whose arms are feature vectors and whose feedback has a link: E[y] = g(<theta, x>). The
// experiments of docs/spec/generalized-linear.md, section 7.
//
// Contexts and feedback of a round are functions of the seed, the replicate and the round alone
// (common random numbers): all algorithms meet the same arms and the same random draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/feature_block.hpp"
#include "protocol/link.hpp"
#include "simulation/linear/sphere.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Of a world of counts: feedback has a mean of up to e^S.
inline constexpr double kMaximumRateNorm = 6;

struct GlmEnvironment {
  Link link = Link::logistic;
  std::uint32_t dimension = 0;  // d, 2..128
  std::uint32_t arms = 0;       // offered in every round, 1..kMaximumLinearArms
  bool is_fixed = false;        // the same arms in every round; else new ones each
  double bound = 1;             // S, [2^-10, 8]; poisson: up to kMaximumRateNorm
  double largest = 0;           // Y of identity, at least S, and of poisson; else 0
};

/// The feedback of an arm with x . theta = a as a function of the random number `uniform` in
/// (0, 1): the same function at every arm.
///
/// identity: Y with probability (1 + a/Y)/2, else -Y. logistic, probit: 1 with probability g(a),
/// else 0. poisson: the quantile of a count of mean e^a, or Y if that is less.
[[nodiscard]] double draw_feedback(const GlmEnvironment& environment, double a, double uniform);

/// An arm is uniform on the unit sphere of R^d; theta is so on the sphere of radius S, once per
/// replicate.
class GlmWorld {
 public:
  /// Requires an environment in the ranges above.
  GlmWorld(const GlmEnvironment& environment, bool is_realized, std::uint64_t seed,
           std::uint32_t replicate);

  // The block is a view of the columns: moved vectors stay where they are, copies do not.
  GlmWorld(GlmWorld&&) = default;
  GlmWorld& operator=(GlmWorld&&) = default;

  /// Goes to the next round: its arms, valid until the next call.
  const FeatureBlock& next_round();

  /// Plays the round: the feedback of that arm. At most once for each next_round().
  double draw(std::uint32_t arm);

  /// Of all rounds so far: the best mean g less that of the arm that was played, or, if
  /// `is_realized` was set, the best arm's feedback less the one that was given.
  [[nodiscard]] double regret() const { return regret_; }

  /// <theta, x_a> of this round's arms, [stride].
  [[nodiscard]] const std::vector<double>& products() const { return products_; }
  /// [d].
  [[nodiscard]] const std::vector<double>& theta() const { return theta_; }

 private:
  void draw_contexts();

  GlmEnvironment environment_;
  bool is_realized_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t round_ = 0;
  Sphere sphere_;
  std::vector<double> theta_;
  std::vector<double> columns_;
  FeatureBlock block_;
  std::vector<double> products_;
  double best_ = 0;
  SeededStream luck_;
  double regret_ = 0;
};

}  // namespace ldp
