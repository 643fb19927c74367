#include "oracles/enumeration.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "oracles/walk.hpp"

namespace ldp {
namespace {

SuperArms in_lexicographic_order(const SuperArms& all) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&all](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(all[a].begin(), all[a].end(), all[b].begin(), all[b].end());
  });
  SuperArms sorted;
  sorted.members.reserve(all.members.size());
  for (const std::size_t position : order) {
    sorted.members.insert(sorted.members.end(), all[position].begin(), all[position].end());
    sorted.ends.push_back(static_cast<std::uint32_t>(sorted.members.size()));
  }
  return sorted;
}

}  // namespace

Result<SuperArms> enumerate(const DecisionSet& set, std::uint64_t limit) {
  SuperArms all;
  const Status status = walk_super_arms(set, limit, [&all](std::span<const std::uint32_t> arms) {
    all.members.insert(all.members.end(), arms.begin(), arms.end());
    all.ends.push_back(static_cast<std::uint32_t>(all.members.size()));
  });
  if (!status.ok()) return status.error();
  if (all.ends.empty()) {
    return Error{ErrorCode::invalid_argument, "set", "the set has no super arm: add edges", 0};
  }
  if (set.kind == SetKind::list) return all;
  return in_lexicographic_order(all);
}

std::size_t position_of(const SuperArms& all, std::span<const std::uint32_t> arms) {
  std::size_t position = 0;
  for (; position < all.size(); ++position) {
    if (std::equal(arms.begin(), arms.end(), all[position].begin(), all[position].end())) break;
  }
  return position;
}

}  // namespace ldp
