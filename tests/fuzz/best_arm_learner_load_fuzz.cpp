// Foreign saved states of learners of best arms and of the one-point reduction. Either the learner
// is as it was, or it holds exactly what the bytes say and can go on, whatever they say. Checksums
// would stop nearly every input, so they are made right before loading, too.
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "foreign_numbers.hpp"
#include "require.hpp"
#include "server/best_arm/best_arm_learner.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/reduction/reduction_learner.hpp"

namespace {

using fuzz::Reader;
using fuzz::require;
using Bytes = std::vector<std::uint8_t>;

constexpr ldp::ReceivedReport kReport{{}, 1, 1, 0, 1};

template <class Learner>
void require_round_trip(const Learner& learner) {
  if (learner.snapshot_id() == std::numeric_limits<std::uint32_t>::max()) return;  // the last
  Learner again = Learner::create(learner.experiment()).value();
  require(again.load(learner.save()).ok());
  require(again.save() == learner.save());
}

// Loads into a learner that has seen something.
template <class Learner>
bool loads(std::span<const std::uint8_t> bytes, Learner& learner) {
  require(learner.ingest(kReport).ok());
  return fuzz::loads(learner, bytes);
}

void check(std::span<const std::uint8_t> bytes, const ldp::BestArmExperiment& experiment) {
  auto learner = ldp::BestArmLearner::create(experiment).value();
  if (!loads(bytes, learner)) return;
  for (int epoch = 0; epoch < 2; ++epoch) {
    const ldp::BestArmSnapshot snapshot = learner.publish();
    require(ldp::validate(snapshot, experiment).ok());
    (void)learner.ingest(kReport);
  }
  require_round_trip(learner);
}

void check(std::span<const std::uint8_t> bytes, const ldp::ReductionExperiment& experiment) {
  auto learner = ldp::ReductionLearner::create(experiment).value();
  if (!loads(bytes, learner)) return;
  (void)learner.losses();
  require(ldp::validate(learner.publish(), ldp::reports_of(experiment)).ok());
  require_round_trip(learner);
}

// What the input says, in a form that is in order.
Bytes dress(std::span<const std::uint8_t> bytes, const ldp::BestArmExperiment& experiment) {
  Reader reader(bytes);
  ldp::BestArmEnd end;
  const auto snapshot_id = reader.take<std::uint32_t>();
  end.answer = reader.take<std::int8_t>();
  const auto flags = reader.take<std::uint8_t>();
  end.certified = (flags & 1) != 0;
  end.ended = (flags & 2) != 0;
  end.error = reader.take<double>();
  end.left.resize(reader.take<std::uint8_t>() % 6);
  for (std::uint32_t& arm : end.left) arm = reader.take<std::uint8_t>();
  std::vector<std::int64_t> sums(2 * experiment.arms);
  for (std::int64_t& sum : sums) sum = reader.take<std::int64_t>();
  ldp::DuelMemory memory;
  if (experiment.algorithm == ldp::Algorithm::ldp_duel) {
    memory = ldp::Duel(ldp::DuelTerms::of(experiment)).memory();
    const bool is_large = (flags & 4) != 0;
    for (std::int64_t& sum : memory.closed) {
      sum = is_large ? reader.take<std::int64_t>() : reader.take<std::uint16_t>();
    }
    // In steps of 1/16 most inputs are in order: random bits of a double seldom are.
    for (auto* values : {&memory.rows, &memory.best, &memory.lifts}) {
      for (double& value : *values) value = reader.take<std::uint8_t>() / 16.0;
    }
  }
  return ldp::encode_best_arm_state(experiment, snapshot_id, sums, end, memory);
}

std::vector<ldp::BestArmExperiment> best_arm_experiments() {
  std::vector<ldp::BestArmExperiment> experiments;
  for (const auto algorithm :
       {ldp::Algorithm::ldp_kl_lucb, ldp::Algorithm::ldp_successive_elimination,
        ldp::Algorithm::ldp_lil_ucb, ldp::Algorithm::ldp_sequential_halving}) {
    ldp::BestArmExperiment experiment;
    experiment.algorithm = algorithm;
    experiment.arms = 4;
    experiment.epsilon = 1;
    experiment.maximum_pulls = 1000;
    experiments.push_back(experiment);
    experiment.mechanism = ldp::ScalarMechanism::laplace;
    experiments.push_back(experiment);
  }
  ldp::BestArmExperiment duel;
  duel.algorithm = ldp::Algorithm::ldp_duel;
  duel.arms = 4;
  duel.epsilon = 1;
  duel.maximum_pulls = 1000;
  experiments.push_back(duel);
  duel.control = 1;
  experiments.push_back(duel);
  return experiments;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<ldp::BestArmExperiment> experiments = best_arm_experiments();
  static const ldp::ReductionExperiment reduction{ldp::Algorithm::one_point_reduction, 4, 1};
  const std::span<const std::uint8_t> bytes(data, size);
  for (const ldp::BestArmExperiment& experiment : experiments) {
    check(bytes, experiment);
    check(dress(bytes, experiment), experiment);
  }
  check(bytes, reduction);
  return 0;
}
