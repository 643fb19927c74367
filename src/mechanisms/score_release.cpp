#include "mechanisms/score_release.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "mechanisms/feature_vector.hpp"
#include "privacy/gram_layout.hpp"

namespace ldp {
namespace {

constexpr int kFeatureBits = std::bit_width(ScoreScale::kFeatureSteps) - 1;
constexpr int kValueBits = std::bit_width(static_cast<std::uint32_t>(ScoreScale::kValueSteps)) - 1;

// round(2^14 value), clamped. NaN is not above: it becomes the lower end, which is as good as
// anything else.
std::int64_t clamped_steps(double value, std::int64_t low, std::int64_t high) {
  const double steps = value * ScoreScale::kValueSteps;
  const auto least = static_cast<double>(low);
  const auto most = static_cast<double>(high);
  const double above = steps > least ? steps : least;
  return static_cast<std::int64_t>(std::floor((above < most ? above : most) + 0.5));
}

// product 2^-bits to the nearest integer: off by at most a half.
std::int32_t rounded(std::int64_t product, int bits) {
  return static_cast<std::int32_t>((product + (std::int64_t{1} << (bits - 1))) >> bits);
}

}  // namespace

// No product overflows: X_i X_j, and X_i (X . T), are below 2^25 and 2^37, U is at most 2^14, and
// the steps times the largest released value are below 2^23.
Released<std::vector<std::int32_t>> ScoreRelease::release(const PreparedVector& prepared,
                                                          const Score& score) const {
  const std::span<const std::int32_t> noise = prepared.numbers();
  const ScoreShape& shape = scale_.shape();
  const std::uint32_t d = shape.dimension;
  const std::int64_t steps = scale_.steps();
  assert(score.features.size() == d && noise.size() == prepared_length());
  std::array<std::int32_t, kMaxFeatures> features{};
  const auto x = std::span(features).first(d);
  round_to_grid(score.features, ScoreScale::kFeatureSteps, x);

  std::vector<std::int32_t> released(noise.size());
  std::size_t next = 0;
  if (shape.kind != ScoreKind::gradient) {
    const std::int64_t weight =
        steps * clamped_steps(score.weight, scale_.least_weight(), ScoreScale::kValueSteps);
    for (std::uint32_t i = 0; i < d; ++i) {
      for (std::uint32_t j = i; j < d; ++j, ++next) {
        const std::int32_t product = x[i] * x[j];
        released[next] =
            add_noise(rounded(weight * product, kValueBits + 2 * kFeatureBits), noise[next]);
      }
    }
  }
  if (shape.kind == ScoreKind::published) {
    assert(score.point.size() == d);
    std::array<std::int32_t, kMaxFeatures> point{};
    round_to_grid(score.point, ScoreScale::kFeatureSteps, std::span(point).first(d));
    std::int64_t along = 0;
    for (std::uint32_t i = 0; i < d; ++i) along += std::int64_t{x[i]} * point[i];
    const auto bound = static_cast<std::int64_t>(shape.point * static_cast<double>(steps));
    for (std::uint32_t i = 0; i < d; ++i, ++next) {
      released[next] = add_noise(rounded(bound * (along * x[i]), 3 * kFeatureBits), noise[next]);
    }
  }
  const std::int64_t limit = scale_.largest_residual();
  const std::int64_t residual = steps * clamped_steps(score.residual, -limit, limit);
  for (std::uint32_t i = 0; i < d; ++i, ++next) {
    released[next] = add_noise(rounded(residual * x[i], kValueBits + kFeatureBits), noise[next]);
  }
  return Released<std::vector<std::int32_t>>(std::move(released));
}

}  // namespace ldp
