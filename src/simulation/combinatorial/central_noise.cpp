#include "simulation/combinatorial/central_noise.hpp"

#include "foundation/dyadic.hpp"
#include "foundation/uint128.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/laplace_scale.hpp"

namespace ldp {
namespace {

struct Fraction {
  std::uint64_t t;
  std::uint64_t s;
};

// The smallest t/s >= sensitivity/epsilon that LaplaceScale finds; beyond its range the smallest
// whole number, which is larger by less than one part in 2^13.
Result<Fraction> just_enough(double epsilon, std::uint64_t sensitivity) {
  if (sensitivity <= kMaxSensitivity) {
    const Result<LaplaceScale> scale = LaplaceScale::create(epsilon, sensitivity);
    if (!scale) return scale.error();
    return Fraction{scale.value().t(), scale.value().s()};
  }
  const Dyadic dyadic = to_dyadic(epsilon);  // sensitivity < 2^29, exponent >= -62
  const uint128 scaled = static_cast<uint128>(sensitivity) << -dyadic.exponent;
  return Fraction{static_cast<std::uint64_t>((scaled + dyadic.mantissa - 1) / dyadic.mantissa), 1};
}

}  // namespace

Result<CentralScale> CentralScale::of(CentralNoise noise, double epsilon, std::uint32_t sums,
                                      std::uint64_t horizon) {
  if (!check_epsilon(epsilon)) {
    return Error{ErrorCode::spec_invalid, "epsilon", "must be between 2^-10 and 128", epsilon};
  }
  const auto floor_log =
      63 - static_cast<std::uint32_t>(__builtin_clzll(horizon));  // of the horizon, base 2
  const bool is_power = (horizon & (horizon - 1)) == 0;
  const std::uint32_t releases = noise == CentralNoise::batches ? 1 : floor_log + 1;
  const std::uint64_t outcome = std::uint64_t{kRewardGrid} * sums;
  // The paper: Lap(2 K ceil(log2 T)/epsilon). With T = 1 that is no noise; one level needs one.
  const std::uint32_t published = 2 * (is_power && floor_log > 0 ? floor_log : floor_log + 1);
  const Result<Fraction> fraction =
      just_enough(epsilon, outcome * (noise == CentralNoise::published ? published : releases));
  if (!fraction) return fraction.error();
  const auto [t, s] = fraction.value();
  const Result<Guarantee> guarantee = Guarantee::pure_ratio(outcome * releases * s, t);
  if (!guarantee) return guarantee.error();
  return CentralScale(t, s, releases, guarantee.value().epsilon());
}

double CentralScale::scale() const {
  return static_cast<double>(t_) / static_cast<double>(s_) / kRewardGrid;
}

}  // namespace ldp
