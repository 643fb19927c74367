// How reports are written: canonical JSON, the counterpart of report_scanner.hpp.
#pragma once

#include <charconv>
#include <string>

#include "protocol/arm_report.hpp"
#include "protocol/base64url.hpp"

namespace ldp {

/// `value`: an integer of at most 32 bits.
template <class Integer>
void append_integer(std::string& text, Integer value) {
  char digits[12];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

/// The fields that all reports begin with.
inline void append_head(std::string& text, const ReportId& id, std::uint32_t snapshot) {
  text += R"({"v":1,"id":")";
  char encoded[kEncodedIdLength];
  encode_id(id, encoded);
  text.append(encoded, kEncodedIdLength);
  text += R"(","snapshot":)";
  append_integer(text, snapshot);
}

}  // namespace ldp
