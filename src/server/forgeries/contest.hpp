// Two arms: whether a given number of forged reports makes one pass the other, and the smallest
// number that does. The derivation is in forgeries.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/forgeries/forgeries.hpp"

namespace ldp {

/// Keeps all products of sums of integers below 2^127.
inline constexpr std::uint64_t kMostForgeries = std::uint64_t{1} << 40;

/// Whether the mean is the larger one, of positive weights.
template <class Number>
bool is_above(const MeanParts<Number>& one, const MeanParts<Number>& other) {
  return one.value * other.weight > other.value * one.weight;
}

/// With `count` more reports.
template <class Number>
MeanParts<Number> with(const MeanParts<Number>& arm, const MeanParts<Number>& report,
                       std::uint64_t count) {
  const auto times = static_cast<Number>(count);
  return {arm.value + times * report.value, arm.weight + times * report.weight};
}

template <class Number>
class Contest {
 public:
  /// `at_once`: a report may speak of both arms, and count for one.
  Contest(const ForgeableArms<Number>& arms, std::size_t inside, std::size_t outside,
          bool at_once = false)
      : levels_(arms.levels),
        inside_(arms.arms[inside]),
        outside_(arms.arms[outside]),
        wins_ties_(outside < inside),
        at_once_(at_once) {}

  /// Whether `total` forged reports can pass the arm from outside over the one inside.
  [[nodiscard]] bool turns(std::uint64_t total) const {
    for (const ForgedLevel<Number>& up : levels_) {
      for (const ForgedLevel<Number>& down : levels_) {
        if (turns(total, up.highest, down.lowest)) return true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] bool turns(std::uint64_t total, const MeanParts<Number>& up,
                           const MeanParts<Number>& down) const {
    if (at_once_) return is_passed(total, total, up, down);
    // value(k) weight'(total - k) - value'(total - k) weight(k) as a polynomial in k.
    const MeanParts<Number> lowered = with(inside_, down, total);
    const Number square = down.value * up.weight - up.value * down.weight;
    const Number linear = up.value * lowered.weight - outside_.value * down.weight -
                          lowered.value * up.weight + down.value * outside_.weight;
    const double vertex =
        square < 0 ? -0.5 * static_cast<double>(linear) / static_cast<double>(square) : 0;
    const auto most = static_cast<double>(total);
    const auto around = static_cast<std::uint64_t>(std::clamp(std::floor(vertex), 0.0, most));
    // The quotient is rounded, so its neighbours are looked at too.
    const std::uint64_t first = around > 1 ? around - 1 : 0;
    const std::uint64_t last = std::min(around + 2, total);
    for (std::uint64_t k = first; k <= last; ++k) {
      if (is_passed(k, total - k, up, down)) return true;
    }
    return is_passed(0, total, up, down) || is_passed(total, 0, up, down);
  }

  [[nodiscard]] bool is_passed(std::uint64_t raising, std::uint64_t lowering,
                               const MeanParts<Number>& up, const MeanParts<Number>& down) const {
    const MeanParts<Number> raised = with(outside_, up, raising);
    const MeanParts<Number> lowered = with(inside_, down, lowering);
    if (!(raised.weight > 0)) return false;
    return wins_ties_ ? !is_above(lowered, raised) : is_above(raised, lowered);
  }

  const std::vector<ForgedLevel<Number>>& levels_;
  const MeanParts<Number>& inside_;
  const MeanParts<Number>& outside_;
  bool wins_ties_;
  bool at_once_;
};

/// The smallest total in [1, most] that turns; 0: none does.
template <class Number>
std::uint64_t smallest_total(const Contest<Number>& contest, std::uint64_t most) {
  if (!contest.turns(most)) return 0;
  std::uint64_t reach = 1;
  while (reach < most && !contest.turns(reach)) reach = std::min(2 * reach, most);
  std::uint64_t short_of = reach / 2;
  while (reach - short_of > 1) {
    const std::uint64_t middle = short_of + (reach - short_of) / 2;
    (contest.turns(middle) ? reach : short_of) = middle;
  }
  return reach;
}

}  // namespace ldp
