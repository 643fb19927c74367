// Online LDP-LinUCB: "Improved Rate for Locally Differentially Private Linear Bandits", Algorithm 1
// (docs/spec/linear.md, section 4). A device sends x and y themselves with noise, d + 1 numbers.
// An online learner fits theta on a square loss without the noise's bias, and its predictions, not
// the noisy rewards, are the targets of the regression that the confidence set is made of.
//
//   pred = <theta_j, x~>,  g = 2 x~ (pred - y~) - 2 sigma^2 theta_j, clipped to length G,
//   u += pred x~,  V += x~ x~^T,  theta_{j+1} = learner.step(g)
//
// V is a sum of squares: it is positive definite, always.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/linear_factor.hpp"
#include "server/linear/online_learner.hpp"

namespace ldp {

/// The numbers that the paper leaves open, and those that follow from the experiment.
struct OnlineSettings {
  std::uint32_t dimension = 0;
  double sigma = 0;               // of the noise on every number of a report, in real units
  double extra_variance = 0;      // Delta2, that devices add to x beyond sigma^2
  double parameter_norm = 1;      // D: the radius of the learner's ball
  double reward_deviation = 0.5;  // R
  double clipping = 1;            // C of the clipping constant
  // lambda_min > 0, of E[x x^T]: for strongly convex steps and the lemma.
  double smallest_eigenvalue = 0;
  double phi = 1;             // multiplies the practical radius (the combiner)
  bool is_published = false;  // the radius of Lemmas 3.3 and 3.5, every hidden constant 1
  OnlineLearnerKind learner = OnlineLearnerKind::maler;
  double ogd_gradient = 10;   // g0: OGD's G as a multiple of the root mean square of a gradient
  std::uint64_t horizon = 0;  // T; 0: not known
  bool restarts = false;      // Algorithm 7: the learner begins anew after 1, 2, 4, ... reports
  bool warm_start = true;     // and then where the last one's estimate was

  /// Defaults: D = S = 1, R = 1/2, Delta2 = 0 (with it the loss is not minimised at theta*: E4 of
  /// the spec), lambda_min = 1/(2 d). `theory` and `published` are the same here: the paper states
  /// its radius up to constants.
  /// Errors: those of PairScale.
  static Result<OnlineSettings> of(const LinearExperiment& experiment);
};

/// G of docs/spec/linear.md, section 4.2: with high probability no gradient is longer. `alpha` =
/// 1/T there.
[[nodiscard]] double clipping_constant(const OnlineSettings& settings, double horizon,
                                       double alpha);

class OnlineLdpLinUcb {
 public:
  explicit OnlineLdpLinUcb(const OnlineSettings& settings);

  /// One report, in real units: x~ [d], y~. The paper's algorithm. Does not allocate, except where
  /// the learner begins anew.
  void ingest(std::span<const double> x, double y);

  /// Adds the sums of `reports` reports of one epoch, in real units: `xx` [d (d + 1)/2], the upper
  /// triangle of the sum of x~ x~^T, and `yx` [d], the sum of y~ x~. Takes steps_of_epoch() steps
  /// along the mean gradient of the epoch, each for its share of the reports; with one report it is
  /// ingest().
  void ingest_epoch(std::span<const double> xx, std::span<const double> yx, std::uint64_t reports);

  /// At most 256, and at most 2^20/d^2 of the larger dimensions, where a step of Maler takes long.
  [[nodiscard]] std::uint64_t steps_of_epoch(std::uint64_t reports) const;

  /// Fills theta, factor and radius of `snapshot`. Does not allocate where it has room already.
  /// During the first 32 reports after a restart: what was known before it.
  void estimate(LinearSnapshot& snapshot);

  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  [[nodiscard]] const OnlineSettings& settings() const { return settings_; }
  /// theta_j, that the next report is predicted with.
  [[nodiscard]] std::span<const double> prediction() const;
  /// The upper triangle of V - I.
  [[nodiscard]] std::span<const double> gram() const { return gram_; }

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader);

 private:
  void begin_period(double horizon);
  void take_step();
  void count(std::uint64_t reports);
  [[nodiscard]] double radius() const;
  void compute(LinearSnapshot& snapshot);

  OnlineSettings settings_;
  double period_horizon_ = 0;  // T of the present learner
  double clip_ = 0;            // G of the present learner
  OnlineLearner learner_;
  std::uint64_t reports_ = 0;         // all
  std::uint64_t period_reports_ = 0;  // since the last restart
  std::vector<double> gram_;          // V - I
  std::vector<double> u_;
  std::vector<double> gradient_;
  std::vector<double> image_;
  GramFactor factor_;
  LinearSnapshot before_restart_;  // what the period before ended with
};

}  // namespace ldp
