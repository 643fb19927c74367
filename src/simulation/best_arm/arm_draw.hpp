// The draw of client/arm_choice.hpp, for odds from which many rounds draw: the same arms of the
// same words, without a search whose branches a processor would guess wrong.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ArmDraw {
 public:
  /// What to draw from from now on, as in ArmOdds: at least one arm, at most 65,536, and tickets
  /// for each of them, or none where all are alike. Both must stay as they are until the next call.
  void set(std::span<const std::uint32_t> arms, std::span<const std::uint64_t> cumulative) {
    arms_ = arms;
    cumulative_ = cumulative;
    if (cumulative.empty()) {
      below_ = UniformBelow(arms.size());
      return;
    }
    below_ = UniformBelow(cumulative.back());
    const int bits = static_cast<int>(std::bit_width(cumulative.back() - 1));
    // Eight to sixteen groups for each arm.
    const int groups = std::min(static_cast<int>(std::bit_width(arms.size())) + 3, kGroupBits);
    shift_ = std::max(bits - groups, 0);
    std::size_t next = 0;
    for (std::size_t at = 0; at < cumulative.size(); ++at) {
      const auto last = static_cast<std::size_t>((cumulative[at] - 1) >> shift_);
      for (; next <= last; ++next) first_[next] = static_cast<std::uint16_t>(at);
    }
  }

  template <WordSource S>
  [[nodiscard]] std::uint32_t operator()(S& source) const {
    const std::uint64_t ticket = below_(source);
    if (cumulative_.empty()) return arms_[static_cast<std::size_t>(ticket)];
    std::size_t at = first_[static_cast<std::size_t>(ticket >> shift_)];
    while (cumulative_[at] <= ticket) ++at;
    return arms_[at];
  }

 private:
  static constexpr int kGroupBits = 10;  // at most

  std::span<const std::uint32_t> arms_;
  std::span<const std::uint64_t> cumulative_;
  UniformBelow below_{1};
  int shift_ = 0;
  // Of all tickets with the same leading bits, the arm of the first: seldom one before the winner.
  std::array<std::uint16_t, std::size_t{1} << kGroupBits> first_{};
};

}  // namespace ldp
