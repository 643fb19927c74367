// The half of a linear contextual bandit that runs on the device: it chooses an arm from features
// that never leave it, and turns the features of that arm and the feedback into a noisy vector,
// which does leave. Zheng, Cai, Huang, Li, Wang 2020, Algorithms 3 and 5; "Improved rate for
// Locally Differentially Private Linear Bandits", Algorithms 1 and 2; LDP linear moments of this
// project.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "client/feature_rows.hpp"
#include "client/linear_decision.hpp"
#include "client/linear_scores.hpp"
#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/ball_release.hpp"
#include "mechanisms/codebook_release.hpp"
#include "mechanisms/feature_vector.hpp"
#include "mechanisms/gram_release.hpp"
#include "mechanisms/pair_release.hpp"
#include "mechanisms/reward_transform.hpp"
#include "mechanisms/score_release.hpp"
#include "privacy/guarantee.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/linear_snapshot.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class LinearClient {
 public:
  /// `neutral` is the feedback that an unanswered decision stands for, before `transform`, which an
  /// experiment with a link does not use: there feedback is clamped to the link's range. `norm`:
  /// the declared bound on the Euclidean norm of an arm's features. Errors: invalid_argument for an
  /// invalid experiment, one of a codebook that leaves `codewords` or `near` to the default, a
  /// pinned epsilon outside [2^-10, 32], a neutral feedback that is not finite, a norm that is not
  /// positive and finite; manifest_mismatch if what a report really costs, whatever the experiment
  /// says, exceeds the pinned epsilon or delta.
  static Result<LinearClient> create(LinearExperiment experiment, const RewardTransform& transform,
                                     double neutral, double norm, NormPolicy policy,
                                     double pinned_epsilon, double pinned_delta = 0);

  const LinearExperiment& experiment() const { return experiment_; }
  /// What one report costs, from the integers of the mechanism that will randomise it. The same for
  /// every part.
  Guarantee guarantee() const;
  /// What one step of a number in a report is worth. Of a codebook: of the codeword that the report
  /// names, at the length L of the longest vector. The collector, which knows the constant m, makes
  /// it 1/m as long (docs/spec/codebook.md, section 6).
  double unit(std::uint32_t part) const;

  /// What the server adds to its sums: the numbers of a report, or the codeword that it names.
  std::vector<std::int32_t> numbers(const LinearReport& report) const;

  /// Takes the snapshot that decisions are made from. Nothing in it can change the guarantee.
  /// Errors: invalid_argument naming the field; the snapshot in use stays.
  Status set_snapshot(LinearSnapshot snapshot);

  /// Chooses among arms rows of features as the snapshot says (linear_snapshot.hpp); uniformly
  /// before the first one. O(arms d^2). Draws from `source` first the coin of the parts, if the
  /// experiment has one; then the coin of exploration; of a codebook the id of the report; the arm
  /// (nothing if there is no choice); the noise for an answer, then that of silence.
  /// Requires rows.size() == arms * dimension, 1 <= arms <= kMaximumArms.
  /// Errors: invalid_argument ("features"), before anything is drawn: see FeatureRows::assign;
  /// insecure_randomness. No decision then exists.
  template <WordSource S>
  Result<PreparedLinearDecision> choose(std::span<const double> rows, std::uint32_t arms,
                                        S& source) {
    if (const Status status = rows_.assign(rows, arms); !status) return status.error();
    const std::uint32_t part = draw_part(source);
    const bool explores = is_exploring(source);
    const std::optional<ReportId> id = draw_id(source);
    const std::uint32_t arm = choose_arm(arms, explores, source);
    LinearAnswer answer = answer_of(part, arm, explores);
    wipe_context();
    return std::visit(
        [&](const auto& mechanism) {
          return prepare(mechanism, arm, id, std::move(answer), source);
        },
        mechanisms_[answer.part]);
  }

  /// Fresh noise for an answer, in place; all else stays, the part too. One without feedback keeps
  /// its noise, which is that of silence: a second randomisation of the same features would be a
  /// second spend. Errors: invalid_argument ("decision") for an answer of another client;
  /// insecure_randomness; the answer stays as it was.
  template <WordSource S>
  Status redraw(LinearAnswer& answer, S& source) const {
    if (const Status status = check(answer); !status) return status;
    if (!has_feedback(answer)) return {};
    Result<PreparedVector> noise = std::visit(
        [&](const auto& mechanism) { return mechanism.prepare(source); }, mechanisms_[answer.part]);
    if (!noise) return noise.error();
    std::swap(answer.noise, noise.value());
    noise.value().wipe();
    return {};
  }

  /// Rows that the last decision has shortened.
  std::uint32_t rescaled() const { return rows_.rescaled(); }

  /// The report for `feedback`, any finite number (out of range is clamped).
  /// `id`: that of the decision, if it has one.
  /// Errors: invalid_argument ("reward") for NaN and infinities, without the value;
  /// invalid_argument ("decision") for an answer of another client.
  Result<LinearReport> report(const LinearAnswer& answer, double feedback,
                              const ReportId& id) const;

  /// The report for silence: a report() of the neutral feedback, but with noise of its own. `id`:
  /// that of the decision, if it has one.
  LinearReport neutral_report(const PreparedLinearDecision& decision, const ReportId& id) const;

  /// What the report for `feedback` would say without noise, in the units of unit(part): for the
  /// page's own inspection. Errors: as report().
  Result<std::vector<double>> statement(const LinearAnswer& answer, double feedback) const;

 private:
  using Mechanism =
      std::variant<BallRelease, GramRelease, PairRelease, ScoreRelease, CodebookRelease>;
  using Values = Released<std::vector<std::int32_t>>;

  LinearClient(LinearExperiment experiment, const RewardTransform& transform, double neutral,
               const FeatureRows& rows, std::vector<Mechanism> mechanisms)
      : experiment_(experiment),
        transform_(transform),
        neutral_(neutral),
        rows_(rows),
        mechanisms_(std::move(mechanisms)),
        snapshot_(first_linear_snapshot(experiment)) {}

  // Public coins: no data of the device is in them.
  template <WordSource S>
  std::uint32_t draw_part(S& source) const {
    return has_coin(experiment_) ? part_of_coin(source.next()) : kScorePart;
  }

  template <WordSource S>
  bool is_exploring(S& source) const {
    if (policy_ == Policy::offline_uniform) return true;
    if (!(snapshot_.exploration > 0)) return false;
    return static_cast<double>(source.next() >> 11) * 0x1p-53 < snapshot_.exploration;
  }

  // Of codebook reports only. Before an arm is chosen: an id that suits a vector hides nothing.
  template <WordSource S>
  std::optional<ReportId> draw_id(S& source) const {
    if (experiment_.mechanism != LinearMechanism::codebook) return std::nullopt;
    return draw_codebook_id(source);
  }

  template <WordSource S>
  std::uint32_t choose_arm(std::uint32_t arms, bool explores, S& source) {
    if (explores) return static_cast<std::uint32_t>(uniform_below(source, arms));
    score();
    return leading_arm(scores_, arms, source);
  }

  template <class Release, WordSource S>
  Result<PreparedLinearDecision> prepare(const Release& mechanism, std::uint32_t arm,
                                         const std::optional<ReportId>& id, LinearAnswer answer,
                                         S& source) const {
    Result<PreparedVector> noise = mechanism.prepare(source);
    if (!noise) return noise.error();
    Result<PreparedVector> forgotten = mechanism.prepare(source);
    if (!forgotten) return forgotten.error();
    Values silence =
        release(mechanism, forgotten.value(), answer, neutral_, id.value_or(ReportId{}));
    if (!has_feedback(answer)) std::swap(noise.value(), forgotten.value());
    answer.noise = std::move(noise).value();
    forgotten.value().wipe();
    return PreparedLinearDecision{arm, policy_, id, std::move(silence), std::move(answer)};
  }

  Status check(const LinearAnswer& answer) const;
  void score();
  void wipe_context();
  LinearAnswer answer_of(std::uint32_t part, std::uint32_t arm, bool explores) const;
  // False: a second randomisation of the same features would be a second spend, so an answer has
  // the numbers of silence.
  bool has_feedback(const LinearAnswer& answer) const;
  // What a feedback counts as: a reward in [0, 1], a multiple of 2^-32; with a link it is clamped.
  Result<double> read(double feedback) const;
  // In the layout of the release, without noise, in real units.
  std::vector<double> vector_of(const LinearAnswer& answer, double reward) const;
  Values release(const BallRelease& mechanism, const PreparedVector& noise,
                 const LinearAnswer& answer, double reward, const ReportId& id) const;
  Values release(const CodebookRelease& mechanism, const PreparedVector& noise,
                 const LinearAnswer& answer, double reward, const ReportId& id) const;
  Values release(const GramRelease& mechanism, const PreparedVector& noise,
                 const LinearAnswer& answer, double reward, const ReportId& id) const;
  Values release(const PairRelease& mechanism, const PreparedVector& noise,
                 const LinearAnswer& answer, double reward, const ReportId& id) const;
  Values release(const ScoreRelease& mechanism, const PreparedVector& noise,
                 const LinearAnswer& answer, double reward, const ReportId& id) const;

  LinearExperiment experiment_;
  RewardTransform transform_;
  double neutral_;  // as read() gives it
  FeatureRows rows_;
  std::vector<Mechanism> mechanisms_;  // one for each part
  LinearSnapshot snapshot_;
  Policy policy_ = Policy::offline_uniform;
  std::vector<double> scores_{};
};

}  // namespace ldp
