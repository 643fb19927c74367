// A decision of a convex bandit between the choice and its one report, with all the randomness of
// that report already drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/scalar_release.hpp"

namespace ldp {

/// What a device keeps for an answer: public what was shown, private the noise. It must not leave
/// the device, and may serve for one answer only.
struct ConvexAnswer {
  std::uint32_t snapshot = 0;  // id of the one that the decision was made from
  std::uint32_t arm = 0;       // which of the three points; else 0
  std::uint64_t coin = 0;      // of the direction; of the three points 0
  double scale = 1;            // losses of two points: the most that they may differ; else 1
  ScalarRelease::Prepared noise;

  /// As bytes, so that a page can hold it.
  [[nodiscard]] std::vector<std::byte> seal() const;

  /// What seal() gave. Errors: invalid_argument ("decision") for other bytes.
  static Result<ConvexAnswer> unseal(std::span<const std::byte> sealed);

  /// Overwrites the noise with 0.
  void wipe();
};
static_assert(std::is_trivially_copyable_v<ConvexAnswer>, "it is kept as bytes");

/// As in PreparedDecision the report for silence is randomised at once, with noise of its own.
struct PreparedPoints {
  Policy policy = Policy::offline_uniform;
  std::vector<double> first{};   // the point to play, [d] in the set
  std::vector<double> second{};  // the other one of two points; else []
  ScalarRelease::Value silence;
  ConvexAnswer answer;
};

}  // namespace ldp
