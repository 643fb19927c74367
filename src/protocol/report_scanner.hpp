// A scanner for the layouts that reports have on the wire. Not a JSON parser on purpose: a report
// has a single spelling, so there is nothing to normalise, nothing to allocate, and a hundred bytes
// are read in a few dozen nanoseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/base64url.hpp"

namespace ldp {

inline Error rejected(std::string_view field, std::string_view reason) {
  return Error{ErrorCode::report_rejected, field, reason};
}

inline constexpr std::string_view kBeyondMechanism = "is no number that the mechanism gives";

class Scanner {
 public:
  explicit Scanner(std::span<const std::uint8_t> bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  const std::uint8_t* next() const { return next_; }
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

  /// Requires size <= remaining().
  void advance(std::size_t size) { next_ += size; }

  bool skip(std::string_view text) {
    if (remaining() < text.size() || std::memcmp(next_, text.data(), text.size()) != 0) {
      return false;
    }
    next_ += text.size();
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

/// Reads a batch after its "[" with `scan_report(scanner, report)` for each report, and appends the
/// reports to `reports`. On error `reports` holds those before the wrong one too.
template <class Received, class ScanReport>
Status scan_batch(Scanner& scanner, ScanReport scan_report, std::vector<Received>& reports) {
  const std::size_t before = reports.size();
  do {
    if (reports.size() - before == kMaximumReportsPerBatch) {
      return rejected("reports", "a batch holds at most 10000 reports");
    }
    Received report;
    if (Status status = scan_report(scanner, report); !status.ok()) return status;
    reports.push_back(std::move(report));
  } while (scanner.skip(","));
  if (!scanner.skip("]")) return rejected("reports", "a batch must be [report,report,...]");
  return {};
}

/// Reads one report, or an array of them, to the last byte. All or nothing.
template <class Received, class ScanReport>
Status scan_reports(std::span<const std::uint8_t> bytes, ScanReport scan_report,
                    std::vector<Received>& reports) {
  Scanner scanner(bytes);
  const std::size_t before = reports.size();
  Status status;
  if (scanner.skip("[")) {
    status = scan_batch(scanner, scan_report, reports);
  } else {
    Received report;
    status = scan_report(scanner, report);
    if (status.ok()) reports.push_back(std::move(report));
  }
  if (status.ok() && scanner.remaining() != 0)
    status = rejected("reports", "bytes follow the reports");
  if (!status.ok()) reports.resize(before);
  return status;
}

/// The fields that all reports begin with.
inline Status scan_head(Scanner& scanner, ReportId& id, std::uint32_t& snapshot) {
  if (!scanner.skip(R"({"v":1,)")) return rejected("v", "not a report of protocol version 1");
  if (!scanner.skip(R"("id":")") || !scanner.read_id(id) || !scanner.skip(R"(",)")) {
    return rejected("id", "must be 16 bytes in base64url");
  }
  if (!scanner.skip(R"("snapshot":)") ||
      !scanner.read_unsigned(std::numeric_limits<std::uint32_t>::max(), snapshot)) {
    return rejected("snapshot", "must be a canonical integer below 2^32");
  }
  return {};
}

/// The payload of a report about one number.
inline Status scan_value(Scanner& scanner, bool is_bit, ReportRange range, std::int32_t& value) {
  if (is_bit) {
    std::uint32_t bit = 0;
    if (!scanner.skip(R"(,"bit":)") || !scanner.read_unsigned(1, bit)) {
      return rejected("bit", "must be 0 or 1");
    }
    value = static_cast<std::int32_t>(bit);
    return {};
  }
  if (!scanner.skip(R"(,"noisy":)") || !scanner.read_signed(value)) {
    return rejected("noisy", "must be a canonical 32-bit integer");
  }
  if (!range.holds(value)) return rejected("noisy", kBeyondMechanism);
  return {};
}

}  // namespace ldp
