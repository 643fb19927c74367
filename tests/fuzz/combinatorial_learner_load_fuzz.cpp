// Foreign saved states of learners of slates. Either the learner is as it was, or it holds exactly
// what the bytes say and can go on. Header and checksum would stop nearly every input, so they are
// made right before loading.
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "require.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "server/combinatorial/combinatorial_saved_state.hpp"
#include "server/learner/state_file.hpp"

namespace {

using fuzz::require;
using ldp::Algorithm;

ldp::CombinatorialLearner learner_of(const ldp::CombinatorialExperiment& experiment) {
  return ldp::CombinatorialLearner::create(experiment).value();
}

// What a device answers to the first slate.
ldp::ReceivedSlateReport answer(const ldp::CombinatorialExperiment& experiment,
                                const ldp::CombinatorialSnapshot& snapshot) {
  const std::span<const std::uint32_t> arms = ldp::slate(snapshot, 0);
  ldp::ReceivedSlateReport report{{}, snapshot.id, 0, {arms[0]}, {1}};
  if (experiment.reports.algorithm == Algorithm::cucb_ldp1) {
    report.arms.assign(arms.begin(), arms.end());
    report.values.assign(arms.size(), -1000);
  } else if (!snapshot.reported.empty()) {
    report.arms = {snapshot.reported[0]};
  }
  return report;
}

void check(std::span<const std::uint8_t> bytes, const ldp::CombinatorialExperiment& experiment) {
  ldp::CombinatorialLearner learner = learner_of(experiment);
  const ldp::CombinatorialSnapshot first = learner.publish();
  require(learner.ingest(answer(experiment, first)).ok());
  if (!fuzz::loads(learner, bytes)) return;
  const ldp::CombinatorialSnapshot snapshot = learner.publish(3);
  require(ldp::validate(snapshot, experiment).ok());
  if (snapshot.id == std::numeric_limits<std::uint32_t>::max()) return;  // nothing follows it
  (void)learner.ingest(answer(experiment, snapshot));
  ldp::CombinatorialLearner other = learner_of(experiment);
  require(other.load(learner.save()).ok());
  (void)learner.merge(other);
  require(other.load(learner.save()).ok() && other.save() == learner.save());
  learner.fold(snapshot.id);
  require(ldp::validate(learner.publish(), experiment).ok());
}

// The input as the body of a state with a right header and a right checksum.
std::vector<std::uint8_t> dress(std::span<const std::uint8_t> bytes,
                                const ldp::CombinatorialExperiment& experiment) {
  ldp::ByteWriter writer(ldp::combinatorial_state_header(experiment, ldp::kPublicSeed));
  for (const std::uint8_t byte : bytes) writer.integer(byte);
  return ldp::end_state(std::move(writer));
}

ldp::CombinatorialExperiment experiment_of(Algorithm algorithm) {
  ldp::CombinatorialExperiment experiment;
  experiment.reports.algorithm = algorithm;
  experiment.reports.levels = {1};
  experiment.set.arms = 3;
  experiment.set.choose = 2;
  experiment.reports.arms = 3;  // and there are as many pairs
  experiment.coordinate = ldp::coordinate_without_choice(algorithm);
  if (algorithm == Algorithm::cucb_ldp1) experiment.width = ldp::CombinatorialWidth::corrected;
  if (algorithm == Algorithm::cucb_ldp2) experiment.width = ldp::CombinatorialWidth::published;
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const Algorithm algorithm :
       {Algorithm::combinatorial_thompson, Algorithm::cucb_ldp2, Algorithm::cucb_ldp1,
        Algorithm::cucb_ldp_joint, Algorithm::cucb_ldp_sum}) {
    const ldp::CombinatorialExperiment experiment = experiment_of(algorithm);
    check({data, size}, experiment);
    check(dress({data, size}, experiment), experiment);
  }
  return 0;
}
