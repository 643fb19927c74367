// Foreign saved states of convex learners. Either the learner is as it was, or it holds exactly
// what the bytes say and can go on: whatever the numbers in them are, what it publishes lies in the
// set. Header and checksum would stop nearly every input, so they are made right before loading.
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "require.hpp"
#include "server/convex/convex_learner.hpp"
#include "server/convex/convex_saved_state.hpp"
#include "server/learner/state_file.hpp"

namespace {

using fuzz::require;
using ldp::Algorithm;
using ldp::ConvexLosses;

ldp::ConvexLearner learner_of(const ldp::ConvexExperiment& experiment) {
  return ldp::ConvexLearner::create(experiment).value();
}

ldp::ReceivedConvexReport answer(const ldp::ConvexExperiment& experiment, std::uint32_t snapshot) {
  ldp::ReceivedConvexReport report;
  report.snapshot = snapshot;
  report.value = 1;
  if (ldp::has_points(experiment)) {
    report.arm = 2;
  } else {
    report.coin = 12345;
  }
  return report;
}

void check(std::span<const std::uint8_t> bytes, const ldp::ConvexExperiment& experiment) {
  ldp::ConvexLearner learner = learner_of(experiment);
  const ldp::ConvexSnapshot first = learner.publish();
  require(learner.ingest(answer(experiment, first.id)).ok());
  if (!fuzz::loads(learner, bytes)) return;
  const ldp::ConvexSnapshot snapshot = learner.publish();
  require(ldp::validate(snapshot, experiment).ok());
  if (snapshot.id == std::numeric_limits<std::uint32_t>::max()) return;  // nothing follows it
  (void)learner.ingest(answer(experiment, snapshot.id));
  ldp::ConvexLearner other = learner_of(experiment);
  require(other.load(learner.save()).ok());
  (void)learner.merge(other);
  require(other.load(learner.save()).ok() && other.save() == learner.save());
  learner.fold(snapshot.id);
  require(ldp::validate(learner.publish(), experiment).ok());
}

// The input as the body of a state with a right header and a right checksum.
std::vector<std::uint8_t> dress(std::span<const std::uint8_t> bytes,
                                const ldp::ConvexExperiment& experiment) {
  ldp::ByteWriter writer(ldp::convex_state_header(experiment));
  for (const std::uint8_t byte : bytes) writer.integer(byte);
  return ldp::end_state(std::move(writer));
}

ldp::ConvexExperiment experiment_of(Algorithm algorithm, ConvexLosses losses) {
  ldp::ConvexExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.epsilon = 1;
  experiment.losses = losses;
  experiment.lipschitz = algorithm == Algorithm::ldp_stochastic_convex ? 0 : 1;
  experiment.smoothness = ldp::is_smooth(losses) ? 2 : 0;
  experiment.curvature = ldp::is_strongly_convex(losses) ? 1 : 0;
  experiment.set.kind = ldp::ConvexSetKind::box;
  experiment.set.dimension = algorithm == Algorithm::ldp_stochastic_convex ? 1 : 2;
  experiment.set.low.assign(experiment.set.dimension, -1);
  experiment.set.high.assign(experiment.set.dimension, 2);
  return experiment;
}

// hl on a triangle: the minimiser that is found by Newton steps.
ldp::ConvexExperiment on_triangle() {
  ldp::ConvexExperiment experiment =
      experiment_of(Algorithm::ldp_one_point, ConvexLosses::strongly_convex_smooth);
  experiment.set = {};
  experiment.set.kind = ldp::ConvexSetKind::polytope;
  experiment.set.dimension = 2;
  experiment.set.normals = {-1, 0, 0, -1, 1, 1};
  experiment.set.offsets = {0, 0, 1};
  experiment.set.radius = 1;
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const ldp::ConvexExperiment& experiment :
       {experiment_of(Algorithm::ldp_one_point, ConvexLosses::convex),
        experiment_of(Algorithm::ldp_one_point, ConvexLosses::smooth), on_triangle(),
        experiment_of(Algorithm::ldp_two_point, ConvexLosses::strongly_convex),
        experiment_of(Algorithm::ldp_stochastic_convex, ConvexLosses::convex)}) {
    check({data, size}, experiment);
    check(dress({data, size}, experiment), experiment);
  }
  return 0;
}
