// The public parameters of a linear or generalized linear contextual bandit, fixed before the first
// report. Both sides of the wall hold the same LinearExperiment, as they hold an experiment in the
// multi-armed family. There is no menu of levels: all reports have one epsilon.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "foundation/result.hpp"
#include "privacy/schema.generated.hpp"
#include "protocol/catalog.generated.hpp"
#include "protocol/link.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// A parameter that the algorithm does not take has the value given here as its default, except
/// `mechanism`, which is then mechanism_without_choice(algorithm). From `link` on: generalized
/// linear bandits only.
struct LinearExperiment {
  Algorithm algorithm = kDefaultLinearAlgorithm;
  std::uint32_t dimension = 0;  // d, 1..kMaximumDimension: the length of a feature vector
  double epsilon = 0;           // of one report, [2^-10, 128]; of a Gaussian one up to 16
  double delta = 0;             // of one Gaussian report; else 0
  LinearMechanism mechanism = LinearMechanism::ball;
  Calibration calibration = Calibration::tight;  // of Gaussian reports; else tight
  RadiusMode radius = RadiusMode::practical;
  std::uint64_t horizon = 0;  // reports expected, 0..kMaximumHorizon; 0: not known
  OnlineLearnerKind learner = OnlineLearnerKind::maler;
  bool restarts = false;  // the learner begins anew after 1, 2, 4, 8 ... reports
  double spread =
      kDefaultSpread;  // LDP linear moments only: bound on the norm of a centred feature
  Link link = Link::logistic;
  double bound = kDefaultParameterBound;  // S, on the norm of the parameter: [2^-10, 8]
  double largest = 0;  // Y, the largest feedback, [2^-10, 10^6]: identity and poisson; else 0
  double clip = kDefaultClip;  // poisson only: of residuals, [2^-10, 10^6]; else the default
  double optimism = kDefaultOptimism;  // 0..3: how much uncertainty counts for an arm
  Tuning tuning = Tuning::published;
  // Of codebook reports; else 0. 0: the default (linear_codebook.hpp).
  std::uint32_t codewords = 0;  // N, a power of two
  std::uint32_t near = 0;       // k, 1..N/2
  // ldp-glm-newton: joint, or with pure noise coin. ldp-linucb: joint, or with a codebook pair.
  ReportParts parts = ReportParts::joint;

  bool operator==(const LinearExperiment&) const = default;
};

/// The mechanism of an algorithm that leaves no choice of it.
constexpr LinearMechanism mechanism_without_choice(Algorithm algorithm) {
  return algorithm == Algorithm::online_ldp_linucb ||
                 algorithm == Algorithm::private_bandits_combiner ||
                 algorithm == Algorithm::ldp_glm_published
             ? LinearMechanism::gaussian
             : LinearMechanism::ball;
}

/// One kind of report. Every report of a part has the same length on the wire, whatever it says.
struct LinearPart {
  std::string_view name;
  std::uint32_t length = 0;  // numbers in it
  // Of one number, two's complement, little endian: 2 (ball, codebook), 3 (Gaussian).
  std::uint32_t bytes = 0;
  // Coordinates of the vector that it releases: as many as there are numbers, but for a codebook
  // report, which is one number, the index of a codeword as long as that vector.
  std::uint32_t vector = 0;
};

/// Of the parts pair: below, the noise of a product is larger than the product.
inline constexpr double kMinimumPairEpsilon = 4;

/// The most parts that an experiment has.
inline constexpr std::uint32_t kMaximumLinearParts = 2;

/// Whether the experiment is about a generalized linear bandit, with a link.
bool has_link(const LinearExperiment& experiment);

/// Whether a public coin names the part that a device sends (linear_score.hpp).
bool has_coin(const LinearExperiment& experiment);

/// Whether a report is about features and reward themselves, x and then y, whose products the
/// server forms: part "pair".
bool sends_pair(const LinearExperiment& experiment);

/// The link with its bounds. Requires a valid experiment that has one.
LinkModel link_model(const LinearExperiment& experiment);

/// Numbers in the upper triangle of a matrix with `dimension` rows.
constexpr std::uint32_t triangle(std::uint32_t dimension) {
  return dimension * (dimension + 1) / 2;
}

/// The parts of the experiment, which must be valid; a report names one by its position here.
///
/// ldp-linucb: "gram", svec(x x^T) row by row of the upper triangle, then y x; with the parts pair
/// "pair", as online-ldp-linucb and the combiner: x, then y.
///
/// ldp-linear-moments: "moment", d numbers; "design", an svec of d (d + 1)/2 numbers.
///
/// ldp-glm-newton, ldp-glm-gloc: "score", the curvature as the matrix of "gram", then the residual
/// times x; with the parts of a coin "score", the residual times x, and "curvature". ldp-glm-sgd:
/// "gradient", the residual times x, d numbers. ldp-glm-published: "published", x x^T as the matrix
/// of "gram", then z x, then the residual times x. See linear_score.hpp.
std::vector<LinearPart> parts(const LinearExperiment& experiment);

/// Errors: invalid_argument, naming `algorithm`, `dimension`, `epsilon`, `delta`, `mechanism`,
/// `calibration`, `radius`, `horizon`, `learner`, `restarts`, `spread`, `link`, `bound`, `largest`,
/// `clip`, `optimism`, `tuning`, `codewords`, `near` or `parts`.
Status validate(const LinearExperiment& experiment);

}  // namespace ldp
