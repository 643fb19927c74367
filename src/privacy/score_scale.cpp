#include "privacy/score_scale.hpp"

#include <cmath>

#include "foundation/natural_log.hpp"
#include "privacy/gram_layout.hpp"
#include "privacy/sensitivity.hpp"

namespace ldp {
namespace {

// More than the rounding of the few operations behind a sensitivity.
constexpr double kUp = 1 + 0x1p-48;
constexpr double kLargestResidual = 1 << 22;

// 1/sqrt(2) rounded down.
constexpr double kRootHalf = 0.7071067811865475;

// An integer below u0 2^14: what clamps may only be wider than what the sensitivity counts.
std::int64_t weight_floor(double least_weight) {
  return static_cast<std::int64_t>(std::floor(least_weight * ScoreScale::kValueSteps));
}

std::int64_t residual_limit(double residual) {
  return static_cast<std::int64_t>(std::floor(residual * ScoreScale::kValueSteps));
}

// How much longer than 1 the integers of a vector of norm 1 can be.
double stretch(std::uint32_t dimension) {
  constexpr double kSteps = ScoreScale::kFeatureSteps;
  return std::sqrt(kUp *
                   static_cast<double>(squared_norm_bound(ScoreScale::kFeatureSteps, dimension))) /
         kSteps;
}

// In real units; what rounding adds is in ScoreShape's steps and added there.
double sensitivity_of(const ScoreShape& shape) {
  const double longer = stretch(shape.dimension);
  const double residual =
      static_cast<double>(residual_limit(shape.residual)) / ScoreScale::kValueSteps;
  switch (shape.kind) {
    case ScoreKind::gradient:
      return kUp * longer * 2 * residual;
    case ScoreKind::published:
      return kUp * longer * longer * published_score_sensitivity(shape.point * longer, residual);
    case ScoreKind::joint:
      break;
  }
  const double least =
      static_cast<double>(weight_floor(shape.least_weight)) / ScoreScale::kValueSteps;
  return kUp * longer * longer * score_sensitivity(residual, least);
}

// Rounding moves every number by up to half a step, so a difference of two by up to one step. In
// the metric in which the noise is equal, an entry off the diagonal counts twice where its noise is
// less.
double rounding_of(const ScoreShape& shape) {
  const double d = shape.dimension;
  switch (shape.kind) {
    case ScoreKind::gradient:
      return std::sqrt(d);
    case ScoreKind::published:
      return std::sqrt(static_cast<double>(shape.length()));
    case ScoreKind::joint:
      break;
  }
  return std::sqrt(d * d + d);
}

double largest_of(const ScoreShape& shape) {
  const double longer = stretch(shape.dimension);
  double largest = shape.residual > 1 ? shape.residual : 1;
  if (shape.kind == ScoreKind::published && shape.point > largest) largest = shape.point;
  return kUp * longer * longer * longer * largest;
}

ReleaseShape shape_at(const ReleaseTerms& terms, std::uint32_t steps) {
  ReleaseShape shape;
  shape.sensitivity = kUp * (terms.sensitivity * steps + terms.rounding);
  shape.largest = terms.largest * steps + 1;
  shape.unit = steps;
  shape.numbers = terms.numbers;
  shape.smallest_noise = terms.smallest_noise;
  return shape;
}

Result<VectorScale> scale_of(double epsilon, double delta, const ScoreShape& shape) {
  ReleaseTerms terms;
  terms.dimension = shape.dimension;
  terms.sensitivity = sensitivity_of(shape);
  terms.rounding = rounding_of(shape);
  terms.largest = largest_of(shape);
  terms.numbers = shape.length();
  if (shape.kind != ScoreKind::published) {
    terms.smallest_noise = shape.kind == ScoreKind::joint ? kRootHalf : 1;
    return VectorScale::tight(epsilon, delta, terms, shape_at);
  }
  const double sigma = 6 * std::sqrt(2 * natural_log(3.75 / delta)) / epsilon;
  return VectorScale::published(epsilon, delta, sigma, terms, shape_at);
}

}  // namespace

std::uint32_t ScoreShape::length() const {
  switch (kind) {
    case ScoreKind::gradient:
      return dimension;
    case ScoreKind::published:
      return gram_length(dimension) + dimension;
    case ScoreKind::joint:
      break;
  }
  return gram_length(dimension);
}

Result<ScoreScale> ScoreScale::create(double epsilon, double delta, const ScoreShape& shape) {
  if (shape.dimension < 1 || shape.dimension > kMaxFeatures) {
    return Error{ErrorCode::invalid_argument, "dimension", "must be between 1 and 128",
                 static_cast<double>(shape.dimension)};
  }
  if (!(shape.residual > 0 && shape.residual <= kLargestResidual)) {
    return Error{ErrorCode::invalid_argument, "residual", "must be positive and at most 2^22",
                 shape.residual};
  }
  const Result<VectorScale> scale = scale_of(epsilon, delta, shape);
  if (!scale) return scale.error();
  return ScoreScale(shape, scale.value());
}

ScoreScale::ScoreScale(const ScoreShape& shape, const VectorScale& scale)
    : shape_(shape),
      scale_(scale),
      least_weight_(weight_floor(shape.least_weight)),
      largest_residual_(residual_limit(shape.residual)),
      s_off_diagonal_(shape.kind == ScoreKind::joint ? divided_by_root_two(scale.s) : scale.s) {}

}  // namespace ldp
