#include "protocol/linear_report.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "protocol/base64url.hpp"
#include "protocol/canonical_text.hpp"
#include "protocol/report_scanner.hpp"

namespace ldp {
namespace {

std::int32_t largest_number(const LinearPart& part) {
  return (std::int32_t{1} << (8 * part.bytes - 1)) - 1;
}

std::size_t data_bytes(const LinearPart& part) { return std::size_t{part.length} * part.bytes; }

std::vector<std::uint8_t> pack(std::span<const std::int32_t> values, std::uint32_t bytes) {
  std::vector<std::uint8_t> data;
  data.reserve(values.size() * bytes);
  for (const std::int32_t value : values) {
    auto bits = static_cast<std::uint32_t>(value);
    for (std::uint32_t i = 0; i < bytes; ++i, bits >>= 8) {
      data.push_back(static_cast<std::uint8_t>(bits));
    }
  }
  return data;
}

void unpack(std::span<const std::uint8_t> data, std::uint32_t bytes,
            std::vector<std::int32_t>& values) {
  const std::uint32_t spare = 32 - 8 * bytes;
  values.reserve(data.size() / bytes);
  for (std::size_t at = 0; at < data.size(); at += bytes) {
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < bytes; ++i) bits |= std::uint32_t{data[at + i]} << (8 * i);
    values.push_back(static_cast<std::int32_t>(bits << spare) >> spare);  // extends the sign
  }
}

bool scan_part(Scanner& scanner, std::span<const LinearPart> parts, std::uint32_t& position) {
  position = 0;
  if (parts.size() == 1) return true;
  if (!scanner.skip(R"(,"part":")")) return false;
  for (const LinearPart& part : parts) {
    Scanner ahead = scanner;
    if (ahead.skip(part.name) && ahead.skip("\"")) {
      scanner = ahead;
      return true;
    }
    ++position;
  }
  return false;
}

}  // namespace

LinearReport::LinearReport(const LinearExperiment& experiment, std::uint32_t part,
                           const ReportId& id, std::uint32_t snapshot,
                           const Released<std::vector<std::int32_t>>& values)
    : id_(id), snapshot_(snapshot), part_(part), is_named_(false), values_(values.value()) {
  const std::vector<LinearPart> layout = parts(experiment);
  assert(part < layout.size() && layout[part].length == values_.size());
  is_named_ = layout.size() > 1;
  layout_ = layout[part];
  const std::int32_t largest = largest_number(layout_);
  for (std::int32_t& value : values_) value = std::clamp(value, -largest, largest);
}

std::string LinearReport::encode() const {
  std::string text;
  text.reserve(128 + base64url_length(data_bytes(layout_)));
  append_head(text, id_, snapshot_);
  if (is_named_) {
    text += R"(,"part":")";
    text += layout_.name;
    text += '"';
  }
  text += R"(,"data":")";
  append_base64url(pack(values_, layout_.bytes), text);
  text += R"("})";
  return text;
}

std::size_t maximum_report_bytes(const LinearExperiment& experiment) {
  // {"v":1,"id":"<22>","snapshot":4294967295  ,"part":"<name>"  ,"data":"<data>"}
  std::size_t longest = 0;
  const std::vector<LinearPart> layout = parts(experiment);
  for (const LinearPart& part : layout) {
    const std::size_t named = layout.size() > 1 ? 10 + part.name.size() : 0;
    longest = std::max(longest, 58 + named + 11 + base64url_length(data_bytes(part)));
  }
  return longest;
}

LinearReportDecoder::LinearReportDecoder(const LinearExperiment& experiment)
    : parts_(parts(experiment)) {
  for (std::uint32_t part = 0; part < parts_.size(); ++part) reach_.emplace_back(experiment, part);
}

Status LinearReportDecoder::scan(Scanner& scanner, std::vector<std::uint8_t>& data,
                                 ReceivedLinearReport& report) const {
  if (Status status = scan_head(scanner, report.id, report.snapshot); !status.ok()) return status;
  if (!scan_part(scanner, parts_, report.part)) {
    return rejected("part", "must be a part of the experiment");
  }
  const LinearPart& part = parts_[report.part];
  data.resize(data_bytes(part));
  const std::size_t length = base64url_length(data.size());
  if (!scanner.skip(R"(,"data":")") || scanner.remaining() < length ||
      !decode_base64url(scanner.next(), data)) {
    return rejected("data", "must be the numbers of the part in base64url");
  }
  scanner.advance(length);
  unpack(data, part.bytes, report.values);
  // Saturated numbers are symmetric: the lowest pattern is never sent.
  const std::int32_t least = *std::min_element(report.values.begin(), report.values.end());
  if (least < -largest_number(part)) return rejected("data", "holds a number that no report has");
  if (!reach_[report.part].holds(report.values)) {
    return rejected("data", part.length < part.vector
                                ? "is the index of no codeword"
                                : "is no vector that the mechanism gives: its length is another");
  }
  if (!scanner.skip(R"("})")) return rejected("report", "must end after its data");
  return {};
}

Result<ReceivedLinearReport> LinearReportDecoder::decode_one(
    std::span<const std::uint8_t> bytes) const {
  Scanner scanner(bytes);
  std::vector<std::uint8_t> data;
  ReceivedLinearReport report;
  Status status = scan(scanner, data, report);
  if (!status.ok()) return status.error();
  if (scanner.remaining() != 0) return rejected("report", "bytes follow the report");
  return report;
}

Status LinearReportDecoder::decode(std::span<const std::uint8_t> bytes,
                                   std::vector<ReceivedLinearReport>& reports) const {
  std::vector<std::uint8_t> data;
  const auto scan_one = [&](Scanner& scanner, ReceivedLinearReport& report) {
    return scan(scanner, data, report);
  };
  return scan_reports(bytes, scan_one, reports);
}

Result<ReceivedLinearReport> decode_linear_report(std::span<const std::uint8_t> bytes,
                                                  const LinearExperiment& experiment) {
  return LinearReportDecoder(experiment).decode_one(bytes);
}

Status decode_linear_reports(std::span<const std::uint8_t> bytes,
                             const LinearExperiment& experiment,
                             std::vector<ReceivedLinearReport>& reports) {
  return LinearReportDecoder(experiment).decode(bytes, reports);
}

}  // namespace ldp
