#include "protocol/linear_codebook.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/linear_score.hpp"
#include "protocol/moment_scale.hpp"

namespace ldp {

double codebook_norm(const LinearExperiment& experiment, std::uint32_t part) {
  if (has_link(experiment)) return score_norm(experiment);
  if (experiment.algorithm == Algorithm::ldp_linear_moments) return moment_norm(experiment, part);
  // ||(svec(x x^T), y x)||^2 = ||x||^4 + y^2 ||x||^2 <= 2, and ||(x, y)||^2 = ||x||^2 + y^2 <= 2.
  return std::sqrt(2.0);
}

std::uint32_t codewords_of(const LinearExperiment& experiment) {
  if (experiment.codewords > 0) return experiment.codewords;
  std::uint32_t longest = 0;
  for (const LinearPart& part : parts(experiment)) longest = std::max(longest, part.vector);
  return default_codewords(experiment.epsilon, longest);
}

LinearExperiment with_codebook(LinearExperiment experiment) {
  if (experiment.mechanism != LinearMechanism::codebook) return experiment;
  experiment.codewords = codewords_of(experiment);
  if (experiment.near == 0) {
    const Result<std::uint32_t> near =
        best_near(experiment.epsilon, parts(experiment).front().vector, experiment.codewords);
    if (near) experiment.near = near.value();
  }
  return experiment;
}

Result<CodebookScale> codebook_scale(const LinearExperiment& experiment, std::uint32_t part) {
  const LinearExperiment full = with_codebook(experiment);
  return CodebookScale::create({.epsilon = full.epsilon,
                                .dimension = parts(full)[part].vector,
                                .norm = codebook_norm(full, part),
                                .codewords = full.codewords,
                                .near = full.near});
}

Result<CodebookCoin> codebook_coin(const LinearExperiment& experiment) {
  return CodebookCoin::create(experiment.epsilon, experiment.codewords, experiment.near);
}

}  // namespace ldp
