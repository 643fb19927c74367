#include "protocol/combinatorial_report.hpp"

#include <cassert>
#include <utility>

#include "protocol/canonical_text.hpp"
#include "protocol/report_scanner.hpp"

namespace ldp {
namespace {

template <class Integer>
void append_list(std::string& text, const std::vector<Integer>& values) {
  char separator = '[';
  for (const Integer value : values) {
    text += separator;
    append_integer(text, value);
    separator = ',';
  }
  text += ']';
}

// What a report about all arms of a slate may say in one experiment.
struct Limits {
  std::uint32_t last_arm;
  std::uint32_t most;                   // arms of a slate
  std::span<const ReportRange> ranges;  // [levels]
};

// Ascending.
bool scan_arms(Scanner& scanner, const Limits& limits, std::vector<std::uint32_t>& arms) {
  arms.clear();
  if (!scanner.skip(R"(,"arms":[)")) return false;
  do {
    std::uint32_t arm = 0;
    if (!scanner.read_unsigned(limits.last_arm, arm)) return false;
    if (arms.size() == limits.most || (!arms.empty() && arm <= arms.back())) return false;
    arms.push_back(arm);
  } while (scanner.skip(","));
  return scanner.skip("]");
}

bool scan_values(Scanner& scanner, std::size_t count, std::vector<std::int32_t>& values) {
  values.clear();
  values.reserve(count);
  if (!scanner.skip(R"(,"noisy":[)")) return false;
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t value = 0;
    if (i > 0 && !scanner.skip(",")) return false;
    if (!scanner.read_signed(value)) return false;
    values.push_back(value);
  }
  return scanner.skip("]");
}

Status scan_slate(Scanner& scanner, const Limits& limits, ReceivedSlateReport& report) {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (!scan_arms(scanner, limits, report.arms)) {
    return rejected("arms", "must be arms of the experiment, ascending, no more than a slate has");
  }
  const auto last_level = static_cast<std::uint32_t>(limits.ranges.size()) - 1;
  if (!scanner.skip(R"(,"level":)") || !scanner.read_unsigned(last_level, report.level)) {
    return rejected("level", "must be a position in the menu of levels");
  }
  if (!scan_values(scanner, report.arms.size(), report.values)) {
    return rejected("noisy", "must be a canonical 32-bit integer for each arm");
  }
  const ReportRange range = limits.ranges[report.level];
  for (const std::int32_t value : report.values) {
    if (!range.holds(value)) return rejected("noisy", kBeyondMechanism);
  }
  if (!scanner.skip("}")) return rejected("report", "must end after its payload");
  return {};
}

ReceivedSlateReport about_one(const ReceivedReport& report) {
  return {report.id, report.snapshot, report.level, {report.arm}, {report.value}};
}

}  // namespace

SlateReport::SlateReport(const ReportId& id, std::uint32_t snapshot,
                         std::span<const std::uint32_t> arms, std::uint32_t level,
                         const Released<std::vector<std::int32_t>>& values)
    : id_(id),
      snapshot_(snapshot),
      level_(level),
      arms_(arms.begin(), arms.end()),
      values_(values.value()) {
  assert(!arms_.empty() && arms_.size() == values_.size());
}

std::string SlateReport::encode() const {
  std::string text;
  text.reserve(maximum_slate_report_bytes(arms_.size()));
  append_head(text, id_, snapshot_);
  text += R"(,"arms":)";
  append_list(text, arms_);
  text += R"(,"level":)";
  append_integer(text, level_);
  text += R"(,"noisy":)";
  append_list(text, values_);
  text += '}';
  return text;
}

std::size_t maximum_slate_report_bytes(std::size_t arms) {
  // {"v":1,"id":"<22>","snapshot":4294967295  ,"arms":[4095,..]  ,"level":15
  // ,"noisy":[-2147483648,..]}
  return 58 + 9 + 5 * arms + 11 + 10 + 12 * arms + 1;
}

CombinatorialReportDecoder::CombinatorialReportDecoder(const CombinatorialExperiment& experiment,
                                                       std::uint32_t most)
    : about_arms_(experiment.reports), last_arm_(experiment.reports.arms - 1), most_(most) {
  if (payload(experiment.reports) != Payload::slate) return;
  for (const double level : experiment.reports.levels) ranges_.push_back(slate_range(level, most));
}

Result<ReceivedSlateReport> CombinatorialReportDecoder::decode_one(
    std::span<const std::uint8_t> bytes) const {
  if (ranges_.empty()) {
    const Result<ReceivedReport> report = about_arms_.decode_one(bytes);
    if (!report.ok()) return report.error();
    return about_one(report.value());
  }
  Scanner scanner(bytes);
  ReceivedSlateReport report;
  Status status = scan_slate(scanner, {last_arm_, most_, ranges_}, report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status CombinatorialReportDecoder::decode(std::span<const std::uint8_t> bytes,
                                          std::vector<ReceivedSlateReport>& reports) const {
  if (ranges_.empty()) {
    std::vector<ReceivedReport> about_arms;
    Status status = about_arms_.decode(bytes, about_arms);
    for (const ReceivedReport& report : about_arms) reports.push_back(about_one(report));
    return status;
  }
  const Limits limits{last_arm_, most_, ranges_};
  const auto scan = [&](Scanner& scanner, ReceivedSlateReport& report) {
    return scan_slate(scanner, limits, report);
  };
  return scan_reports(bytes, scan, reports);
}

}  // namespace ldp
