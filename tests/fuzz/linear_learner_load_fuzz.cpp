// Foreign saved states of linear learners. Either the learner is as it was, or it holds exactly
// what the bytes say and can go on. Header and checksum would stop nearly every input, so they are
// made right before loading.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "require.hpp"
#include "server/learner/state_file.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/linear/linear_saved_state.hpp"

namespace {

using fuzz::require;

ldp::ReceivedLinearReport report_of(const ldp::LinearExperiment& experiment,
                                    std::uint32_t snapshot) {
  const std::uint32_t length = ldp::parts(experiment)[0].length;
  const bool is_index = experiment.mechanism == ldp::LinearMechanism::codebook;
  return {{}, snapshot, 0, std::vector<std::int32_t>(length, is_index ? 7 : 1000)};
}

// `learner` is a new one.
void check(std::span<const std::uint8_t> bytes, ldp::LinearLearner learner) {
  const ldp::LinearExperiment experiment = learner.experiment();
  require(learner.ingest(report_of(experiment, 0)).ok());
  if (!fuzz::loads(learner, bytes)) return;
  const ldp::LinearSnapshot snapshot = learner.publish();
  require(ldp::validate(snapshot, experiment).ok());
  (void)learner.ingest(report_of(experiment, snapshot.id));
  (void)learner.merge(ldp::LinearLearner(learner));
  learner.fold(snapshot.id);
  require(ldp::validate(learner.publish(), experiment).ok());
}

// The input as the body of a state with a right header and a right checksum.
std::vector<std::uint8_t> dress(std::span<const std::uint8_t> bytes,
                                const ldp::LinearExperiment& experiment) {
  ldp::ByteWriter writer(ldp::linear_state_header(experiment));
  for (const std::uint8_t byte : bytes) writer.integer(byte);
  return ldp::end_state(std::move(writer));
}

ldp::LinearExperiment experiment_of(ldp::Algorithm algorithm, ldp::OnlineLearnerKind learner) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 2;
  experiment.epsilon = 1;
  experiment.mechanism = ldp::mechanism_without_choice(algorithm);
  if (experiment.mechanism == ldp::LinearMechanism::gaussian) experiment.delta = 1e-6;
  if (ldp::kCatalog[static_cast<std::size_t>(algorithm)].takes.horizon) experiment.horizon = 64;
  experiment.learner = learner;
  return experiment;
}

ldp::LinearExperiment codebook(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment = experiment_of(algorithm, ldp::OnlineLearnerKind::maler);
  experiment.mechanism = ldp::LinearMechanism::codebook;
  experiment.codewords = 16;
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ldp::Algorithm;
  using ldp::OnlineLearnerKind;
  static const std::vector<ldp::LinearLearner> learners = [] {
    std::vector<ldp::LinearLearner> all;
    for (const auto& [algorithm, kind] :
         {std::pair{Algorithm::ldp_linear_moments, OnlineLearnerKind::maler},
          std::pair{Algorithm::ldp_linucb, OnlineLearnerKind::maler},
          std::pair{Algorithm::online_ldp_linucb, OnlineLearnerKind::maler},
          std::pair{Algorithm::online_ldp_linucb, OnlineLearnerKind::ogd},
          std::pair{Algorithm::private_bandits_combiner, OnlineLearnerKind::ogd},
          std::pair{Algorithm::ldp_glm_newton, OnlineLearnerKind::maler},
          std::pair{Algorithm::ldp_glm_gloc, OnlineLearnerKind::maler},
          std::pair{Algorithm::ldp_glm_sgd, OnlineLearnerKind::maler},
          std::pair{Algorithm::ldp_glm_published, OnlineLearnerKind::maler}}) {
      all.push_back(ldp::LinearLearner::create(experiment_of(algorithm, kind)).value());
    }
    for (const Algorithm algorithm :
         {Algorithm::ldp_linear_moments, Algorithm::ldp_linucb, Algorithm::ldp_glm_newton,
          Algorithm::ldp_glm_gloc, Algorithm::ldp_glm_sgd}) {
      all.push_back(ldp::LinearLearner::create(codebook(algorithm)).value());
    }
    return all;
  }();
  for (const ldp::LinearLearner& learner : learners) {
    check({data, size}, learner);
    check(dress({data, size}, learner.experiment()), learner);
  }
  return 0;
}
