#include "client/linear_client.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "client/moment_message.hpp"
#include "client/score_message.hpp"
#include "foundation/wipe.hpp"
#include "mechanisms/gram_vector.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/gram_layout.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/moment_scale.hpp"

namespace ldp {
namespace {

using Mechanism =
    std::variant<BallRelease, GramRelease, PairRelease, ScoreRelease, CodebookRelease>;

bool sends_moments(const LinearExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_linear_moments;
}

template <class M, class... Parameters>
Result<Mechanism> make(Parameters... parameters) {
  Result<M> mechanism = M::create(parameters...);
  if (!mechanism) return mechanism.error();
  return Mechanism(std::move(mechanism).value());
}

// Of an experiment that is valid.
Result<Mechanism> make_mechanism(const LinearExperiment& experiment, std::uint32_t part) {
  const std::uint32_t dimension = experiment.dimension;
  const double epsilon = experiment.epsilon;
  const double delta = experiment.delta;
  if (experiment.mechanism == LinearMechanism::codebook) {
    const Result<CodebookCoin> coin = codebook_coin(experiment);
    if (!coin) return coin.error();
    return make<CodebookRelease>(coin.value(), parts(experiment)[part].vector,
                                 codebook_norm(experiment, part), part);
  }
  if (sends_moments(experiment)) {
    return make<BallRelease>(epsilon, parts(experiment)[part].length, moment_norm(experiment, part),
                             ball_draws(epsilon));
  }
  if (has_link(experiment)) {
    if (experiment.mechanism != LinearMechanism::ball) {
      return make<ScoreRelease>(epsilon, delta, score_shape(experiment));
    }
    const Result<BallScale> ball = score_ball(experiment, part);
    if (!ball) return ball.error();
    return make<BallRelease>(epsilon, ball.value().length(), ball.value().norm(),
                             ball.value().draws());
  }
  if (experiment.mechanism == LinearMechanism::ball) {
    return make<BallRelease>(epsilon, gram_length(dimension), std::sqrt(2.0));
  }
  if (experiment.algorithm == Algorithm::ldp_linucb) {
    return make<GramRelease>(epsilon, delta, dimension, experiment.calibration);
  }
  return make<PairRelease>(epsilon, delta, dimension, experiment.calibration);
}

Guarantee guarantee_of(const Mechanism& mechanism) {
  return std::visit([](const auto& release) { return release.guarantee(); }, mechanism);
}

// Exact: what read() gives is a multiple of 2^-32.
UnitReward to_unit(double reward) { return UnitReward::from(reward).value(); }

}  // namespace

Result<LinearClient> LinearClient::create(LinearExperiment experiment,
                                          const RewardTransform& transform, double neutral,
                                          double norm, NormPolicy policy, double pinned_epsilon,
                                          double pinned_delta) {
  if (const Status status = validate(experiment); !status) return status.error();
  if (const Status status = check_page_epsilon(pinned_epsilon); !status) return status.error();
  if (!std::isfinite(neutral)) return invalid("neutral", "must be a finite number", neutral);
  if (!(norm > 0 && std::isfinite(norm))) return invalid("norm", "must be positive", norm);

  std::vector<Mechanism> mechanisms;
  for (std::uint32_t part = 0; part < parts(experiment).size(); ++part) {
    Result<Mechanism> mechanism = make_mechanism(experiment, part);
    if (!mechanism) return mechanism.error();
    const Guarantee guarantee = guarantee_of(mechanism.value());
    if (!(guarantee.epsilon() <= pinned_epsilon)) {
      return Error{ErrorCode::manifest_mismatch, "epsilon", "exceeds the pinned epsilon",
                   guarantee.epsilon()};
    }
    if (!(guarantee.delta() <= pinned_delta)) {
      return Error{ErrorCode::manifest_mismatch, "delta", "exceeds the pinned delta",
                   guarantee.delta()};
    }
    mechanisms.push_back(std::move(mechanism).value());
  }
  LinearClient client(experiment, transform, 0, FeatureRows(experiment.dimension, norm, policy),
                      std::move(mechanisms));
  client.neutral_ = client.read(neutral).value();
  return client;
}

Guarantee LinearClient::guarantee() const { return guarantee_of(mechanisms_.front()); }

double LinearClient::unit(std::uint32_t part) const {
  return std::visit(
      [&](const auto& release) {
        if constexpr (std::same_as<std::decay_t<decltype(release)>, CodebookRelease>) {
          return codebook_norm(experiment_, part) / kCodewordNorm;
        } else {
          return release.scale().unit();
        }
      },
      mechanisms_[part]);
}

std::vector<std::int32_t> LinearClient::numbers(const LinearReport& report) const {
  const auto* codebook = std::get_if<CodebookRelease>(&mechanisms_[report.part()]);
  if (codebook == nullptr) return report.values();
  std::vector<std::int32_t> codeword(codebook->dimension());
  draw_codeword(report.id(), codebook_tag(report.part()),
                static_cast<std::uint32_t>(report.values()[0]), codebook->coin().codewords(),
                codebook->dimension(), codeword);
  return codeword;
}

Status LinearClient::set_snapshot(LinearSnapshot snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  snapshot_ = std::move(snapshot);
  policy_ = Policy::snapshot;
  return {};
}

Result<double> LinearClient::read(double feedback) const {
  if (has_link(experiment_)) {
    if (std::isfinite(feedback)) return clamped_feedback(experiment_, feedback);
    return invalid("reward", "must be a finite number");
  }
  const Result<UnitReward> reward = transform_(feedback);
  if (!reward) return reward.error();
  return static_cast<double>(reward.value().value()) * 0x1p-32;
}

void LinearClient::score() {
  const FeatureBlock features = rows_.block();
  scores_.resize(features.stride);
  linear_scores_compact(features, snapshot_.theta, snapshot_.factor, snapshot_.radius, scores_);
}

void LinearClient::wipe_context() {
  rows_.wipe();
  wipe(std::span(scores_));
}

LinearAnswer LinearClient::answer_of(std::uint32_t part, std::uint32_t arm, bool explores) const {
  const FeatureBlock features = rows_.block();
  LinearAnswer answer{.part = part, .snapshot = snapshot_.id};
  answer.features.resize(experiment_.dimension);
  copy_features(features, arm, answer.features);
  if (has_link(experiment_)) {
    answer.message = score_message(experiment_, answer.features, snapshot_);
  }
  if (sends_moments(experiment_)) {
    LinearMessage message = moment_message(experiment_, features, arm, explores);
    answer.part = message.part;
    // Without growing: memory that was left behind would not be wiped.
    answer.message.resize(message.constant.size() + message.slope.size());
    const auto next =
        std::copy(message.constant.begin(), message.constant.end(), answer.message.begin());
    std::copy(message.slope.begin(), message.slope.end(), next);
    wipe(std::span(message.constant));
    wipe(std::span(message.slope));
  }
  return answer;
}

bool LinearClient::has_feedback(const LinearAnswer& answer) const {
  if (has_coin(experiment_)) return answer.part == kScorePart;
  return !sends_moments(experiment_) ||
         answer.message.size() > parts(experiment_)[answer.part].vector;
}

std::vector<double> LinearClient::vector_of(const LinearAnswer& answer, double reward) const {
  const std::span<const double> x = answer.features;
  std::vector<double> vector(parts(experiment_)[answer.part].vector);
  if (has_link(experiment_)) {
    const bool is_svec = experiment_.mechanism != LinearMechanism::gaussian;
    score_vector(experiment_, answer.part, x, answer.message, reward, is_svec ? std::sqrt(2.0) : 1,
                 vector);
  } else if (sends_moments(experiment_)) {
    const std::span<const double> message = answer.message;
    const auto constant = message.first(vector.size());
    const auto slope = message.subspan(vector.size());
    for (std::size_t i = 0; i < vector.size(); ++i) {
      vector[i] = constant[i] + (slope.empty() ? 0 : reward * slope[i]);
    }
  } else if (sends_pair(experiment_)) {
    std::copy(x.begin(), x.end(), vector.begin());
    vector.back() = reward;
  } else {
    gram_vector(x, reward, vector);
  }
  return vector;
}

LinearClient::Values LinearClient::release(const BallRelease& mechanism,
                                           const PreparedVector& noise, const LinearAnswer& answer,
                                           double reward, const ReportId& /*id*/) const {
  std::vector<double> vector = vector_of(answer, reward);
  Values values = mechanism.release(noise, vector);
  wipe(std::span(vector));
  return values;
}

LinearClient::Values LinearClient::release(const CodebookRelease& mechanism,
                                           const PreparedVector& noise, const LinearAnswer& answer,
                                           double reward, const ReportId& id) const {
  std::vector<double> vector = vector_of(answer, reward);
  Values values = mechanism.release(noise, id, vector);
  wipe(std::span(vector));
  return values;
}

LinearClient::Values LinearClient::release(const GramRelease& mechanism,
                                           const PreparedVector& noise, const LinearAnswer& answer,
                                           double reward, const ReportId& /*id*/) const {
  return mechanism.release(noise, answer.features, to_unit(reward));
}

LinearClient::Values LinearClient::release(const PairRelease& mechanism,
                                           const PreparedVector& noise, const LinearAnswer& answer,
                                           double reward, const ReportId& /*id*/) const {
  return mechanism.release(noise, answer.features, to_unit(reward));
}

LinearClient::Values LinearClient::release(const ScoreRelease& mechanism,
                                           const PreparedVector& noise, const LinearAnswer& answer,
                                           double reward, const ReportId& /*id*/) const {
  const std::span<const double> message = answer.message;
  return mechanism.release(noise, {.features = answer.features,
                                   .weight = message[0],
                                   .residual = score_residual(experiment_, message, reward),
                                   .point = message.subspan(kScoreNumbers)});
}

// Answers come back from the page, which may have mixed them up.
Status LinearClient::check(const LinearAnswer& answer) const {
  const Error foreign = invalid("decision", "belongs to another client");
  if (answer.part >= mechanisms_.size()) return foreign;
  const std::size_t prepared = std::visit(
      [](const auto& release) { return release.prepared_length(); }, mechanisms_[answer.part]);
  if (answer.noise.numbers().size() != prepared) return foreign;
  if (const auto* codebook = std::get_if<CodebookRelease>(&mechanisms_[answer.part])) {
    const std::int64_t rank = answer.noise.numbers().front();
    if (rank < 0 || rank >= codebook->coin().codewords()) return foreign;
  }
  const std::size_t length = parts(experiment_)[answer.part].vector;
  const std::size_t message = answer.message.size();
  const bool fits = answer.features.size() == experiment_.dimension &&
                    (has_link(experiment_)        ? message == score_message_length(experiment_)
                     : sends_moments(experiment_) ? message == length || message == 2 * length
                                                  : message == 0);
  if (!fits) return foreign;
  return {};
}

Result<LinearReport> LinearClient::report(const LinearAnswer& answer, double feedback,
                                          const ReportId& id) const {
  if (const Status status = check(answer); !status) return status.error();
  const Result<double> reward = read(feedback);
  if (!reward) return reward.error();
  const Values values = std::visit(
      [&](const auto& mechanism) {
        return release(mechanism, answer.noise, answer, reward.value(), id);
      },
      mechanisms_[answer.part]);
  return LinearReport(experiment_, answer.part, id, answer.snapshot, values);
}

LinearReport LinearClient::neutral_report(const PreparedLinearDecision& decision,
                                          const ReportId& id) const {
  assert(!decision.id || *decision.id == id);
  const LinearAnswer& answer = decision.answer;
  return {experiment_, answer.part, id, answer.snapshot, decision.silence};
}

Result<std::vector<double>> LinearClient::statement(const LinearAnswer& answer,
                                                    double feedback) const {
  if (const Status status = check(answer); !status) return status.error();
  const Result<double> reward = read(feedback);
  if (!reward) return reward.error();
  std::vector<double> vector = vector_of(answer, reward.value());
  if (std::holds_alternative<GramRelease>(mechanisms_[answer.part])) {
    // True off-diagonal entries: what the layout of the ball has sqrt(2) times.
    const std::uint32_t d = experiment_.dimension;
    for (std::uint32_t i = 0; i < d; ++i) {
      for (std::uint32_t j = i + 1; j < d; ++j) vector[gram_index(d, i, j)] *= std::sqrt(0.5);
    }
  }
  return vector;
}

}  // namespace ldp
