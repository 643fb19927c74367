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

// What a report may say in one experiment.
struct Limits {
  bool has_points = false;
  bool is_bit = true;
  ReportRange range;
};

Status scan_report(Scanner& scanner, const Limits& limits, ReceivedConvexReport& report) {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (limits.has_points) {
    if (!scanner.skip(R"(,"arm":)") || !scanner.read_unsigned(kConvexPoints - 1, report.arm)) {
      return rejected("arm", "must be one of the three points");
    }
    if (!scanner.skip(R"(,"level":0)")) return rejected("level", "must be 0: there is one");
  } else if (!scan_coin(scanner, report.coin)) {
    return rejected("coin", "must be 8 bytes in base64url");
  }
  Status status = scan_value(scanner, limits.is_bit, limits.range, report.value);
  if (!status.ok()) return status;
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

ConvexReportDecoder::ConvexReportDecoder(const ConvexExperiment& experiment)
    : has_points_(has_points(experiment)),
      is_bit_(experiment.mechanism == ScalarMechanism::bit),
      range_(report_range(payload(experiment.mechanism), experiment.epsilon, experiment.delta)) {}

Result<ReceivedConvexReport> ConvexReportDecoder::decode_one(
    std::span<const std::uint8_t> bytes) const {
  Scanner scanner(bytes);
  ReceivedConvexReport report;
  Status status = scan_report(scanner, {has_points_, is_bit_, range_}, report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status ConvexReportDecoder::decode(std::span<const std::uint8_t> bytes,
                                   std::vector<ReceivedConvexReport>& reports) const {
  const auto scan = [this](Scanner& scanner, ReceivedConvexReport& report) {
    return scan_report(scanner, {has_points_, is_bit_, range_}, report);
  };
  return scan_reports(bytes, scan, reports);
}

Result<ReceivedConvexReport> decode_convex_report(std::span<const std::uint8_t> bytes,
                                                  const ConvexExperiment& experiment) {
  return ConvexReportDecoder(experiment).decode_one(bytes);
}

Status decode_convex_reports(std::span<const std::uint8_t> bytes,
                             const ConvexExperiment& experiment,
                             std::vector<ReceivedConvexReport>& reports) {
  return ConvexReportDecoder(experiment).decode(bytes, reports);
}

}  // namespace ldp
