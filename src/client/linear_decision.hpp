// A decision of a linear bandit between the choice and its one report, with all the randomness of
// that report already drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/prepared_vector.hpp"
#include "privacy/released.hpp"
#include "protocol/arm_report.hpp"

namespace ldp {

/// What a device keeps for an answer: what is private of the choice, and the noise. It must not
/// leave the device, and may serve for one answer only.
struct LinearAnswer {
  std::uint32_t part = 0;          // a position in parts(experiment)
  std::uint32_t snapshot = 0;      // id of the one that the decision was made from
  std::vector<double> features{};  // of the chosen arm, in the unit ball
  // LDP linear moments: a LinearMessage, constant then slope; links: a score_message().
  std::vector<double> message{};
  PreparedVector noise = PreparedVector::restored({});

  /// As bytes, so that a page can hold it.
  [[nodiscard]] std::vector<std::byte> seal() const;

  /// What seal() gave. Errors: invalid_argument ("decision") for other bytes.
  static Result<LinearAnswer> unseal(std::span<const std::byte> sealed);

  /// Overwrites everything private with 0.
  void wipe();
};

/// As in PreparedDecision the report for silence is randomised at once, with noise of its own: with
/// the same noise the two reports would differ by the reward times the features and no noise at
/// all, and an attacker who finds both on the device could read them.
struct PreparedLinearDecision {
  std::uint32_t arm = 0;  // row of the features; it never leaves the device
  Policy policy = Policy::offline_uniform;
  // Of codebook reports: the id that the report must have, since the codewords are drawn from it.
  // It was drawn before anything private was looked at. Other reports may have any fresh id.
  std::optional<ReportId> id;
  Released<std::vector<std::int32_t>> silence;
  LinearAnswer answer;
};

}  // namespace ldp
