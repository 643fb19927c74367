#include "server/linear/linear_saved_state.hpp"

#include <string_view>
#include <utility>

#include "server/learner/state_file.hpp"

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPC";
constexpr std::uint8_t kVersion = 1;

// Parts share a byte with the tuning, which only another algorithm has: a joint report is 0, as in
// states from before there was a choice.
constexpr unsigned kPartsShift = 4;

}  // namespace

std::vector<std::uint8_t> linear_state_header(const LinearExperiment& experiment) {
  ByteWriter writer = begin_state(kMagic, kVersion, experiment.algorithm);
  writer.integer(experiment.dimension);
  writer.canonical(experiment.epsilon);
  writer.canonical(experiment.delta);
  writer.integer(static_cast<std::uint8_t>(experiment.mechanism));
  writer.integer(static_cast<std::uint8_t>(experiment.calibration));
  writer.integer(static_cast<std::uint8_t>(experiment.radius));
  writer.integer(experiment.horizon);
  writer.integer(static_cast<std::uint8_t>(experiment.learner));
  writer.integer(static_cast<std::uint8_t>(experiment.restarts));
  writer.canonical(experiment.spread);
  if (experiment.mechanism == LinearMechanism::codebook) {
    writer.integer(experiment.codewords);
    writer.integer(experiment.near);
  }
  if (!has_link(experiment)) return std::move(writer.bytes());
  writer.integer(static_cast<std::uint8_t>(experiment.link));
  writer.canonical(experiment.bound);
  writer.canonical(experiment.largest);
  writer.canonical(experiment.clip);
  writer.canonical(experiment.optimism);
  writer.integer(
      static_cast<std::uint8_t>(static_cast<unsigned>(experiment.tuning) |
                                (static_cast<unsigned>(experiment.parts) << kPartsShift)));
  return std::move(writer.bytes());
}

}  // namespace ldp
