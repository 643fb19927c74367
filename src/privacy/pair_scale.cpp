#include "privacy/pair_scale.hpp"

#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/gram_layout.hpp"

namespace ldp {
namespace {

// ||X||^2 <= Q^2 and 0 <= Y <= R: sqrt(4 Q^2 + R^2), the root of an integer below 2^50.
ReleaseShape shape_at(const ReleaseTerms& terms, std::uint32_t steps) {
  const double r = steps;
  const auto squares = static_cast<double>(squared_norm_bound(steps, terms.dimension));
  ReleaseShape shape;
  shape.sensitivity = (1 + 0x1p-50) * std::sqrt(4 * squares + r * r);
  shape.largest = std::sqrt(squares);
  shape.unit = r;
  shape.numbers = terms.dimension + 1;
  return shape;
}

}  // namespace

Result<PairScale> PairScale::create(double epsilon, double delta, std::uint32_t dimension,
                                    Calibration calibration) {
  if (dimension < 1 || dimension > kMaxFeatures) {
    return Error{ErrorCode::invalid_argument, "dimension", "must be between 1 and 128",
                 static_cast<double>(dimension)};
  }
  const double sigma = 2 * std::sqrt(2 * natural_log(1.25 / delta)) / epsilon;
  const Result<VectorScale> scale =
      calibration == Calibration::tight
          ? VectorScale::tight(epsilon, delta, ReleaseTerms{dimension}, shape_at)
          : VectorScale::published(epsilon, delta, sigma, ReleaseTerms{dimension}, shape_at);
  if (!scale) return scale.error();
  return PairScale(dimension, scale.value());
}

}  // namespace ldp
