// Foreign request bodies. Whatever is accepted must be in range, and must be the only spelling of
// what it says: writing it again gives the same bytes.
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "protocol/base64url.hpp"
#include "protocol/report.hpp"
#include "require.hpp"
#include "server/multi_armed/learner.hpp"

namespace {

using fuzz::require;

std::string spell(const ldp::ReceivedReport& report, ldp::Payload payload) {
  char id[ldp::kEncodedIdLength + 1] = {};
  ldp::encode_id(report.id, id);
  char text[ldp::kMaximumReportBytes + 1];
  const int size = std::snprintf(text, sizeof text,
                                 R"({"v":1,"id":"%s","snapshot":%u,"arm":%u,"level":%u,"%s":%d})",
                                 id, report.snapshot, report.arm, report.level,
                                 payload == ldp::Payload::bit ? "bit" : "noisy", report.value);
  require(size > 0 && size < static_cast<int>(sizeof text));
  return text;
}

void check(std::span<const std::uint8_t> bytes, const ldp::Experiment& experiment,
           const ldp::ReportDecoder& decoder) {
  std::vector<ldp::ReceivedReport> reports;
  if (!decoder.decode(bytes, reports).ok()) {
    require(reports.empty());
    return;
  }
  require(!reports.empty() && reports.size() <= ldp::kMaximumReportsPerBatch);
  const bool is_array = bytes[0] == '[';
  std::string text = is_array ? "[" : "";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (i > 0) text += ',';
    text += spell(reports[i], ldp::payload(experiment));
  }
  if (is_array) text += ']';
  require(std::string(bytes.begin(), bytes.end()) == text);

  ldp::Learner learner = ldp::Learner::create(experiment).value();
  require(learner.ingest(reports).ok());
  require(ldp::validate(learner.publish(), experiment).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ldp::Experiment bits{
      ldp::Algorithm::weighted_ldp_ucb, 12, {0.5, 1, 2}, 0, ldp::Bound::la};
  static const ldp::Experiment integers{
      ldp::Algorithm::he_ldp_ucb_laplace, 12, {0.5, 1, 2}, 1, ldp::Bound::l4};
  static const ldp::Experiment gaussian{
      ldp::Algorithm::ldp_gaussian_ucb, 12, {0.5, 1, 2}, 0, ldp::Bound::la, 0, 1e-6};
  static const ldp::ReportDecoder of_bits(bits);
  static const ldp::ReportDecoder of_integers(integers);
  static const ldp::ReportDecoder of_gaussian(gaussian);
  check({data, size}, bits, of_bits);
  check({data, size}, integers, of_integers);
  check({data, size}, gaussian, of_gaussian);
  return 0;
}
