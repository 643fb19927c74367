// Compiled with the include path of: client
//
// An attacker can have written what was received, so it does not go out again as a report.
#include <cstdint>
#include <span>
#include <string>

#include "protocol/arm_report.hpp"

namespace {

[[maybe_unused]] std::string send([[maybe_unused]] std::span<const std::uint8_t> body,
                                  [[maybe_unused]] const ldp::MultiArmedExperiment& experiment) {
  const ldp::ReceivedReport received = ldp::decode_report(body, experiment).value();
#if VARIANT == 0  // allowed: reading it
  return std::to_string(received.value);
#elif VARIANT == 1  // refused: encoding it
  return received.encode();
#elif VARIANT == 2  // refused: converting it
  const ldp::ArmReport report = received;
  return report.encode();
#elif VARIANT == 3  // refused: constructing a report from it
  return ldp::ArmReport(received).encode();
#elif VARIANT == 4  // refused: its value as the payload of a new one
  return ldp::ArmReport::noisy(received.id, received.snapshot, received.arm, received.level,
                               received.value)
      .encode();
#endif
}

}  // namespace
