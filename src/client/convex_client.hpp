// The half of a convex bandit that runs on the device: it draws a direction around the snapshot's
// point, and turns the loss of what was played into a report, which leaves. The direction is drawn
// from nothing but randomness of the device, before any feedback exists, and is public. Zheng, Cai,
// Huang, Li, Wang 2020, "Locally Differentially Private (Contextual) Bandits Learning", algorithms
// 1 (one loss) and 2 (two losses of the same visitor).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "client/convex_decision.hpp"
#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/scalar_release.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/convex_centre.hpp"
#include "protocol/convex_experiment.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ConvexClient {
 public:
  /// What a page says of one decision, before it gets its noise.
  struct Statement {
    UnitReward value;         // (1 + v)/2, v the normalised loss
    bool is_clamped = false;  // whether the loss was beyond what the experiment allows
  };

  /// `neutral` is the loss that an unanswered decision stands for. Of two losses it counts for both
  /// points, whose difference is then 0 whatever it is; of a comparison it is the preference.
  /// Errors: invalid_argument for an invalid experiment, a polytope without inside or end, a pinned
  /// epsilon outside [2^-10, 32], a neutral loss that is not finite; manifest_mismatch if the
  /// experiment's epsilon or delta exceeds what is pinned.
  static Result<ConvexClient> create(ConvexExperiment experiment, double neutral,
                                     double pinned_epsilon, double pinned_delta = 0);

  const ConvexExperiment& experiment() const { return experiment_; }
  const ConvexCentre& centre() const { return centre_; }
  /// What one report costs, from the integers of the mechanism that will randomise it.
  Guarantee guarantee() const { return release_.guarantee(); }
  /// How many numbers a feedback has: two losses, else one.
  std::size_t feedback_size() const { return plays_two() && !compares() ? 2 : 1; }

  /// Takes the snapshot that decisions are made from, once nothing that it makes a device play is
  /// outside the pinned set. Nothing in it can change the guarantee.
  /// Errors: invalid_argument naming the field; the snapshot in use stays.
  Status set_snapshot(const ConvexSnapshot& snapshot);

  /// Plays the snapshot's point plus (of two points also minus) a random direction, or one of its
  /// three points; before the first snapshot the middle of the set and half its inner radius, where
  /// nothing is reported. Draws from `source` the direction's coin, or which point, then the noise
  /// for an answer, then that of silence. O(h^2) for h dimensions, O(h) without a shape.
  /// Errors: insecure_randomness; no decision then exists.
  template <WordSource S>
  Result<PreparedPoints> choose(S& source) const {
    const std::uint64_t coin = source.next();
    const auto noise = release_.prepare(source);
    if (!noise) return noise.error();
    const auto forgotten = release_.prepare(source);
    if (!forgotten) return forgotten.error();
    PreparedPoints points{.silence = release_.release(forgotten.value(), neutral_),
                          .answer = {.noise = noise.value()}};
    play(coin, points);
    return points;
  }

  /// Fresh noise for an answer, in place; all else stays. Errors: invalid_argument ("decision") for
  /// an answer of another client; insecure_randomness; the answer stays as it was.
  template <WordSource S>
  Status redraw(ConvexAnswer& answer, S& source) const {
    if (!is_own(answer)) return not_own();
    const auto noise = release_.prepare(source);
    if (!noise) return noise.error();
    answer.noise = noise.value();
    return {};
  }

  /// What a report about these losses says: of one loss (y - low)/(high - low), of two y+ and y-
  /// 1/2 + (y+ - y-)/(2 scale), of a preference p for the first (1 - p)/2; each clamped to [0, 1],
  /// which is part of the promise: without it a wrong Lipschitz constant would void it.
  /// Errors: invalid_argument ("feedback") for another number of losses or, with its position, one
  /// that is not finite; never with its value.
  Result<Statement> state(const ConvexAnswer& answer, std::span<const double> losses) const;

  /// The canonical bytes of the report (convex_report.hpp) for `losses`, feedback_size() of them.
  /// Errors: those of state(); invalid_argument ("decision") for an answer of another client.
  Result<std::string> report(const ConvexAnswer& answer, std::span<const double> losses,
                             const ReportId& id) const;

  /// The bytes of the report for silence: a report() of the neutral loss, but with noise of its
  /// own. Errors: invalid_argument ("decision") for a decision of another client.
  Result<std::string> neutral_report(const PreparedPoints& decision, const ReportId& id) const;

 private:
  ConvexClient(ConvexExperiment experiment, ConvexCentre centre, UnitReward neutral,
               const ScalarRelease& release);

  bool plays_two() const { return experiment_.algorithm == Algorithm::ldp_two_point; }
  bool compares() const { return experiment_.feedback == ConvexFeedback::comparison; }
  bool plays_points() const { return has_points(experiment_); }

  void play(std::uint64_t coin, PreparedPoints& points) const;
  void play_one_of_three(std::uint64_t coin, PreparedPoints& points) const;
  /// Mends what rounding led out of the set by its last bits, where a page would notice: sliders
  /// have ends and shares are not negative.
  void tidy(std::vector<double>& point) const;
  bool is_own(const ConvexAnswer& answer) const;
  static Error not_own() {
    return {ErrorCode::invalid_argument, "decision", "belongs to another client", 0};
  }
  std::string write(const ConvexAnswer& answer, const ScalarRelease::Value& value,
                    const ReportId& id) const;

  ConvexExperiment experiment_;
  ConvexCentre centre_;
  UnitReward neutral_;
  ScalarRelease release_;
  ConvexSnapshot snapshot_;  // before the first one: the middle, id 0
  Policy policy_ = Policy::offline_uniform;
};

}  // namespace ldp
