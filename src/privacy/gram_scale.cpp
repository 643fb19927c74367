#include "privacy/gram_scale.hpp"

#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/gram_layout.hpp"

namespace ldp {
namespace {

constexpr double kBelowRootHalf = 0.7071067811865475;

// With ||X||^2 <= Q^2 and 0 <= Y <= R = b Q: Delta_G(b) Q^2 = sqrt(2) (Q^2 + R^2/2), since b <= 1.
// Q^2 and R^2 are integers below 2^47, so only the root and the product round.
ReleaseShape shape_at(const ReleaseTerms& terms, std::uint32_t steps) {
  const double r = steps;
  const auto squares = static_cast<double>(squared_norm_bound(steps, terms.dimension));
  ReleaseShape shape;
  shape.sensitivity = (1 + 0x1p-50) * std::sqrt(2.0) * (squares + r * r / 2);
  shape.largest = squares;
  shape.unit = r * r;
  shape.numbers = gram_length(terms.dimension);
  shape.smallest_noise = kBelowRootHalf;
  return shape;
}

}  // namespace

std::uint32_t GramScale::length() const { return gram_length(dimension_); }

Result<GramScale> GramScale::create(double epsilon, double delta, std::uint32_t dimension,
                                    Calibration calibration) {
  if (dimension < 1 || dimension > kMaxFeatures) {
    return Error{ErrorCode::invalid_argument, "dimension", "must be between 1 and 128",
                 static_cast<double>(dimension)};
  }
  if (calibration == Calibration::tight) {
    const Result<VectorScale> scale =
        VectorScale::tight(epsilon, delta, ReleaseTerms{dimension}, shape_at);
    if (!scale) return scale.error();
    return GramScale(dimension, scale.value(), divided_by_root_two(scale.value().s));
  }
  const double sigma = 4 * std::sqrt(2 * natural_log(2.5 / delta)) / epsilon;
  const Result<VectorScale> scale =
      VectorScale::published(epsilon, delta, sigma, ReleaseTerms{dimension}, shape_at);
  if (!scale) return scale.error();
  return GramScale(dimension, scale.value(), scale.value().s);
}

}  // namespace ldp
