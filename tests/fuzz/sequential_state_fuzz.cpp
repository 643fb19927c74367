// Foreign saved states of the learners that remember weights. Either the learner is as it was, or
// it holds exactly what the bytes say and can go on, whatever they say. Checksums would stop nearly
// every input, so both are made right before loading.
#include <cstdint>
#include <span>
#include <vector>

#include "require.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/learner/saved_state.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"

namespace {

using fuzz::require;

constexpr std::uint32_t kSnapshot = 100;  // ids of epochs are at most this

// A valid head with `folded` folded reports, then the input, then the checksum of both.
std::vector<std::uint8_t> dress(std::span<const std::uint8_t> bytes,
                                const ldp::MultiArmedExperiment& experiment, std::int64_t folded) {
  std::vector<std::int64_t> sums(2 * experiment.arms * experiment.levels.size());
  sums[0] = folded;
  ldp::ByteWriter writer(ldp::encode_saved_state(experiment, kSnapshot, sums));
  for (const std::uint8_t byte : bytes) writer.integer(byte);
  writer.integer(ldp::crc32(writer.bytes()));
  return writer.bytes();
}

void check(std::span<const std::uint8_t> bytes, ldp::MultiArmedLearner learner) {
  const ldp::MultiArmedExperiment experiment = learner.experiment();
  require(learner.ingest(ldp::ReceivedReport{{}, 0, 1, 0, 1}).ok());
  if (!fuzz::loads(learner, bytes)) return;
  require(ldp::validate(learner.publish(), experiment).ok());
  (void)learner.ingest(ldp::ReceivedReport{{}, learner.snapshot_id(), 1, 0, 0});
  (void)learner.merge(ldp::MultiArmedLearner(learner));
  learner.fold(learner.snapshot_id());
  const ldp::MultiArmedSnapshot snapshot = learner.publish();
  require(ldp::validate(snapshot, experiment).ok());
  ldp::MultiArmedLearner again = ldp::MultiArmedLearner::create(experiment).value();
  require(again.load(learner.save()).ok());
  require(again.save() == learner.save());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ldp::Algorithm;
  using ldp::Bound;
  static const ldp::MultiArmedExperiment drift = [] {
    ldp::MultiArmedExperiment watching{Algorithm::ldp_thompson_drift, 2, {1}};
    watching.discount = 1000;
    return watching;
  }();
  static const std::vector<ldp::MultiArmedExperiment> experiments{
      {Algorithm::ldp_tsallis_inf, 2, {0.5, 1}, 0, Bound::la},
      {Algorithm::ldp_exp3, 2, {1}, 0, Bound::la},
      drift};
  for (const ldp::MultiArmedExperiment& experiment : experiments) {
    const ldp::MultiArmedLearner learner = ldp::MultiArmedLearner::create(experiment).value();
    check({data, size}, learner);
    for (const std::int64_t folded : {std::int64_t{0}, std::int64_t{1} << 50}) {
      check(dress({data, size}, experiment, folded), learner);
    }
  }
  return 0;
}
