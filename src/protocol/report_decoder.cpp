#include "protocol/report.hpp"
#include "protocol/report_scanner.hpp"

namespace ldp {
namespace {

// What a report may say in one experiment.
struct Limits {
  explicit Limits(const Experiment& experiment)
      : last_arm(experiment.arms - 1),
        last_level(static_cast<std::uint32_t>(experiment.levels.size()) - 1),
        is_bit(payload(experiment) == Payload::bit) {}

  std::uint32_t last_arm;
  std::uint32_t last_level;
  bool is_bit;
};

Status scan_report(Scanner& scanner, const Limits& limits, ReceivedReport& report) {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (!scanner.skip(R"(,"arm":)") || !scanner.read_unsigned(limits.last_arm, report.arm)) {
    return rejected("arm", "must be an arm of the experiment");
  }
  if (!scanner.skip(R"(,"level":)") || !scanner.read_unsigned(limits.last_level, report.level)) {
    return rejected("level", "must be a position in the menu of levels");
  }
  if (limits.is_bit) {
    std::uint32_t bit = 0;
    if (!scanner.skip(R"(,"bit":)") || !scanner.read_unsigned(1, bit)) {
      return rejected("bit", "must be 0 or 1");
    }
    report.value = static_cast<std::int32_t>(bit);
  } else if (!scanner.skip(R"(,"noisy":)") || !scanner.read_signed(report.value)) {
    return rejected("noisy", "must be a canonical 32-bit integer");
  }
  if (!scanner.skip("}")) return rejected("report", "must end after its payload");
  return {};
}

}  // namespace

Result<ReceivedReport> decode_report(std::span<const std::uint8_t> bytes,
                                     const Experiment& experiment) {
  Scanner scanner(bytes);
  ReceivedReport report;
  Status status = scan_report(scanner, Limits(experiment), report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status decode_reports(std::span<const std::uint8_t> bytes, const Experiment& experiment,
                      std::vector<ReceivedReport>& reports) {
  const Limits limits(experiment);
  const auto scan = [&](Scanner& scanner, ReceivedReport& report) {
    return scan_report(scanner, limits, report);
  };
  return scan_reports(bytes, scan, reports);
}

}  // namespace ldp
