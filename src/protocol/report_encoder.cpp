#include <charconv>

#include "protocol/base64url.hpp"
#include "protocol/report.hpp"

namespace ldp {
namespace {

template <class Integer>
void append_integer(std::string& text, Integer value) {
  char digits[12];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

}  // namespace

std::string Report::encode() const {
  std::string text;
  text.reserve(kMaximumReportBytes);
  text += R"({"v":1,"id":")";
  char id[kEncodedIdLength];
  encode_id(id_, id);
  text.append(id, kEncodedIdLength);
  text += R"(","snapshot":)";
  append_integer(text, snapshot_);
  text += R"(,"arm":)";
  append_integer(text, arm_);
  text += R"(,"level":)";
  append_integer(text, level_);
  text += payload_ == Payload::bit ? R"(,"bit":)" : R"(,"noisy":)";
  append_integer(text, value_);
  text += '}';
  return text;
}

}  // namespace ldp
