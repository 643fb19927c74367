// A scanner for the one layout that Report::encode writes. Not a JSON parser on purpose: a report
// has a single spelling, so there is nothing to normalise, nothing to allocate, and a hundred bytes
// are read in a few dozen nanoseconds.
#include <cstring>
#include <limits>

#include "protocol/base64url.hpp"
#include "protocol/report.hpp"

namespace ldp {
namespace {

Error rejected(std::string_view field, std::string_view reason) {
  return Error{ErrorCode::report_rejected, field, reason};
}

class Scanner {
 public:
  explicit Scanner(std::span<const std::uint8_t> bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::size_t remaining() const { return static_cast<std::size_t>(end_ - next_); }

  template <std::size_t kSize>  // of the literal, with its terminator
  bool skip(const char (&literal)[kSize]) {
    if (remaining() < kSize - 1 || std::memcmp(next_, literal, kSize - 1) != 0) return false;
    next_ += kSize - 1;
    return true;
  }

  bool read_id(ReportId& id) {
    if (remaining() < kEncodedIdLength || !decode_id(next_, id)) return false;
    next_ += kEncodedIdLength;
    return true;
  }

  // A canonical decimal in [0, maximum]: no sign, no leading zero.
  bool read_unsigned(std::uint32_t maximum, std::uint32_t& value) {
    if (next_ == end_ || !is_digit(*next_)) return false;
    std::uint64_t total = *next_++ - '0';
    if (total == 0) {
      value = 0;
      return next_ == end_ || !is_digit(*next_);
    }
    while (next_ != end_ && is_digit(*next_)) {
      total = 10 * total + (*next_++ - '0');
      if (total > maximum) return false;
    }
    value = static_cast<std::uint32_t>(total);
    return total <= maximum;
  }

  // A canonical decimal in the range of int32: "-0" is not one.
  bool read_signed(std::int32_t& value) {
    const bool negative = skip("-");
    constexpr std::uint32_t kMagnitude = std::numeric_limits<std::int32_t>::max();
    std::uint32_t magnitude = 0;
    if (!read_unsigned(negative ? kMagnitude + 1 : kMagnitude, magnitude)) return false;
    if (negative && magnitude == 0) return false;
    const std::int64_t wide = magnitude;
    value = static_cast<std::int32_t>(negative ? -wide : wide);
    return true;
  }

 private:
  static bool is_digit(std::uint8_t byte) { return byte >= '0' && byte <= '9'; }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

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
  if (!scanner.skip(R"({"v":1,)")) return rejected("v", "not a report of protocol version 1");
  if (!scanner.skip(R"("id":")") || !scanner.read_id(report.id) || !scanner.skip(R"(",)")) {
    return rejected("id", "must be 16 bytes in base64url");
  }
  if (!scanner.skip(R"("snapshot":)") ||
      !scanner.read_unsigned(std::numeric_limits<std::uint32_t>::max(), report.snapshot)) {
    return rejected("snapshot", "must be a canonical integer below 2^32");
  }
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

Status scan_batch(Scanner& scanner, const Limits& limits, std::vector<ReceivedReport>& reports) {
  const std::size_t before = reports.size();
  do {
    if (reports.size() - before == kMaximumReportsPerBatch) {
      return rejected("reports", "a batch holds at most 10000 reports");
    }
    ReceivedReport report;
    if (Status status = scan_report(scanner, limits, report); !status.ok()) return status;
    reports.push_back(report);
  } while (scanner.skip(","));
  if (!scanner.skip("]")) return rejected("reports", "a batch must be [report,report,...]");
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
  Scanner scanner(bytes);
  const Limits limits(experiment);
  const std::size_t before = reports.size();
  Status status;
  if (scanner.skip("[")) {
    status = scan_batch(scanner, limits, reports);
  } else {
    ReceivedReport report;
    status = scan_report(scanner, limits, report);
    if (status.ok()) reports.push_back(report);
  }
  if (status.ok() && scanner.remaining() != 0)
    status = rejected("reports", "bytes follow the reports");
  if (!status.ok()) reports.resize(before);
  return status;
}

}  // namespace ldp
