// Which coordinate of a super arm is reported: a function of public counts and public coins, never
// of the outcomes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulation/seeded_stream.hpp"

namespace ldp {

/// The arm of the fewest reports so far; of equal ones that with the smallest public coin.
class LeastReported {
 public:
  LeastReported(std::uint32_t arms, std::uint64_t public_seed);

  void add(std::uint32_t arm) { keys_[arm] += kOne; }

  /// `arms` is not empty.
  [[nodiscard]] std::uint32_t of(std::span<const std::uint32_t> arms) const {
    std::uint32_t least = arms.front();
    std::uint64_t key = keys_[least];
    for (const std::uint32_t arm : arms.subspan(1)) {
      const bool is_less = keys_[arm] < key;
      key = is_less ? keys_[arm] : key;
      least = is_less ? arm : least;
    }
    return least;
  }

 private:
  static constexpr std::uint64_t kOne = std::uint64_t{1} << 32;

  std::vector<std::uint64_t> keys_;  // [arms] the count, and below it the rank of the coin
};

}  // namespace ldp
