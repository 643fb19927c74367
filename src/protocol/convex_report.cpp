#include "protocol/convex_report.hpp"

#include <array>

#include "protocol/canonical_text.hpp"
#include "protocol/convex_snapshot.hpp"
#include "protocol/report_scanner.hpp"

namespace ldp {
namespace {

constexpr std::size_t kCoinBytes = 8;
constexpr std::size_t kCoinLength = base64url_length(kCoinBytes);

bool scan_coin(Scanner& scanner, std::uint64_t& coin) {
  if (!scanner.skip(R"(,"coin":")") || scanner.remaining() < kCoinLength) return false;
  std::array<std::uint8_t, kCoinBytes> bytes{};
  if (!decode_base64url(scanner.next(), bytes)) return false;
  scanner.advance(kCoinLength);
  coin = 0;
  for (std::size_t i = kCoinBytes; i-- > 0;) coin = coin << 8 | bytes[i];
  return scanner.skip(R"(")");
}

Status scan_value(Scanner& scanner, bool is_bit, std::int32_t& value) {
  if (!is_bit) {
    if (scanner.skip(R"(,"noisy":)") && scanner.read_signed(value)) return {};
    return rejected("noisy", "must be a canonical 32-bit integer");
  }
  std::uint32_t bit = 0;
  if (!scanner.skip(R"(,"bit":)") || !scanner.read_unsigned(1, bit)) {
    return rejected("bit", "must be 0 or 1");
  }
  value = static_cast<std::int32_t>(bit);
  return {};
}

Status scan_report(Scanner& scanner, const ConvexExperiment& experiment,
                   ReceivedConvexReport& report) {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (has_points(experiment)) {
    if (!scanner.skip(R"(,"arm":)") || !scanner.read_unsigned(kConvexPoints - 1, report.arm)) {
      return rejected("arm", "must be one of the three points");
    }
    if (!scanner.skip(R"(,"level":0)")) return rejected("level", "must be 0: there is one");
  } else if (!scan_coin(scanner, report.coin)) {
    return rejected("coin", "must be 8 bytes in base64url");
  }
  const bool is_bit = experiment.mechanism == ScalarMechanism::bit;
  if (Status status = scan_value(scanner, is_bit, report.value); !status.ok()) return status;
  if (!scanner.skip("}")) return rejected("report", "must end after its payload");
  return {};
}

}  // namespace

std::string ConvexReport::encode() const {
  std::array<std::uint8_t, kCoinBytes> bytes{};
  for (std::size_t i = 0; i < kCoinBytes; ++i) bytes[i] = static_cast<std::uint8_t>(coin_ >> 8 * i);
  std::string text;
  text.reserve(kMaximumConvexReportBytes);
  append_head(text, id_, snapshot_);
  text += R"(,"coin":")";
  append_base64url(bytes, text);
  text += is_bit_ ? R"(","bit":)" : R"(","noisy":)";
  append_integer(text, value_);
  text += '}';
  return text;
}

Result<ReceivedConvexReport> decode_convex_report(std::span<const std::uint8_t> bytes,
                                                  const ConvexExperiment& experiment) {
  Scanner scanner(bytes);
  ReceivedConvexReport report;
  Status status = scan_report(scanner, experiment, report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status decode_convex_reports(std::span<const std::uint8_t> bytes,
                             const ConvexExperiment& experiment,
                             std::vector<ReceivedConvexReport>& reports) {
  const auto scan = [&](Scanner& scanner, ReceivedConvexReport& report) {
    return scan_report(scanner, experiment, report);
  };
  return scan_reports(bytes, scan, reports);
}

}  // namespace ldp
