// All super arms of a family, one by one: for joint indices, sum reports and exact optima.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// Super arms, one behind the other.
struct SuperArms {
  std::vector<std::uint32_t> ends;  // [super arms] where each one ends in `members`
  std::vector<std::uint32_t> members;

  [[nodiscard]] std::size_t size() const { return ends.size(); }
  /// The arms of super arm `position`, ascending.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t position) const {
    const std::uint32_t begin = position == 0 ? 0 : ends[position - 1];
    return std::span<const std::uint32_t>(members).subspan(begin, ends[position] - begin);
  }
};

/// All super arms in lexicographic order of their arms, those of a list in the order given; the
/// position of one in it is the `arm` of a sum report. Errors: invalid_argument, naming `set`:
/// those of validate(), more than `limit` super arms, more than 64 times as many dead ends, no
/// super arm at all, and a custom set.
Result<SuperArms> enumerate(const DecisionSet& set, std::uint64_t limit = kMaximumSuperArms);

/// The position of `arms` in an enumeration, or its size.
std::size_t position_of(const SuperArms& all, std::span<const std::uint32_t> arms);

}  // namespace ldp
