// How the fuzz targets for foreign reports spell what was read.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "protocol/arm_report.hpp"
#include "protocol/base64url.hpp"
#include "require.hpp"

namespace fuzz {

/// A report up to its snapshot: all begin alike.
inline std::string spell_head(const ldp::ReportId& report_id, std::uint32_t snapshot) {
  char id[ldp::kEncodedIdLength + 1] = {};
  ldp::encode_id(report_id, id);
  char head[64];
  std::snprintf(head, sizeof head, R"({"v":1,"id":"%s","snapshot":%u)", id, snapshot);
  return head;
}

/// `bytes` are the one spelling of these reports, alone or as an array.
template <class ArmReport, class Spell>
void require_only_spelling(std::span<const std::uint8_t> bytes,
                           const std::vector<ArmReport>& reports, Spell spell) {
  require(!reports.empty() && reports.size() <= ldp::kMaximumReportsPerBatch);
  const bool is_array = bytes[0] == '[';
  std::string text = is_array ? "[" : "";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (i > 0) text += ',';
    text += spell(reports[i]);
  }
  if (is_array) text += ']';
  require(std::string(bytes.begin(), bytes.end()) == text);
}

}  // namespace fuzz
