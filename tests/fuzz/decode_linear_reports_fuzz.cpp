// Foreign request bodies of a linear or generalized linear experiment. Whatever is accepted must be
// in range, and must be the only spelling of what it says: writing it again gives the same bytes.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/base64url.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_snapshot.hpp"
#include "require.hpp"
#include "server/linear/linear_learner.hpp"
#include "spelling.hpp"

namespace {

using fuzz::require;

std::string spell(const ldp::ReceivedLinearReport& report,
                  const std::vector<ldp::LinearPart>& parts) {
  const ldp::LinearPart& part = parts[report.part];
  const std::int32_t largest = (1 << (8 * part.bytes - 1)) - 1;
  require(report.values.size() == part.length);
  std::vector<std::uint8_t> data;
  for (const std::int32_t value : report.values) {
    require(value >= -largest && value <= largest);
    for (std::uint32_t i = 0; i < part.bytes; ++i) {
      data.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> (8 * i)));
    }
  }
  std::string text = fuzz::spell_head(report.id, report.snapshot);
  if (parts.size() > 1) text += R"(,"part":")" + std::string(part.name) + '"';
  text += R"(,"data":")";
  ldp::append_base64url(data, text);
  return text + R"("})";
}

struct Game {
  explicit Game(const ldp::LinearExperiment& given) : experiment(given), decoder(given) {}

  ldp::LinearExperiment experiment;
  ldp::LinearReportDecoder decoder;
};

void check(std::span<const std::uint8_t> bytes, const Game& game) {
  const ldp::LinearExperiment& experiment = game.experiment;
  std::vector<ldp::ReceivedLinearReport> reports;
  if (!game.decoder.decode(bytes, reports).ok()) {
    require(reports.empty());
    return;
  }
  const std::vector<ldp::LinearPart> parts = ldp::parts(experiment);
  fuzz::require_only_spelling(bytes, reports,
                              [&](const auto& report) { return spell(report, parts); });

  ldp::LinearLearner learner = ldp::LinearLearner::create(experiment).value();
  for (ldp::ReceivedLinearReport& report : reports) report.snapshot = 0;  // which is open
  require(learner.ingest(reports).ok());
  require(learner.reports() == reports.size());
  require(ldp::validate(learner.publish(), experiment).ok());
}

ldp::LinearExperiment gaussian(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 3;
  experiment.epsilon = 1;
  experiment.delta = 1e-6;
  experiment.mechanism = ldp::LinearMechanism::gaussian;
  return experiment;
}

ldp::LinearExperiment ball(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 3;
  experiment.epsilon = 1;
  return experiment;
}

// A report is the index of one of 16 codewords.
ldp::LinearExperiment codebook(ldp::Algorithm algorithm) {
  ldp::LinearExperiment experiment = ball(algorithm);
  experiment.mechanism = ldp::LinearMechanism::codebook;
  experiment.codewords = 16;
  return ldp::with_codebook(experiment);
}

// Two parts, of which a coin names one.
ldp::LinearExperiment coin() {
  ldp::LinearExperiment experiment = ball(ldp::Algorithm::ldp_glm_newton);
  experiment.parts = ldp::ReportParts::coin;
  return experiment;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Game games[] = {
      Game(ball(ldp::Algorithm::ldp_linear_moments)),
      Game(ball(ldp::Algorithm::ldp_linucb)),
      Game(gaussian(ldp::Algorithm::ldp_linucb)),
      Game(gaussian(ldp::Algorithm::online_ldp_linucb)),
      Game(gaussian(ldp::Algorithm::private_bandits_combiner)),
      Game(ball(ldp::Algorithm::ldp_glm_newton)),
      Game(coin()),
      Game(ball(ldp::Algorithm::ldp_glm_sgd)),
      Game(gaussian(ldp::Algorithm::ldp_glm_gloc)),
      Game(codebook(ldp::Algorithm::ldp_linear_moments)),
      Game(codebook(ldp::Algorithm::ldp_linucb)),
      Game(codebook(ldp::Algorithm::ldp_glm_newton)),
      Game(codebook(ldp::Algorithm::ldp_glm_sgd)),
      Game(gaussian(ldp::Algorithm::ldp_glm_published)),
  };
  for (const Game& game : games) check({data, size}, game);
  return 0;
}
