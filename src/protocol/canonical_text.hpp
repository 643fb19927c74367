// How reports are written: canonical JSON, the counterpart of report_scanner.hpp. Each function
// writes from `to` on and returns where it ended; the caller has room. Without std::to_chars, whose
// tables every page would download.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "protocol/arm_report.hpp"
#include "protocol/base64url.hpp"

namespace ldp {

/// `{"v":1,"id":"`, the id, `","snapshot":`, and ten digits.
inline constexpr std::size_t kMaximumHeadBytes = 13 + kEncodedIdLength + 13 + 10;

inline char* write_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

/// At most 11 characters. |value| < 2^32.
[[gnu::noinline]] inline char* write_integer(char* to, std::int64_t value) {
  if (value < 0) *to++ = '-';
  auto left = static_cast<std::uint32_t>(value < 0 ? -value : value);
  std::array<char, 10> digits{};
  std::size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + left % 10);
    left /= 10;
  } while (left != 0);
  while (count > 0) *to++ = digits[--count];
  return to;
}

/// The fields that all reports begin with: at most kMaximumHeadBytes.
inline char* write_head(char* to, const ReportId& id, std::uint32_t snapshot) {
  to = write_text(to, R"({"v":1,"id":")");
  encode_id(id, to);
  to = write_text(to + kEncodedIdLength, R"(","snapshot":)");
  return write_integer(to, snapshot);
}

/// The same at the end of a text.
inline void append_integer(std::string& text, std::int64_t value) {
  std::array<char, 11> digits{};
  text.append(digits.data(), write_integer(digits.data(), value));
}
inline void append_head(std::string& text, const ReportId& id, std::uint32_t snapshot) {
  std::array<char, kMaximumHeadBytes> head{};
  text.append(head.data(), write_head(head.data(), id, snapshot));
}

}  // namespace ldp
