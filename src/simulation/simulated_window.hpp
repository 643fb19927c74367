// The window reports of the devices: the client's own mechanism, fed with seeded randomness.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "mechanisms/window_mechanism.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Three or four words a report; with probability L/2^64 at most one more.
class SimulatedWindow {
 public:
  /// Errors: those of WindowMechanism.
  static Result<SimulatedWindow> create(double epsilon) {
    const Result<WindowMechanism> mechanism = WindowMechanism::create(epsilon);
    if (!mechanism) return mechanism.error();
    return SimulatedWindow(mechanism.value());
  }

  [[nodiscard]] std::int32_t operator()(SeededStream& stream, UnitReward reward) const {
    return mechanism_.release(mechanism_.prepare(stream).value(), reward).value();
  }

  /// Takes the words of a report that is not sent, of a level with a window longer than 1.
  static void skip(SeededStream& stream) {
    for (int word = 0; word < 4; ++word) stream.next();
  }

 private:
  explicit SimulatedWindow(const WindowMechanism& mechanism) : mechanism_(mechanism) {}

  WindowMechanism mechanism_;
};

}  // namespace ldp
