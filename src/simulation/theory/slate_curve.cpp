#include "simulation/theory/slate_curve.hpp"

#include <cmath>
#include <string_view>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/arms/bound.hpp"

namespace ldp {
namespace {

constexpr double kPaperConstant = 64;
// Where the proofs of theorems 5, 6 and 9 hold: the largest D/B, or D/(B K).
constexpr double kLargestShare = 0.35;

double square(double x) { return x * x; }

// Whether the smoothness is B_1, so that a super arm is worth up to B K.
bool is_of_sums(SlateCurve curve) {
  return curve == SlateCurve::lower6 || curve == SlateCurve::lower9 ||
         curve == SlateCurve::lower6_rr || curve == SlateCurve::upper_joint;
}

bool is_lower(SlateCurve curve) { return curve <= SlateCurve::lower6_rr; }

bool has_bad_super_arms(SlateCurve curve) {
  return curve == SlateCurve::lower6 || curve == SlateCurve::lower6_rr ||
         curve == SlateCurve::upper_joint;
}

// kl between the randomised bits of arms with means 1/2 - share and 1/2.
double bit_divergence(double epsilon, double share) {
  const double theta = std::tanh(epsilon / 2);
  return bernoulli_divergence(0.5 - share * theta, 0.5);
}

double value_at(SlateCurve curve, const SlateInstance& given, double rounds) {
  const double m = given.arms;
  const double k = given.largest;
  const double b = given.smoothness;
  const double gap = given.gap;
  const double epsilon = given.epsilon;
  const double log_t = std::log(rounds);
  const double la = bound_at(Bound::la, rounds);
  const double local = kPaperConstant * square(std::expm1(epsilon)) * gap;
  const double inverse_theta = 1 / square(std::tanh(epsilon / 2));  // unused without a level
  switch (curve) {
    case SlateCurve::lower5:
      return b * b * (m - 1) / local * log_t;
    case SlateCurve::lower6:
      return b * b * (m - k) * k / local * log_t;
    case SlateCurve::lower9:
      return (b * b * m * k / gap + b * m * k / epsilon) / kPaperConstant * log_t;
    case SlateCurve::lower_central_inf:
      return (b * b * m / gap + b * m / epsilon) / kPaperConstant * log_t;
    case SlateCurve::lower5_rr:
      return (m - 1) * gap / bit_divergence(epsilon, gap / b) * log_t;
    case SlateCurve::lower6_rr:
      return (m / k - 1) * gap / bit_divergence(epsilon, gap / (b * k)) * log_t;
    case SlateCurve::upper_ldp1:
      return 128 * square(k * b / epsilon) * m / gap * log_t;
    case SlateCurve::upper_ldp2:
      return 128 * square(b / epsilon) * m / gap * log_t;
    case SlateCurve::upper_ldp_bit:
      return 2 * inverse_theta * b * b * m / gap * la;
    case SlateCurve::upper_cucb:
      return 6 * b * b * m / gap * log_t;
    case SlateCurve::upper_joint:
      return 2 * inverse_theta * b * b * k * (m - k) / gap * la;
  }
  return NAN;
}

Status check(SlateCurve curve, const SlateInstance& given, std::span<const double> rounds) {
  if (given.arms < 1 || given.arms > kMaximumArms) {
    return invalid("arms", "there must be 1 to 4096 arms", given.arms);
  }
  const bool too_large = given.largest > given.arms ||
                         (given.largest == given.arms && has_bad_super_arms(curve)) ||
                         (given.largest > given.arms / 2 && curve == SlateCurve::lower9);
  if (given.largest < 1 || too_large) {
    return invalid("largest", "this curve has no super arm of this size", given.largest);
  }
  if (!(given.smoothness > 0 && std::isfinite(given.smoothness))) {
    return invalid("smoothness", "must be positive", given.smoothness);
  }
  if (!(given.gap > 0 && std::isfinite(given.gap))) {
    return invalid("gap", "must be positive", given.gap);
  }
  const double largest_gap = given.smoothness * (is_of_sums(curve) ? given.largest : 1);
  if (is_lower(curve) && !(given.gap < kLargestShare * largest_gap)) {
    return invalid("gap", "this bound is proved for smaller gaps", given.gap);
  }
  if (curve == SlateCurve::upper_cucb) {
    if (given.epsilon != 0) return invalid("epsilon", "this curve has no level", given.epsilon);
  } else if (!(given.epsilon >= kMinimumEpsilon && given.epsilon <= kMaximumEpsilon)) {
    return invalid("epsilon", "the level must be in [2^-10, 128]", given.epsilon);
  }
  for (const double time : rounds) {
    if (!(time >= 1 && std::isfinite(time))) {
      return invalid("rounds", "a number of rounds must be 1 or more", time);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<double>> slate_curve(SlateCurve curve, const SlateInstance& instance,
                                        std::span<const double> rounds) {
  if (Status status = check(curve, instance, rounds); !status.ok()) return status.error();
  std::vector<double> values;
  for (const double time : rounds) values.push_back(value_at(curve, instance, time));
  return values;
}

}  // namespace ldp
