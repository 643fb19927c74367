// Worlds whose decisions are points of a convex set: the reference worlds of
// docs/spec/convex-and-reductions.md, section 11, on any set, and one of visitors who compare two
// points.
//
// With c the optimum, w the noise, n uniform on [-w, w] and u a direction drawn in every round, the
// loss that visitor t has at x is
//   absolute            |x - c| + n
//   quadratic           |x - c|^2/2 + n
//   absolute-quadratic  |x - c| + |x - c|^2/2 + n
//   linear-absolute     |<u, x - c> - n|
//   random-quadratic    |x - c - e|^2/2, e = r u, r uniform on [0, w]
//   preference          |x - c|^2/2; no visitor states it, but one prefers the first of two points
//                       with probability 1/(1 + exp(-(f(second) - f(first))/w))
// Directions lie in the affine hull of the set. The least expected loss is at c in all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_set.hpp"
#include "simulation/convex/expected_absolute.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/schema.generated.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

struct ConvexEnvironment {
  ConvexSet set;
  ConvexLoss loss = ConvexLoss::quadratic;
  std::vector<double> optimum;  // c: [dimension], in the set
  double noise = 0.2;           // w >= 0
};

/// What the losses of a world come to on its set: the defaults of the learners that play it.
struct ConvexBounds {
  double low = 0;  // all losses lie in [low, high]
  double high = 1;
  double lipschitz = 1;   // of every loss
  double smoothness = 0;  // beta of the expected loss; 0: it has none
  double curvature = 0;   // mu of the expected loss; 0: it has none
};

/// `farthest`: no point of the set is farther from the optimum.
[[nodiscard]] ConvexBounds bounds_of(const ConvexEnvironment& environment, double farthest);

/// Errors: spec_invalid ("environment") for a set, an optimum or a noise that no world has. Points
/// up to 1e-9 outside of the set count as its own.
[[nodiscard]] Status check_environment(const ConvexEnvironment& environment);

/// What all replicates of a world share.
struct ConvexScene {
  /// Requires a checked environment.
  explicit ConvexScene(const ConvexEnvironment& given);

  ConvexEnvironment environment;
  ExpectedAbsolute expected;
};

class ConvexWorld {
 public:
  ConvexWorld(std::shared_ptr<const ConvexScene> scene, std::uint64_t seed,
              std::uint32_t replicate);

  /// Goes to the next visitor, who is a function of seed, replicate and round alone.
  void next_round();

  /// The visitor's loss at a point.
  [[nodiscard]] double loss(std::span<const double> point) const;

  /// Of two points: 1 if the visitor prefers the first, -1 if the second.
  [[nodiscard]] double preference(std::span<const double> first,
                                  std::span<const double> second) const;

  /// What the point loses against the optimum in the mean over visitors.
  [[nodiscard]] double regret(std::span<const double> point) const;

 private:
  void draw_direction(CounterWords& words);
  [[nodiscard]] double squared_distance(std::span<const double> point) const;

  std::shared_ptr<const ConvexScene> scene_;
  SeededStream words_;
  double noise_ = 0;       // n, or the logit of the uniform number of who compares
  std::vector<double> u_;  // direction, or e
};

}  // namespace ldp
