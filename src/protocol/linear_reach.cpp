#include "protocol/linear_reach.hpp"

#include <cstddef>

#include "privacy/ball_scale.hpp"
#include "privacy/gram_scale.hpp"
#include "privacy/pair_scale.hpp"
#include "privacy/vector_scale.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/moment_scale.hpp"

namespace ldp {
namespace {

BallScale ball_of(const LinearExperiment& experiment, std::uint32_t part) {
  if (has_link(experiment)) return score_ball(experiment, part).value();
  if (experiment.algorithm == Algorithm::ldp_linear_moments) {
    return moment_scale(experiment, part).value();
  }
  return BallScale::create(experiment.epsilon, parts(experiment)[part].length, 1).value();
}

double square(std::int64_t value) { return static_cast<double>(value * value); }

}  // namespace

LinearReach::LinearReach(const LinearExperiment& experiment, std::uint32_t part) {
  if (experiment.mechanism == LinearMechanism::ball) {
    const BallScale scale = ball_of(experiment, part);
    least_ = scale.least_square();
    largest_ = scale.largest_square();
    return;
  }
  if (experiment.mechanism == LinearMechanism::codebook) {
    codewords_ = static_cast<std::int32_t>(codewords_of(experiment));
    return;
  }
  set_gaussian(experiment, parts(experiment)[part].length);
}

void LinearReach::set_gaussian(const LinearExperiment& experiment, std::uint32_t length) {
  const auto take = [&](const auto& scale) {
    const double longest =
        longest_release(scale.guarantee(), length) * static_cast<double>(scale.s());
    largest_ = longest * longest;
  };
  const auto take_matrix = [&](const auto& scale) {
    take(scale);
    if (scale.s() == scale.s_off_diagonal()) return;
    rows_ = experiment.dimension;
    off_diagonal_ = square(static_cast<std::int64_t>(scale.s())) /
                    square(static_cast<std::int64_t>(scale.s_off_diagonal()));
  };
  if (has_link(experiment)) {
    const ScoreScale scale = score_scale(experiment).value();
    if (scale.shape().kind == ScoreKind::gradient) return take(scale);
    return take_matrix(scale);
  }
  const std::uint32_t d = experiment.dimension;
  if (experiment.algorithm == Algorithm::ldp_linucb) {
    return take_matrix(
        GramScale::create(experiment.epsilon, experiment.delta, d, experiment.calibration).value());
  }
  take(PairScale::create(experiment.epsilon, experiment.delta, d, experiment.calibration).value());
}

bool LinearReach::holds(std::span<const std::int32_t> values) const {
  if (codewords_ > 0) return values[0] >= 0 && values[0] < codewords_;
  std::int64_t squares = 0;  // of at most 8384 integers of 24 bits: below 2^60
  for (const std::int64_t value : values) squares += value * value;
  std::int64_t counted_more = 0;
  std::size_t next = 0;
  for (std::uint32_t row = 0; row < rows_; ++row) {
    ++next;  // the diagonal
    for (std::uint32_t column = row + 1; column < rows_; ++column, ++next) {
      counted_more += std::int64_t{values[next]} * values[next];
    }
  }
  const double sum =
      static_cast<double>(squares) + (off_diagonal_ - 1) * static_cast<double>(counted_more);
  return sum >= least_ && sum <= largest_;
}

}  // namespace ldp
