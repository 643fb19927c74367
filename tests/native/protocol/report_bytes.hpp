// Writes the bytes of a report by hand: the tests' own reading of the format, independent of the
// encoder and of the decoder that they check.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "protocol/arm_report.hpp"

namespace ldp::test {

inline std::string spell_id(const ReportId& id) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (const std::uint8_t byte : id) {
    bits = (bits << 8) | byte;
    for (count += 8; count >= 6;) {
      count -= 6;
      text += alphabet[(bits >> count) & 63];
    }
  }
  return text + alphabet[(bits << (6 - count)) & 63];
}

inline std::string spell(const ReceivedReport& report, Payload payload) {
  return "{\"v\":1,\"id\":\"" + spell_id(report.id) +
         "\",\"snapshot\":" + std::to_string(report.snapshot) +
         ",\"arm\":" + std::to_string(report.arm) + ",\"level\":" + std::to_string(report.level) +
         (payload == Payload::bit ? ",\"bit\":" : ",\"noisy\":") + std::to_string(report.value) +
         "}";
}

inline std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace ldp::test
