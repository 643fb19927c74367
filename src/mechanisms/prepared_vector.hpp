// All the randomness of one vector release, drawn before the private value exists: the time that
// rejection sampling takes depends on the noise, never on the value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "foundation/wipe.hpp"

namespace ldp {

/// It may serve for one released value only: two values released with the same randomness reveal
/// their difference. It must not leave the device.
class PreparedVector {
 public:
  /// What numbers() gave, put back by the device that kept it in between.
  static PreparedVector restored(std::vector<std::int32_t> numbers) {
    return PreparedVector(std::move(numbers));
  }

  /// Flat: the noise (or the direction) in steps of the release, one number a coordinate, then for
  /// BallRelease kCoins numbers of coins, and so on for every direction that it has. For the page's
  /// own inspection, and to be sealed.
  [[nodiscard]] std::span<const std::int32_t> numbers() const { return numbers_; }

  /// Overwrites everything with 0.
  void wipe() { ldp::wipe(std::span(numbers_)); }

  /// Numbers behind the direction of a BallRelease: two 64-bit words.
  static constexpr std::size_t kCoins = 4;

 private:
  friend class BallRelease;
  friend class CodebookRelease;
  friend class GramRelease;
  friend class PairRelease;
  friend class ScoreRelease;

  explicit PreparedVector(std::vector<std::int32_t> numbers) : numbers_(std::move(numbers)) {}

  std::vector<std::int32_t> numbers_;
};

}  // namespace ldp
