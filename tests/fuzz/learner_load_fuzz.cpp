// Foreign saved states. Either the learner is as it was, or it holds exactly what the bytes say and
// can go on. The checksum would stop nearly every input, so it is made right before loading.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "require.hpp"
#include "server/learner/saved_state.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"

namespace {

using fuzz::require;

// `learner` is a new one.
void check(std::span<const std::uint8_t> bytes, ldp::MultiArmedLearner learner) {
  const ldp::MultiArmedExperiment experiment = learner.experiment();
  const auto last = static_cast<std::uint32_t>(experiment.levels.size() - 1);
  require(learner.ingest(ldp::ReceivedReport{{}, 0, 1, last, 1}).ok());
  if (!fuzz::loads(learner, bytes)) return;
  require(ldp::validate(learner.publish(), experiment).ok());
  (void)learner.ingest(ldp::ReceivedReport{{}, 0, 0, 0, 1});
  (void)learner.merge(ldp::MultiArmedLearner(learner));
  require(ldp::validate(learner.publish(), experiment).ok());
}

// The input as the body of a state with a right header and a right checksum.
std::vector<std::uint8_t> dress(std::span<const std::uint8_t> bytes,
                                const ldp::MultiArmedExperiment& experiment) {
  std::vector<std::int64_t> sums(ldp::Statistics(experiment).sums().size());
  for (std::size_t i = 0; i < bytes.size() && i / 8 < sums.size(); ++i) {
    sums[i / 8] |= static_cast<std::int64_t>(std::uint64_t{bytes[i]} << (8 * (i % 8)));
  }
  return ldp::encode_saved_state(experiment, static_cast<std::uint32_t>(bytes.size()), sums);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ldp::Algorithm;
  using ldp::Bound;
  static const std::vector<ldp::MultiArmedExperiment> experiments{
      {Algorithm::weighted_ldp_ucb, 2, {0.5, 1}, 0, Bound::la, 1},
      {Algorithm::he_ldp_ucb_laplace, 2, {0.5, 1}, 0.5, Bound::l4},
      {Algorithm::weighted_ldp_ucb_laplace, 2, {0.5, 1}, 0, Bound::la},
      {Algorithm::ldp_kl_ucb, 2, {0.5, 1}, 0, Bound::lk},
      {Algorithm::ldp_thompson, 2, {0.5, 1}, 0, Bound::la},
      {Algorithm::ldp_thompson, 2, {1}, 0, Bound::la, 0, 0, ldp::Posterior::beta},
      {Algorithm::ldp_thompson_graded, 2, {0.5, 1}},
      {Algorithm::ldp_imed_graded, 2, {1}},
      {Algorithm::ldp_gaussian_ucb, 2, {0.5, 1}, 0, Bound::la, 0, 1e-6}};
  static const std::vector<ldp::MultiArmedLearner> learners = [] {
    std::vector<ldp::MultiArmedLearner> all;
    for (const ldp::MultiArmedExperiment& experiment : experiments) {
      all.push_back(ldp::MultiArmedLearner::create(experiment).value());
    }
    return all;
  }();
  for (const ldp::MultiArmedLearner& learner : learners) {
    check({data, size}, learner);
    check(dress({data, size}, learner.experiment()), learner);
  }
  return 0;
}
