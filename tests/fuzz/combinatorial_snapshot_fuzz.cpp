// Foreign snapshots of a combinatorial experiment: numbers of any kind. Whatever a device takes
// must be safe to choose from: every slate is a super arm of the pinned set, what is reported is in
// it, and every report is one that a server reads.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/combinatorial_client.hpp"
#include "foreign_numbers.hpp"
#include "mechanisms/reward_transform.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "require.hpp"

namespace {

using fuzz::Counter;
using fuzz::Reader;
using fuzz::require;

void check(const ldp::CombinatorialSnapshot& snapshot,
           const ldp::CombinatorialExperiment& experiment) {
  ldp::CombinatorialClient client =
      ldp::CombinatorialClient::create(experiment, ldp::RewardTransform::unit(), 0, 1).value();
  const bool taken = client.set_snapshot(snapshot).ok();
  if (taken) require(ldp::validate(snapshot, experiment).ok());
  Counter source;
  for (int i = 0; i < 4; ++i) {
    const auto decision = client.choose(source);
    require(decision.ok());
    const std::vector<std::uint32_t>& arms = decision.value().answer.arms;
    require(ldp::check_super_arm(experiment.set, arms).ok());
    const auto text = client.neutral_report(decision.value(), ldp::ReportId{});
    require(text.ok());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.value().data());
    const auto report =
        ldp::CombinatorialReportDecoder(experiment, ldp::largest_super_arm(experiment.set))
            .decode_one({bytes, text.value().size()});
    require(report.ok());
    if (experiment.reports.algorithm == ldp::Algorithm::cucb_ldp_sum) continue;
    for (const std::uint32_t arm : report.value().arms) {
      require(std::binary_search(arms.begin(), arms.end(), arm));
    }
  }
}

// Four arms in two groups, two chosen, one of each.
ldp::CombinatorialExperiment experiment_of(ldp::Algorithm algorithm, ldp::Coordinate coordinate) {
  ldp::CombinatorialExperiment experiment;
  experiment.set.kind = ldp::SetKind::partition;
  experiment.set.arms = 4;
  experiment.set.choose = 2;
  experiment.set.group = {0, 0, 1, 1};
  experiment.set.most = {1, 1};
  experiment.reports.algorithm = algorithm;
  experiment.reports.arms = 4;  // as there are super arms
  experiment.reports.levels = {1};
  experiment.coordinate = coordinate;
  if (algorithm == ldp::Algorithm::cucb_ldp1) {
    experiment.width = ldp::CombinatorialWidth::corrected;
  }
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ldp::Algorithm;
  using ldp::Coordinate;
  static const ldp::CombinatorialExperiment experiments[] = {
      experiment_of(Algorithm::combinatorial_thompson, Coordinate::least_reported),
      experiment_of(Algorithm::cucb_ldp_bit, Coordinate::uniform),
      experiment_of(Algorithm::cucb_ldp_sum, Coordinate::all),
      experiment_of(Algorithm::cucb_ldp1, Coordinate::all),
  };
  Reader reader({data, size});
  ldp::CombinatorialSnapshot snapshot;
  // Mostly the right lengths: four estimates, two arms for each slate, and what is reported or not.
  const auto lengths = reader.take<std::uint8_t>();
  snapshot.mean.resize(lengths % 16 == 3 ? lengths / 16 : 4);
  snapshot.width.resize(lengths % 16 == 7 ? lengths / 16 : 4);
  snapshot.ends.resize(lengths % 4 + (lengths % 16 == 0 ? 0U : 1U));
  snapshot.arms.resize(lengths % 16 == 11 ? lengths / 16 : 2 * snapshot.ends.size());
  snapshot.reported.resize(lengths % 2 == 0 ? 0 : snapshot.ends.size());
  snapshot.id = reader.take<std::uint32_t>();
  snapshot.reports = reader.take<std::uint64_t>();
  for (std::uint32_t& arm : snapshot.arms) arm = reader.take<std::uint8_t>();
  for (std::uint32_t& arm : snapshot.reported) arm = reader.take<std::uint8_t>();
  for (std::size_t i = 0; i < snapshot.ends.size(); ++i) {
    snapshot.ends[i] = static_cast<std::uint32_t>(2 * i + 2) ^ reader.take<std::uint8_t>();
  }
  for (double& number : snapshot.mean) number = reader.take<double>();
  for (double& number : snapshot.width) number = reader.take<double>();
  for (const ldp::CombinatorialExperiment& experiment : experiments) check(snapshot, experiment);
  return 0;
}
