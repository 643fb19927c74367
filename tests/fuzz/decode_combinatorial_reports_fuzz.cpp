// Foreign request bodies of a combinatorial experiment. Whatever is accepted must be in range, and
// must be the only spelling of what it says; and a server takes of it exactly what answers a slate.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oracles/super_arm.hpp"
#include "protocol/combinatorial_report.hpp"
#include "protocol/combinatorial_snapshot.hpp"
#include "require.hpp"
#include "server/combinatorial/combinatorial_learner.hpp"
#include "spelling.hpp"

namespace {

using fuzz::require;

template <class Integer>
std::string spell_list(const std::vector<Integer>& values) {
  std::string text = "[";
  for (const Integer value : values) {
    if (text.size() > 1) text += ',';
    text += std::to_string(value);
  }
  return text + "]";
}

std::string spell(const ldp::ReceivedSlateReport& report, ldp::Payload payload) {
  require(!report.arms.empty() && report.arms.size() == report.values.size());
  const std::string head = fuzz::spell_head(report.id, report.snapshot);
  const std::string level = R"(,"level":)" + std::to_string(report.level);
  if (payload == ldp::Payload::slate) {
    return head + R"(,"arms":)" + spell_list(report.arms) + level + R"(,"noisy":)" +
           spell_list(report.values) + "}";
  }
  require(report.arms.size() == 1);
  const std::string kind = payload == ldp::Payload::bit ? R"(,"bit":)" : R"(,"noisy":)";
  return head + R"(,"arm":)" + std::to_string(report.arms[0]) + level + kind +
         std::to_string(report.values[0]) + "}";
}

struct Game {
  explicit Game(const ldp::CombinatorialExperiment& given)
      : experiment(given), decoder(given, ldp::largest_super_arm(given.set)) {}

  ldp::CombinatorialExperiment experiment;
  ldp::CombinatorialReportDecoder decoder;
};

void check(std::span<const std::uint8_t> bytes, const Game& game) {
  const ldp::CombinatorialExperiment& experiment = game.experiment;
  std::vector<ldp::ReceivedSlateReport> reports;
  if (!game.decoder.decode(bytes, reports).ok()) {
    require(reports.empty());
    return;
  }
  fuzz::require_only_spelling(bytes, reports, [&](const auto& report) {
    return spell(report, ldp::payload(experiment.reports));
  });

  ldp::CombinatorialLearner learner = ldp::CombinatorialLearner::create(experiment).value();
  const std::uint32_t open = learner.publish(3).id;
  for (ldp::ReceivedSlateReport& report : reports) report.snapshot = open;
  const bool answers = learner.check(reports).ok();
  require(learner.ingest(reports).ok() == answers);
  require(learner.statistics().reports() == (answers ? reports.size() : 0));
  require(ldp::validate(learner.publish(1), experiment).ok());
}

ldp::CombinatorialExperiment experiment_of(ldp::Algorithm algorithm) {
  ldp::CombinatorialExperiment experiment;
  experiment.set.arms = 3;
  experiment.set.choose = 2;
  experiment.reports.algorithm = algorithm;
  experiment.reports.arms = 3;  // as there are pairs of three arms
  experiment.reports.levels = {1};
  experiment.coordinate = ldp::coordinate_without_choice(algorithm);
  if (algorithm == ldp::Algorithm::cucb_ldp1) {
    experiment.width = ldp::CombinatorialWidth::corrected;
  }
  if (algorithm == ldp::Algorithm::cucb_ldp2) {
    experiment.width = ldp::CombinatorialWidth::published;
  }
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Game games[] = {
      Game(experiment_of(ldp::Algorithm::combinatorial_thompson)),
      Game(experiment_of(ldp::Algorithm::cucb_ldp_sum)),
      Game(experiment_of(ldp::Algorithm::cucb_ldp2)),
      Game(experiment_of(ldp::Algorithm::cucb_ldp1)),
  };
  for (const Game& game : games) check({data, size}, game);
  return 0;
}
