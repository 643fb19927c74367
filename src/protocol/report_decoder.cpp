#include "protocol/arm_report.hpp"
#include "protocol/report_scanner.hpp"

namespace ldp {
namespace {

// What a report may say in one experiment.
struct Limits {
  std::uint32_t last_arm;
  bool is_bit;
  std::span<const ReportRange> ranges;  // [levels]
};

Status scan_report(Scanner& scanner, const Limits& limits, ReceivedReport& report) {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (!scanner.skip(R"(,"arm":)") || !scanner.read_unsigned(limits.last_arm, report.arm)) {
    return rejected("arm", "must be an arm of the experiment");
  }
  const auto last_level = static_cast<std::uint32_t>(limits.ranges.size()) - 1;
  if (!scanner.skip(R"(,"level":)") || !scanner.read_unsigned(last_level, report.level)) {
    return rejected("level", "must be a position in the menu of levels");
  }
  const ReportRange range = limits.ranges[report.level];
  if (Status status = scan_value(scanner, limits.is_bit, range, report.value); !status.ok()) {
    return status;
  }
  if (!scanner.skip("}")) return rejected("report", "must end after its payload");
  return {};
}

}  // namespace

ReportDecoder::ReportDecoder(const MultiArmedExperiment& experiment)
    : last_arm_(experiment.arms - 1), is_bit_(payload(experiment) == Payload::bit) {
  for (const double level : experiment.levels) {
    ranges_.push_back(report_range(payload(experiment), level, experiment.delta));
  }
}

Result<ReceivedReport> ReportDecoder::decode_one(std::span<const std::uint8_t> bytes) const {
  Scanner scanner(bytes);
  ReceivedReport report;
  Status status = scan_report(scanner, {last_arm_, is_bit_, ranges_}, report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status ReportDecoder::decode(std::span<const std::uint8_t> bytes,
                             std::vector<ReceivedReport>& reports) const {
  const Limits limits{last_arm_, is_bit_, ranges_};
  const auto scan = [&](Scanner& scanner, ReceivedReport& report) {
    return scan_report(scanner, limits, report);
  };
  return scan_reports(bytes, scan, reports);
}

Result<ReceivedReport> decode_report(std::span<const std::uint8_t> bytes,
                                     const MultiArmedExperiment& experiment) {
  return ReportDecoder(experiment).decode_one(bytes);
}

Status decode_reports(std::span<const std::uint8_t> bytes, const MultiArmedExperiment& experiment,
                      std::vector<ReceivedReport>& reports) {
  return ReportDecoder(experiment).decode(bytes, reports);
}

}  // namespace ldp
