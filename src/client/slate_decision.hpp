// A decision of a combinatorial bandit between the choice and its one report, with all the
// randomness of that report already drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "client/policy.hpp"
#include "foundation/result.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "mechanisms/slate_release.hpp"
#include "privacy/released.hpp"

namespace ldp {

/// What a device keeps for an answer: public what was shown, private the noise. It must not leave
/// the device, and may serve for one answer only.
struct SlateAnswer {
  /// Of a report about one number; of a report about all of them, nothing.
  using Coin = std::variant<std::monostate, ConvertToBernoulli::Prepared,
                            DiscreteLaplaceMechanism::Prepared>;

  std::uint32_t snapshot = 0;         // id of the one that the decision was made from
  std::uint32_t reported = 0;         // what the report names: see PreparedSlate::reported
  std::vector<std::uint32_t> arms{};  // the super arm that was shown, ascending
  Coin coin{};
  SlateRelease::Prepared noise{};  // of a report about all coordinates; else empty

  /// As bytes, so that a page can hold it.
  [[nodiscard]] std::vector<std::byte> seal() const;

  /// What seal() gave. Errors: invalid_argument ("decision") for other bytes.
  static Result<SlateAnswer> unseal(std::span<const std::byte> sealed);

  /// Overwrites the noise with 0.
  void wipe();
};
static_assert(std::is_trivially_copyable_v<SlateAnswer::Coin>, "it is kept as bytes");

/// As in PreparedDecision the report for silence is randomised at once, with noise of its own.
struct PreparedSlate {
  using Silence = std::variant<Released<std::uint8_t>, Released<std::int32_t>,
                               Released<std::vector<std::int32_t>>>;

  /// The super arm to show, ascending.
  const std::vector<std::uint32_t>& arms() const { return answer.arms; }
  /// The arm that the report is about, one of arms(), fixed before the visitor has seen them. A sum
  /// report: the position of the super arm in its family. A report about all: nothing, 0.
  std::uint32_t reported() const { return answer.reported; }
  /// Id of the snapshot that was used; 0 for Policy::offline_uniform.
  std::uint32_t snapshot() const { return answer.snapshot; }

  Policy policy = Policy::offline_uniform;
  Silence silence;
  SlateAnswer answer;
};

}  // namespace ldp
