#include <array>

#include "protocol/arm_report.hpp"
#include "protocol/canonical_text.hpp"

namespace ldp {

std::size_t ArmReport::encode(char* to) const {
  char* at = write_head(to, id_, snapshot_);
  at = write_integer(write_text(at, R"(,"arm":)"), arm_);
  at = write_integer(write_text(at, R"(,"level":)"), level_);
  at = write_text(at, payload_ == Payload::bit ? R"(,"bit":)" : R"(,"noisy":)");
  at = write_text(write_integer(at, value_), "}");
  return static_cast<std::size_t>(at - to);
}

std::string ArmReport::encode() const {
  std::array<char, kMaximumReportBytes> bytes{};
  return {bytes.data(), encode(bytes.data())};
}

}  // namespace ldp
