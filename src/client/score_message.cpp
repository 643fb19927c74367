#include "client/score_message.hpp"

#include <algorithm>
#include <cstddef>

#include "protocol/linear_score.hpp"

namespace ldp {
namespace {

double product(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

bool has_point(const LinearExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_glm_published;
}

}  // namespace

std::size_t score_message_length(const LinearExperiment& experiment) {
  return kScoreNumbers + (has_point(experiment) ? experiment.dimension : 0);
}

std::vector<double> score_message(const LinearExperiment& experiment, std::span<const double> x,
                                  const LinearSnapshot& snapshot) {
  const LinkModel link = link_model(experiment);
  const std::vector<double>& point = point_of(snapshot);
  const double z = product(x, point);
  std::vector<double> message(score_message_length(experiment));
  message[0] = experiment.algorithm == Algorithm::ldp_glm_newton
                   ? link.slope(z) / curvature_unit(experiment)
                   : 1;
  message[1] = link.mean(z);
  message[2] = snapshot.residual;
  for (std::size_t i = kScoreNumbers; i < message.size(); ++i) {
    message[i] = point[i - kScoreNumbers] / experiment.bound;
  }
  return message;
}

double clamped_feedback(const LinearExperiment& experiment, double feedback) {
  const LinkModel link = link_model(experiment);
  return std::clamp(feedback, link.lowest_feedback(), link.largest_feedback());
}

double score_residual(const LinearExperiment& experiment, std::span<const double> message,
                      double feedback) {
  const double bound = message[2];
  const double residual = message[1] - clamped_feedback(experiment, feedback);
  return std::clamp(residual, -bound, bound) / residual_unit(experiment, bound);
}

void score_vector(const LinearExperiment& experiment, std::uint32_t part, std::span<const double> x,
                  std::span<const double> message, double feedback, double off_diagonal,
                  std::span<double> out) {
  std::size_t next = 0;
  const bool is_whole = !has_coin(experiment);
  if (is_whole ? experiment.algorithm != Algorithm::ldp_glm_sgd : part == kCurvaturePart) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      out[next++] = message[0] * x[i] * x[i];
      for (std::size_t j = i + 1; j < x.size(); ++j) {
        out[next++] = off_diagonal * message[0] * x[i] * x[j];
      }
    }
  }
  if (has_point(experiment)) {
    const double z = experiment.bound * product(x, message.subspan(kScoreNumbers));
    for (const double feature : x) out[next++] = z * feature;
  }
  if (!is_whole && part == kCurvaturePart) return;
  const double residual = score_residual(experiment, message, feedback);
  for (const double feature : x) out[next++] = residual * feature;
}

}  // namespace ldp
