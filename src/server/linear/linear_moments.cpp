#include "server/linear/linear_moments.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "protocol/linear_codebook.hpp"
#include "protocol/moment_scale.hpp"

namespace ldp {
namespace {

constexpr double kRootHalf = 0.70710678118654752440;

// Moments wanted after n reports: kMoments sqrt(C n). The argument of the header gives 1; less is
// better as long as angles are not small, since a loss cannot grow with their square.
constexpr double kMoments = 0.6;

// How far ahead the share of explorers is planned, as a part of the reports so far, so that one
// snapshot need not make up for all missed exploration.
constexpr double kAhead = 0.125;

// |D theta|^2 is taken for at least this part of what noise alone makes of |M|^2.
constexpr double kLeastSignal = 0.1;

// D is used only if its mean eigenvalue is kLevelDeviations standard deviations of a coordinate
// above 0, and its distance from a multiple of the identity kShapeTimes what noise alone gives.
constexpr double kLevelDeviations = 2;
constexpr double kShapeTimes = 3;

}  // namespace

Result<LinearMoments> LinearMoments::create(const LinearExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  if (experiment.mechanism == LinearMechanism::codebook) {
    const LinearExperiment full = with_codebook(experiment);
    const Result<CodebookScale> moment = codebook_scale(full, kMomentPart);
    if (!moment.ok()) return moment.error();
    const Result<CodebookScale> design = codebook_scale(full, kDesignPart);
    if (!design.ok()) return design.error();
    return LinearMoments(experiment, moment.value().unit(),
                         std::sqrt(moment.value().coordinate_square()), design.value().unit(),
                         std::sqrt(design.value().coordinate_square()));
  }
  const Result<BallScale> moment = moment_scale(experiment, kMomentPart);
  if (!moment.ok()) return moment.error();
  const Result<BallScale> design = moment_scale(experiment, kDesignPart);
  if (!design.ok()) return design.error();
  return LinearMoments(experiment, moment.value().unit(), moment.value().sigma(),
                       design.value().unit(), design.value().sigma());
}

LinearMoments::LinearMoments(const LinearExperiment& experiment, double moment_unit,
                             double moment_sigma, double design_unit, double design_sigma)
    : experiment_(experiment),
      moment_unit_(moment_unit),
      moment_sigma_(moment_sigma),
      design_unit_(design_unit),
      design_sigma_(design_sigma),
      eigen_(experiment.dimension),
      matrix_(std::size_t{experiment.dimension} * experiment.dimension),
      mean_(experiment.dimension),
      moment_(experiment.dimension),
      design_(triangle(experiment.dimension)) {}

bool LinearMoments::know_design(std::span<const double> design, double designs) {
  const std::size_t d = mean_.size();
  if (designs == 0) return false;
  double trace = 0;
  double squares = 0;
  std::size_t entry = 0;
  for (std::size_t i = 0; i < d; ++i) {
    trace += design[entry];
    for (std::size_t j = i; j < d; ++j, ++entry) squares += design[entry] * design[entry];
  }
  const double level = trace / (static_cast<double>(d) * designs);
  const double variance = design_sigma_ * design_sigma_ / designs;
  if (!(level > kLevelDeviations * std::sqrt(variance))) return false;
  // What is left of the squared Frobenius norm once the multiple of the identity is taken away.
  const double shape = squares / (designs * designs) - static_cast<double>(d) * level * level;
  const double noise = kShapeTimes * static_cast<double>(design.size() - 1) * variance;
  if (!(shape > noise)) return false;
  const double share = 1 - noise / shape;  // James and Stein
  level_ = level;
  design_variance_ = variance / (level * level);
  const double scale = share / (designs * level);
  entry = 0;
  for (std::size_t i = 0; i < d; ++i) {
    matrix_[i * d + i] = (1 - share) + scale * design[entry++];
    for (std::size_t j = i + 1; j < d; ++j) {
      matrix_[i * d + j] = scale * kRootHalf * design[entry++];
    }
  }
  return eigen_.compute(matrix_);
}

double LinearMoments::exploration(double signal, double moments, double reports) const {
  const double d = experiment_.dimension;
  const double square = std::max(d - 1, 1.0) * moment_sigma_ * moment_sigma_ / signal;
  const double ahead = kAhead * reports + 1;
  // With a known horizon T, plan at once for T/2 rounds: exploring for n0 rounds and then never is
  // best with n0 = sqrt(C T/2).
  const double later = std::max(reports + ahead, static_cast<double>(experiment_.horizon) / 2);
  return std::clamp((kMoments * std::sqrt(square * later) - moments) / ahead, 0.0, 1.0);
}

void LinearMoments::estimate(std::span<const double> moment, std::uint64_t moments,
                             std::span<const double> design, std::uint64_t designs,
                             LinearSnapshot& snapshot) {
  const std::size_t d = mean_.size();
  snapshot.reports = moments + designs;
  snapshot.radius = 0;
  snapshot.factor.clear();
  snapshot.theta.assign(d, 0);
  snapshot.exploration = 1;
  if (moments == 0) return;

  const auto count = static_cast<double>(moments);
  double squares = 0;
  for (std::size_t i = 0; i < d; ++i) {
    mean_[i] = moment[i] / count;
    squares += mean_[i] * mean_[i];
  }
  const double variance = moment_sigma_ * moment_sigma_ / count;
  const double noise = static_cast<double>(d) * variance;
  const double signal = std::max(squares - noise, kLeastSignal * noise);
  snapshot.exploration = exploration(signal, count, static_cast<double>(snapshot.reports));

  if (!know_design(design, static_cast<double>(designs))) {
    // Only the direction of theta matters to a choice.
    std::copy(mean_.begin(), mean_.end(), snapshot.theta.begin());
    return;
  }
  double eigen_squares = 0;
  for (const double value : eigen_.values()) {
    if (value > 0) eigen_squares += value * value;
  }
  const double ridge = variance * eigen_squares / signal + design_variance_;
  for (std::uint32_t k = 0; k < d; ++k) {
    const double value = eigen_.values()[k];
    if (!(value > 0)) continue;
    const std::span<const double> vector = eigen_.vector(k);
    double along = 0;
    for (std::size_t i = 0; i < d; ++i) along += vector[i] * mean_[i];
    const double gain = along * value / ((value * value + ridge) * level_);
    for (std::size_t i = 0; i < d; ++i) snapshot.theta[i] += gain * vector[i];
  }
}

void LinearMoments::estimate(const LinearStatistics& sums, LinearSnapshot& snapshot) {
  const auto fill = [&](std::uint32_t part, double unit, std::span<double> out) {
    const std::span<const std::int64_t> totals = sums.of_part(part).subspan(1);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(totals[i]) * unit;
  };
  fill(kMomentPart, moment_unit_, moment_);
  fill(kDesignPart, design_unit_, design_);
  estimate(moment_, sums.count(kMomentPart), design_, sums.count(kDesignPart), snapshot);
}

}  // namespace ldp
