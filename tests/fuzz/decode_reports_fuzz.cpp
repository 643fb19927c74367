// Foreign request bodies. Whatever is accepted must be in range, and must be the only spelling of
// what it says: writing it again gives the same bytes.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/arm_report.hpp"
#include "require.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"
#include "spelling.hpp"

namespace {

using fuzz::require;

std::string spell(const ldp::ReceivedReport& report, ldp::Payload payload) {
  const std::string text = fuzz::spell_head(report.id, report.snapshot) + R"(,"arm":)" +
                           std::to_string(report.arm) + R"(,"level":)" +
                           std::to_string(report.level) +
                           (payload == ldp::Payload::bit ? R"(,"bit":)" : R"(,"noisy":)") +
                           std::to_string(report.value) + "}";
  require(text.size() <= ldp::kMaximumReportBytes);
  return text;
}

void check(std::span<const std::uint8_t> bytes, const ldp::MultiArmedExperiment& experiment,
           const ldp::ReportDecoder& decoder) {
  std::vector<ldp::ReceivedReport> reports;
  if (!decoder.decode(bytes, reports).ok()) {
    require(reports.empty());
    return;
  }
  fuzz::require_only_spelling(
      bytes, reports, [&](const auto& report) { return spell(report, ldp::payload(experiment)); });

  ldp::MultiArmedLearner learner = ldp::MultiArmedLearner::create(experiment).value();
  require(learner.ingest(reports).ok());
  require(ldp::validate(learner.publish(), experiment).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ldp::MultiArmedExperiment bits{
      ldp::Algorithm::weighted_ldp_ucb, 12, {0.5, 1, 2}, 0, ldp::Bound::la};
  static const ldp::MultiArmedExperiment integers{
      ldp::Algorithm::he_ldp_ucb_laplace, 12, {0.5, 1, 2}, 1, ldp::Bound::l4};
  static const ldp::MultiArmedExperiment gaussian{
      ldp::Algorithm::ldp_gaussian_ucb, 12, {0.5, 1, 2}, 0, ldp::Bound::la, 0, 1e-6};
  static const ldp::ReportDecoder of_bits(bits);
  static const ldp::ReportDecoder of_integers(integers);
  static const ldp::ReportDecoder of_gaussian(gaussian);
  check({data, size}, bits, of_bits);
  check({data, size}, integers, of_integers);
  check({data, size}, gaussian, of_gaussian);
  return 0;
}
