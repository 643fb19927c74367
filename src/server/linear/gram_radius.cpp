#include "server/linear/gram_radius.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr std::uint64_t kSmallestHorizon = 1024;

}  // namespace

double union_log(double horizon, double alpha) { return natural_log(2 * horizon / alpha); }

NoiseBounds gaussian_bounds(double matrix_std, double vector_std, std::uint32_t dimension,
                            double log) {
  const double d = dimension;
  return {matrix_std * (std::sqrt(2 * d) + std::sqrt(2 * log)),
          vector_std * (std::sqrt(d) + std::sqrt(2 * log))};
}

NoiseBounds published_bounds(double matrix_std, double vector_std, std::uint32_t dimension,
                             double log) {
  const double d = dimension;
  return {matrix_std * (4 * std::sqrt(d) + 2 * log),
          vector_std * (std::sqrt(d) + std::sqrt(2 * log))};
}

NoiseBounds ball_bounds(double reach, double reports, std::uint32_t dimension, double log) {
  const double d = dimension;
  const double q = d * (d + 1) / 2 + d;
  const double bernstein_log = log + natural_log(2 * d);
  const double jump = 2 * reach * bernstein_log / 3;
  const double variance = reach * reach / q * reports;
  const double freedman = jump + std::sqrt(jump * jump + variance * (d + 1) * bernstein_log);

  const double along_one = q >= 5 ? std::min(1.0, 1 / (q - 3) + 1 / (2 * kPi * (q - 1))) : 1.0;
  const double tau = reach * std::sqrt(along_one * reports);
  const double net = 2 * tau * std::sqrt(2 * (d * natural_log(9) + log + natural_log(2)));
  return {reports == 0 ? 0 : std::min(freedman, net), tau * (std::sqrt(d) + std::sqrt(2 * log))};
}

NoiseBounds codebook_bounds(double sub_gaussian, double reports, std::uint32_t dimension,
                            double log) {
  const double d = dimension;
  const double tau = std::sqrt(sub_gaussian * reports);
  return {2 * tau * std::sqrt(2 * (d * natural_log(9) + log + natural_log(2))),
          tau * (std::sqrt(d) + std::sqrt(2 * log))};
}

GramRadius gram_radius(const NoiseBounds& noise, double reports, std::uint32_t dimension,
                       double alpha, const RadiusKnobs& knobs, const LinearModel& model) {
  const double d = dimension;
  GramRadius result;
  result.shift = model.ridge + knobs.kappa * noise.matrix;
  result.floor =
      std::max(model.ridge + (knobs.kappa - 1) * noise.matrix, model.ridge + 0.1 * noise.matrix);
  result.ceiling = model.ridge + (knobs.kappa + 1) * noise.matrix;
  const double log_determinant =
      natural_log(result.ceiling / result.floor + reports / (d * result.floor));
  result.radius =
      knobs.r *
      (model.reward_deviation * std::sqrt(2 * natural_log(2 / alpha) + d * log_determinant) +
       model.parameter_norm * std::sqrt(result.ceiling) + noise.vector / std::sqrt(result.floor));
  return result;
}

double horizon_at(std::uint64_t horizon, std::uint64_t reports) {
  if (horizon >= reports && horizon > 0) return static_cast<double>(horizon);
  std::uint64_t power = kSmallestHorizon;
  while (power <= reports) power *= 2;
  return static_cast<double>(power);
}

}  // namespace ldp
