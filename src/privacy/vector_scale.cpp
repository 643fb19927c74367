#include "privacy/vector_scale.hpp"

#include <cmath>

#include "privacy/gaussian_curve.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/tail.hpp"

namespace ldp {
namespace {

// Standard deviations of the noise that fit beside the largest value.
constexpr double kDeviations = 6;

// More than the rounding of the few operations behind a sensitivity or a quotient.
constexpr double kUp = 1 + 0x1p-48;

Status check(double epsilon, double delta) {
  if (const Status status = check_epsilon(epsilon); !status) return status;
  if (epsilon > kMaxGaussianEpsilon) {
    return invalid("epsilon", "Gaussian reports end at 16: take a pure mechanism", epsilon);
  }
  return check_delta(delta);
}

// More than half an ulp below: what is charged is then the decimal that the caller wrote.
double charged(double delta) { return delta * (1 - 0x1p-50); }

double total_variation(const ReleaseShape& shape, std::uint64_t s) {
  const double smallest = static_cast<double>(s) * shape.smallest_noise;
  return kUp * shape.numbers / (23 * smallest * smallest);
}

struct Grid {
  std::uint32_t steps;
  std::uint64_t s;
};

// The finest grid whose numbers fit, where `noise` is s before it is rounded up. Grids that are so
// coarse that rounding could double a feature are refused: 0 steps.
template <class Noise>
Grid finest(const ReleaseTerms& terms, ShapeAt shape_at, Noise noise) {
  const auto fits = [&](std::uint32_t steps) {
    const ReleaseShape shape = shape_at(terms, steps);
    return shape.largest + kDeviations * std::ceil(noise(shape)) <= kLargestReleased;
  };
  std::uint32_t low = 0;
  std::uint32_t high = std::uint32_t{1} << 23;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  if (squared_norm_bound(low, terms.dimension) > 4 * std::uint64_t{low} * low) return {0, 0};
  return {low, static_cast<std::uint64_t>(std::ceil(noise(shape_at(terms, low))))};
}

Error too_much_noise(double epsilon) {
  return invalid("epsilon", "too small for this dimension: 24 bits would hold noise only", epsilon);
}

}  // namespace

std::uint64_t squared_norm_bound(std::uint32_t steps, std::uint32_t dimension) {
  const double norm = steps + std::sqrt(static_cast<double>(dimension)) / 2;
  return static_cast<std::uint64_t>(std::ceil(norm * norm * (1 + 0x1p-30)));
}

std::uint64_t divided_by_root_two(std::uint64_t s) {
  constexpr double kBelowRootHalf = 0.7071067811865475;
  auto off = static_cast<std::uint64_t>(static_cast<double>(s) * kBelowRootHalf);
  while (2 * off * off < s * s) ++off;
  return off;
}

double longest_release(const Guarantee& guarantee, std::uint32_t numbers) {
  const double n = numbers;
  const double mu = std::sqrt(2 * guarantee.rho());
  return mu + std::sqrt(n + 2 * std::sqrt(kTailExponent * n) + 2 * kTailExponent);
}

Result<VectorScale> VectorScale::tight(double epsilon, double delta, const ReleaseTerms& terms,
                                       ShapeAt shape_at) {
  if (const Status status = check(epsilon, delta); !status) return status.error();
  const double target = charged(delta);
  const Result<double> multiplier = calibrate_gaussian(epsilon, target);
  if (!multiplier) return multiplier.error();
  // What the integers of the noise add is far below the curve's own margin, but not nothing: a
  // little more noise until the curve of the integers is below the target too.
  double more = 1;
  for (int tries = 0; tries < 24; ++tries, more += 0x1p-34 * (1 << tries)) {
    const Grid grid = finest(terms, shape_at, [&](const ReleaseShape& shape) {
      return shape.sensitivity * multiplier.value() * more;
    });
    if (grid.steps == 0) return too_much_noise(epsilon);
    const ReleaseShape shape = shape_at(terms, grid.steps);
    const double mu = kUp * shape.sensitivity / static_cast<double>(grid.s);
    const Result<Guarantee> guarantee =
        Guarantee::gaussian(epsilon, target, mu, total_variation(shape, grid.s));
    if (guarantee) return VectorScale{grid.steps, grid.s, guarantee.value()};
  }
  return invalid("epsilon", "noise out of range", epsilon);
}

Result<VectorScale> VectorScale::published(double epsilon, double delta, double sigma,
                                           const ReleaseTerms& terms, ShapeAt shape_at) {
  if (const Status status = check(epsilon, delta); !status) return status.error();
  const Grid grid =
      finest(terms, shape_at, [&](const ReleaseShape& shape) { return sigma * shape.unit; });
  if (grid.steps == 0) return too_much_noise(epsilon);
  const ReleaseShape shape = shape_at(terms, grid.steps);
  const double mu = kUp * shape.sensitivity / static_cast<double>(grid.s);
  const double variation = total_variation(shape, grid.s);
  // Up in steps of a sixteenth until the curve is low enough; from there Guarantee goes back down.
  double loss = kMinEpsilon;
  while (loss <= kMaxPageEpsilon) {
    const Result<Guarantee> guarantee = Guarantee::gaussian(loss, charged(delta), mu, variation);
    if (guarantee) return VectorScale{grid.steps, grid.s, guarantee.value()};
    loss *= 1.0625;
  }
  return invalid("epsilon", "the published noise keeps no promise below 32 at this delta", epsilon);
}

}  // namespace ldp
