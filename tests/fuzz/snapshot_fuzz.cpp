// Foreign snapshots: numbers of any kind. Whatever passes validation must be safe to choose from: a
// client takes it and every decision is an arm of the experiment.
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "client/multi_armed_client.hpp"
#include "foreign_numbers.hpp"
#include "mechanisms/reward_transform.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "require.hpp"

namespace {

using fuzz::Counter;
using fuzz::Reader;
using fuzz::require;

void fill(std::vector<double>& numbers, Reader& reader) {
  for (double& number : numbers) number = reader.take<double>();
}

// The arm that every device must play, or -1.
std::int32_t only_arm(const ldp::MultiArmedSnapshot& snapshot,
                      const ldp::MultiArmedExperiment& experiment, double epsilon) {
  if (snapshot.forced_arm >= 0) return snapshot.forced_arm;
  return epsilon < experiment.level_aware_from ? snapshot.incumbent : -1;
}

void check(const ldp::MultiArmedSnapshot& snapshot, const ldp::MultiArmedExperiment& experiment,
           double epsilon) {
  auto client =
      ldp::MultiArmedClient::create(experiment, ldp::RewardTransform::unit(), 0, epsilon).value();
  const bool valid = ldp::validate(snapshot, experiment).ok();
  require(client.set_snapshot(snapshot).ok() == valid);
  Counter source;
  for (int i = 0; i < 4; ++i) {
    const auto decision = client.choose(source);
    require(decision.ok() && decision.value().arm() < experiment.arms);
    if (!valid) continue;
    const std::uint32_t arm = decision.value().arm();
    const std::int32_t only = only_arm(snapshot, experiment, epsilon);
    if (only >= 0) {
      require(arm == static_cast<std::uint32_t>(only));
    } else if (!snapshot.weights.empty()) {
      require(snapshot.weights[arm] > 0);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ldp::MultiArmedExperiment plain{
      ldp::Algorithm::he_ldp_ucb_laplace, 4, {0.5, 1}, 0.5, ldp::Bound::l4};
  static const ldp::MultiArmedExperiment level_aware{
      ldp::Algorithm::weighted_ldp_ucb, 4, {0.5, 1}, 0, ldp::Bound::la, 1};
  Reader reader({data, size});
  ldp::MultiArmedSnapshot snapshot;
  snapshot.mean.resize(reader.take<std::uint8_t>() % 6);
  snapshot.width.resize(reader.take<std::uint8_t>() % 6);
  snapshot.forced_arm = reader.take<std::int32_t>();
  snapshot.id = reader.take<std::uint32_t>();
  snapshot.reports = reader.take<std::uint64_t>();
  snapshot.scale = reader.take<double>();
  fill(snapshot.mean, reader);
  fill(snapshot.width, reader);
  snapshot.tilt.resize(reader.take<std::uint8_t>() % 6);
  snapshot.weights.resize(reader.take<std::uint8_t>() % 6);
  const bool is_law = reader.take<std::uint8_t>() % 2 == 1;
  snapshot.incumbent = reader.take<std::int8_t>() - 1;
  fill(snapshot.tilt, reader);
  fill(snapshot.weights, reader);
  // Doubles at random do not sum to 1.
  const double sum = std::accumulate(snapshot.weights.begin(), snapshot.weights.end(), 0.0);
  if (is_law) {
    for (double& weight : snapshot.weights) weight /= sum;
  }
  check(snapshot, plain, 1);
  check(snapshot, level_aware, 1);
  check(snapshot, level_aware, 0.5);
  return 0;
}
