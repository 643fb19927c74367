#include "privacy/gaussian_scale.hpp"

#include <cmath>

#include "privacy/gaussian_curve.hpp"

namespace ldp {
namespace {

// tau(s) = 1/(23 s^2), with a margin for the rounding of the quotient.
double total_variation(std::uint64_t s) {
  const auto scale = static_cast<double>(s);
  return (1 + 0x1p-50) / (23 * scale * scale);
}

}  // namespace

Status check_delta(double delta) {
  if (delta >= kMinDelta && delta <= kMaxDelta) return {};
  return invalid("delta", "must be between 1e-12 and 0.1", delta);
}

Result<GaussianScale> GaussianScale::create(double epsilon, double delta) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  if (const Status status = check_delta(delta); !status) return status.error();
  if (epsilon > kMaxGaussianEpsilon) {
    return invalid("epsilon", "Gaussian reports end at 16: take a pure mechanism", epsilon);
  }
  // More than half an ulp: what is charged is then the decimal that the caller wrote, not more.
  const double target = delta * (1 - 0x1p-50);
  const double slack = gaussian_slack(epsilon, total_variation(kMinScale));
  if (slack > target / 2) {
    return invalid("delta", "too small for integer noise at this epsilon", delta);
  }
  const Result<double> noise = calibrate_gaussian(epsilon, target - slack);
  if (!noise) return noise.error();

  // noise = fraction 2^exponent, fraction in [1/2, 1): on the grid 2^-k, k = 27 - exponent, it is
  // in [2^26, 2^27).
  int exponent = 0;
  const double fraction = std::frexp(noise.value(), &exponent);
  const int grid_bits = 27 - exponent;
  auto s = static_cast<std::uint64_t>(std::ceil(std::ldexp(fraction, 27)));
  for (int tries = 0; tries < 8; ++tries, ++s) {
    const double mu = std::ldexp(1 / static_cast<double>(s), grid_bits);
    const Result<Guarantee> guarantee =
        Guarantee::gaussian(epsilon, target, mu, total_variation(s));
    if (guarantee) return GaussianScale(grid_bits, s, guarantee.value());
  }
  return invalid("epsilon", "noise out of range", epsilon);
}

double GaussianScale::sigma() const { return std::ldexp(static_cast<double>(s_), -grid_bits_); }

}  // namespace ldp
