#include "protocol/arm_report.hpp"
#include "protocol/canonical_text.hpp"

namespace ldp {

std::string ArmReport::encode() const {
  std::string text;
  text.reserve(kMaximumReportBytes);
  append_head(text, id_, snapshot_);
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
