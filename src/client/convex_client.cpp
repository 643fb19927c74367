#include "client/convex_client.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "protocol/public_direction.hpp"

namespace ldp {
namespace {

// Rounding must not count a difference at its limit as beyond it.
constexpr double kRounding = 1e-9;

Result<ScalarRelease> make_release(const ConvexExperiment& experiment) {
  switch (experiment.mechanism) {
    case ScalarMechanism::laplace:
      return ScalarRelease::laplace(experiment.epsilon);
    case ScalarMechanism::gaussian:
      return ScalarRelease::gaussian(experiment.epsilon, experiment.delta);
    case ScalarMechanism::bit:
      break;
  }
  return ScalarRelease::bit(experiment.epsilon);
}

// The neutral loss as a report says it.
Result<UnitReward> silence(const ConvexExperiment& experiment, double neutral) {
  if (experiment.feedback == ConvexFeedback::comparison) return unit_of(-neutral);
  if (experiment.algorithm == Algorithm::ldp_two_point) return unit_of(0);
  const double low = std::clamp(neutral, experiment.loss_low, experiment.loss_high);
  return UnitReward::from((low - experiment.loss_low) /
                          (experiment.loss_high - experiment.loss_low));
}

// What a device without a snapshot plays around.
ConvexSnapshot offline(const ConvexExperiment& experiment, const ConvexCentre& centre) {
  ConvexSnapshot snapshot;
  const double reach = centre.inner / 2;
  if (has_points(experiment)) {
    const double x = centre.point.front();
    snapshot.points = {x - reach, x, x + reach};
    snapshot.weights = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  } else {
    snapshot.point = centre.point;
    snapshot.radius = reach;
  }
  return snapshot;
}

}  // namespace

ConvexClient::ConvexClient(ConvexExperiment experiment, ConvexCentre centre, UnitReward neutral,
                           const ScalarRelease& release)
    : experiment_(std::move(experiment)),
      centre_(std::move(centre)),
      neutral_(neutral),
      release_(release),
      snapshot_(offline(experiment_, centre_)) {}

Result<ConvexClient> ConvexClient::create(ConvexExperiment experiment, double neutral,
                                          double pinned_epsilon, double pinned_delta) {
  if (const Status status = validate(experiment); !status) return status.error();
  if (const Status status = check_page_epsilon(pinned_epsilon); !status) return status.error();
  if (!std::isfinite(neutral)) return invalid("neutral", "must be a finite number", neutral);
  const Result<UnitReward> value = silence(experiment, neutral);
  if (!value) return invalid("neutral", "must be a finite number", neutral);
  if (!(experiment.epsilon <= pinned_epsilon)) {
    return Error{ErrorCode::manifest_mismatch, "epsilon", "exceeds the pinned epsilon",
                 experiment.epsilon};
  }
  if (!(experiment.delta <= pinned_delta)) {
    return Error{ErrorCode::manifest_mismatch, "delta", "exceeds the pinned delta",
                 experiment.delta};
  }
  Result<ConvexCentre> centre = convex_centre(experiment.set);
  if (!centre) return centre.error();
  const Result<ScalarRelease> release = make_release(experiment);
  if (!release) return release.error();
  return ConvexClient(std::move(experiment), std::move(centre).value(), value.value(),
                      release.value());
}

Status ConvexClient::set_snapshot(const ConvexSnapshot& snapshot) {
  if (const Status status = validate(snapshot, experiment_); !status) return status;
  snapshot_ = snapshot;
  policy_ = Policy::snapshot;
  return {};
}

void ConvexClient::tidy(std::vector<double>& point) const {
  const ConvexSet& set = experiment_.set;
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (set.kind == ConvexSetKind::box) point[i] = std::clamp(point[i], set.low[i], set.high[i]);
    if (set.kind == ConvexSetKind::simplex) point[i] = std::max(point[i], 0.0);
  }
}

void ConvexClient::play_one_of_three(std::uint64_t coin, PreparedPoints& points) const {
  // Uniform in [0, 1): the grid of 2^-53 is finer than any weight's decimals.
  double left = static_cast<double>(coin >> 11) * 0x1p-53;
  std::uint32_t arm = 0;
  while (arm + 1 < kConvexPoints && left >= snapshot_.weights[arm])
    left -= snapshot_.weights[arm++];
  // Rounding must not lead to a point that is never to be played.
  while (arm > 0 && snapshot_.weights[arm] == 0) --arm;
  points.answer.arm = arm;
  points.first = {snapshot_.points[arm]};
  tidy(points.first);
}

