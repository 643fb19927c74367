#include "server/linear/ldp_linucb.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/ball_scale.hpp"
#include "privacy/gram_scale.hpp"
#include "protocol/linear_codebook.hpp"

namespace ldp {
namespace {

constexpr RadiusKnobs kPractical{0.3, 0.1};
constexpr RadiusKnobs kPracticalPair{0.3, 0.05};
constexpr RadiusKnobs kTheory{2, 1};

// E[w w'] = alpha v v' + ...: products are divided by it. Every default has .9 and more.
constexpr double kLeastPairAlpha = 0.25;

constexpr double kRootTwo = 1.4142135623730951;

// Of the products of a codebook pair w = (x, y) + noise. E[w w'] = alpha v v' + b I, so every
// product is divided by alpha. The scale of the radius is tuned: about the noise of y x, numbers of
// variance b and what they stand for, of length 1 (docs/spec/codebook.md, section 8.1).
Result<GramNoise> pair_noise_of(const LinearExperiment& experiment) {
  const auto scale = codebook_scale(experiment, 0);
  if (!scale.ok()) return scale.error();
  const double alpha = scale.value().alpha();
  if (!(alpha >= kLeastPairAlpha)) {
    return invalid("near", "leaves too little of a product of the parts pair",
                   scale.value().shape().near);
  }
  const double b = scale.value().beta() * scale.value().norm() * scale.value().norm();
  GramNoise noise;
  noise.diagonal = std::sqrt(b * b + 4 * b / experiment.dimension) / alpha;
  noise.off_diagonal = noise.diagonal / kRootTwo;
  noise.gain = 1 / alpha;
  noise.unit = scale.value().unit() * scale.value().unit() / alpha;
  noise.bias = b / alpha;
  return noise;
}

Result<GramNoise> noise_of(const LinearExperiment& experiment) {
  if (sends_pair(experiment)) return pair_noise_of(experiment);
  GramNoise noise;
  const std::uint32_t d = experiment.dimension;
  if (experiment.mechanism == LinearMechanism::ball) {
    // ||(svec(x x^T), y x)||^2 = ||x||^4 + y^2 ||x||^2 <= 2.
    const auto scale = BallScale::create(experiment.epsilon, triangle(d) + d, kRootTwo);
    if (!scale.ok()) return scale.error();
    noise.diagonal = scale.value().sigma();
    noise.off_diagonal = noise.diagonal / kRootTwo;
    noise.reach = scale.value().norm() * scale.value().stretch();
    noise.unit = scale.value().unit();
    noise.is_svec = true;
    return noise;
  }
  if (experiment.mechanism == LinearMechanism::codebook) {
    const auto scale = codebook_scale(experiment, 0);
    if (!scale.ok()) return scale.error();
    noise.diagonal = std::sqrt(scale.value().variance());
    noise.off_diagonal = noise.diagonal / kRootTwo;
    noise.reach = scale.value().longest();
    noise.sub_gaussian = scale.value().sub_gaussian();
    noise.unit = scale.value().unit();
    noise.is_svec = true;
    return noise;
  }
  const auto scale =
      GramScale::create(experiment.epsilon, experiment.delta, d, experiment.calibration);
  if (!scale.ok()) return scale.error();
  noise.diagonal = scale.value().sigma();
  noise.off_diagonal = scale.value().sigma_off_diagonal();
  noise.unit = scale.value().unit();
  return noise;
}

// The paper's c and beta; the floor is where the theorem has the smallest eigenvalue, and a ridge
// of 1 keeps n = 0 regular.
GramRadius published_radius(double sigma, double reports, std::uint32_t dimension, double horizon,
                            double log) {
  const double d = dimension;
  const double log_horizon = natural_log(horizon);
  const double s = sigma * std::sqrt(reports);
  const double ups = published_bounds(s, s, dimension, log).matrix;
  GramRadius result;
  result.shift = 1 + 2 * ups;
  result.floor = 1 + ups;
  result.ceiling = 1 + 3 * ups;
  const double noise = reports > 0 ? sigma * std::sqrt(d * reports / ups) : 0;
  result.radius =
      2 * sigma * std::sqrt(d * log_horizon) + (std::sqrt(3 * ups) + noise) * d * log_horizon;
  return result;
}

}  // namespace

Result<LdpLinUcb> LdpLinUcb::create(const LinearExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  const Result<GramNoise> noise = noise_of(experiment);
  if (!noise.ok()) return noise.error();
  return LdpLinUcb(experiment, noise.value());
}

LdpLinUcb::LdpLinUcb(const LinearExperiment& experiment, const GramNoise& noise)
    : experiment_(experiment),
      noise_(noise),
      factor_(experiment.dimension),
      gram_(triangle(experiment.dimension)),
      u_(experiment.dimension) {}

GramRadius LdpLinUcb::radius_at(std::uint64_t reports) const {
  const auto n = static_cast<double>(reports);
  const std::uint32_t d = experiment_.dimension;
  const double horizon = horizon_at(experiment_.horizon, reports);
  const double alpha = 1 / horizon;
  const double log = union_log(horizon, alpha);
  // Equal noise off the diagonal (published calibration) is svec noise of sqrt(2) times the size,
  // with less of it on the diagonal.
  const double matrix_std =
      std::max(noise_.diagonal, kRootTwo * noise_.off_diagonal) * std::sqrt(n);
  const double vector_std = noise_.diagonal * std::sqrt(n);
  switch (experiment_.radius) {
    case RadiusMode::published:
      return published_radius(noise_.diagonal, n, d, horizon, log);
    case RadiusMode::theory:
      return gram_radius(noise_.sub_gaussian > 0 ? codebook_bounds(noise_.sub_gaussian, n, d, log)
                         : noise_.reach > 0      ? ball_bounds(noise_.reach, n, d, log)
                                                 : gaussian_bounds(matrix_std, vector_std, d, log),
                         n, d, alpha, kTheory);
    case RadiusMode::practical:
      break;
  }
  return gram_radius(gaussian_bounds(matrix_std, vector_std, d, log), n, d, alpha,
                     sends_pair(experiment_) ? kPracticalPair : kPractical);
}

void LdpLinUcb::estimate(std::span<const double> gram, std::span<const double> u,
                         std::uint64_t reports, LinearSnapshot& snapshot) {
  const GramRadius radius = radius_at(reports);
  snapshot.reports = reports;
  snapshot.theta.resize(u_.size());
  snapshot.factor.resize(gram_.size());
  snapshot.radius = radius.radius;
  factor_.compute(gram, u, radius.shift, radius.floor, snapshot.theta, snapshot.factor);
}

void LdpLinUcb::estimate(const LinearStatistics& sums, LinearSnapshot& snapshot) {
  const std::size_t d = u_.size();
  const std::int64_t* total = sums.of_part(0).data() + 1;
  const double off_unit = noise_.is_svec ? noise_.unit / kRootTwo : noise_.unit;
  std::size_t entry = 0;
  for (std::size_t i = 0, diagonal = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j, ++entry) {
      gram_[entry] = static_cast<double>(*total++) * (i == j ? noise_.unit : off_unit);
    }
    gram_[diagonal] -= noise_.bias * static_cast<double>(sums.reports());
    diagonal += d - i;
  }
  for (std::size_t i = 0; i < d; ++i) u_[i] = static_cast<double>(*total++) * noise_.unit;
  estimate(gram_, u_, sums.reports(), snapshot);
}

}  // namespace ldp
