// Foreign request bodies of a convex experiment. Whatever is accepted must be in range, and must be
// the only spelling of what it says; and a server takes it.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/base64url.hpp"
#include "protocol/convex_report.hpp"
#include "protocol/convex_snapshot.hpp"
#include "require.hpp"
#include "server/convex/convex_learner.hpp"
#include "spelling.hpp"

namespace {

using fuzz::require;

std::string spell(const ldp::ReceivedConvexReport& report,
                  const ldp::ConvexExperiment& experiment) {
  std::string text = fuzz::spell_head(report.id, report.snapshot);
  if (ldp::has_points(experiment)) {
    require(report.arm < ldp::kConvexPoints && report.coin == 0);
    text += R"(,"arm":)" + std::to_string(report.arm) + R"(,"level":0)";
  } else {
    require(report.arm == 0);
    std::array<std::uint8_t, 8> coin;
    for (std::size_t i = 0; i < 8; ++i) coin[i] = static_cast<std::uint8_t>(report.coin >> 8 * i);
    text += R"(,"coin":")";
    ldp::append_base64url(coin, text);
    text += '"';
  }
  const bool is_bit = experiment.mechanism == ldp::ScalarMechanism::bit;
  if (is_bit) require(report.value == 0 || report.value == 1);
  return text + (is_bit ? R"(,"bit":)" : R"(,"noisy":)") + std::to_string(report.value) + "}";
}

void check(std::span<const std::uint8_t> bytes, const ldp::ConvexExperiment& experiment) {
  std::vector<ldp::ReceivedConvexReport> reports;
  if (!ldp::decode_convex_reports(bytes, experiment, reports).ok()) {
    require(reports.empty());
    return;
  }
  fuzz::require_only_spelling(bytes, reports,
                              [&](const auto& report) { return spell(report, experiment); });

  ldp::ConvexLearner learner = ldp::ConvexLearner::create(experiment).value();
  const std::uint32_t open = learner.publish().id;
  for (ldp::ReceivedConvexReport& report : reports) report.snapshot = open;
  require(learner.ingest(reports).ok());
  require(learner.reports() == reports.size());
  require(ldp::validate(learner.publish(), experiment).ok());
}

ldp::ConvexExperiment experiment_of(ldp::Algorithm algorithm, ldp::ScalarMechanism mechanism) {
  ldp::ConvexExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.set.dimension = 1;
  experiment.set.low = {-1};
  experiment.set.high = {3};
  experiment.epsilon = 1;
  experiment.mechanism = mechanism;
  if (algorithm != ldp::Algorithm::ldp_stochastic_convex) experiment.lipschitz = 1;
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using ldp::Algorithm;
  using ldp::ScalarMechanism;
  static const ldp::ConvexExperiment experiments[] = {
      experiment_of(Algorithm::ldp_two_point, ScalarMechanism::bit),
      experiment_of(Algorithm::ldp_one_point, ScalarMechanism::laplace),
      experiment_of(Algorithm::ldp_stochastic_convex, ScalarMechanism::bit),
      experiment_of(Algorithm::ldp_stochastic_convex, ScalarMechanism::laplace),
  };
  for (const ldp::ConvexExperiment& experiment : experiments) check({data, size}, experiment);
  return 0;
}