void ConvexClient::play(std::uint64_t coin, PreparedPoints& points) const {
  points.policy = policy_;
  points.answer.snapshot = snapshot_.id;
  if (plays_points()) return play_one_of_three(coin, points);
  points.answer.coin = coin;

  const std::size_t hull = hull_dimension(experiment_.set);
  std::array<std::int32_t, kMaximumConvexDimension> grid{};
  public_direction(coin, std::span(grid.data(), hull));
  std::array<double, kMaximumConvexDimension> way{};
  for (std::size_t i = 0; i < hull; ++i) {
    if (snapshot_.shape.empty()) {
      way[i] = snapshot_.radius * (grid[i] * kDirectionStep);
      continue;
    }
    for (std::size_t j = 0; j < hull; ++j) {
      way[i] += snapshot_.shape[i * hull + j] * (grid[j] * kDirectionStep);
    }
  }
  std::vector<double> offset(experiment_.set.dimension);
  embed(experiment_.set, std::span<const double>(way.data(), hull), offset);
  points.first = snapshot_.point;
  for (std::size_t i = 0; i < offset.size(); ++i) points.first[i] += offset[i];
  tidy(points.first);
  if (!plays_two()) return;
  points.second = snapshot_.point;
  for (std::size_t i = 0; i < offset.size(); ++i) points.second[i] -= offset[i];
  tidy(points.second);
  if (compares()) return;
  // Never 0, however small a radius a server publishes: two equal losses have a quotient then too.
  const double most = 2 * snapshot_.radius * experiment_.lipschitz;
  points.answer.scale = std::max(most, std::numeric_limits<double>::min());
}

bool ConvexClient::is_own(const ConvexAnswer& answer) const {
  return release_.fits(answer.noise) && answer.arm < kConvexPoints &&
         (answer.arm == 0 || plays_points()) && (answer.coin == 0 || !plays_points());
}

Result<ConvexClient::Statement> ConvexClient::state(const ConvexAnswer& answer,
                                                    std::span<const double> losses) const {
  if (losses.size() != feedback_size()) {
    return invalid("feedback", "must have one loss for each point that has one",
                   static_cast<double>(losses.size()));
  }
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (std::isfinite(losses[i])) continue;
    return invalid("feedback", "must be a finite number", static_cast<double>(i));
  }
  const double loss = losses[0];
  double v = -loss;
  bool is_clamped = loss < -1 || loss > 1;
  if (feedback_size() == 2) {
    // Halved first: the difference of two finite numbers may be infinite, that of these two not.
    v = (loss / 2 - losses[1] / 2) / answer.scale * 2;
    is_clamped = std::abs(v) > 1 + kRounding;
  } else if (!plays_two()) {
    const double half = experiment_.loss_high / 2 - experiment_.loss_low / 2;
    const double middle = experiment_.loss_low + half;
    v = (loss / 2 - middle / 2) / half * 2;
    is_clamped = loss < experiment_.loss_low || loss > experiment_.loss_high;
  }
  // An infinite quotient is fine: it is clamped. 0/0 cannot occur.
  const Result<UnitReward> value = unit_of(std::clamp(v, -1.0, 1.0));
  if (!value) return value.error();
  return Statement{value.value(), is_clamped};
}

Result<std::string> ConvexClient::report(const ConvexAnswer& answer, std::span<const double> losses,
                                         const ReportId& id) const {
  if (!is_own(answer)) return not_own();
  const Result<Statement> statement = state(answer, losses);
  if (!statement) return statement.error();
  return write(answer, release_.release(answer.noise, statement.value().value), id);
}

Result<std::string> ConvexClient::neutral_report(const PreparedPoints& decision,
                                                 const ReportId& id) const {
  if (!is_own(decision.answer)) return not_own();
  return write(decision.answer, decision.silence, id);
}

std::string ConvexClient::write(const ConvexAnswer& answer, const ScalarRelease::Value& value,
                                const ReportId& id) const {
  const auto& [snapshot, arm, coin, scale, noise] = answer;
  if (const auto* bit = std::get_if<Released<std::uint8_t>>(&value)) {
    return plays_points() ? ArmReport::bit(id, snapshot, arm, 0, *bit).encode()
                          : ConvexReport::bit(id, snapshot, coin, *bit).encode();
  }
  const auto& noisy = *std::get_if<Released<std::int32_t>>(&value);
  return plays_points() ? ArmReport::noisy(id, snapshot, arm, 0, noisy).encode()
                        : ConvexReport::noisy(id, snapshot, coin, noisy).encode();
}

}  // namespace ldp
