#include "oracles/graph.hpp"

namespace ldp {

// Kahn 1962, "Topological Sorting of Large Networks".
std::vector<std::uint32_t> topological_order(std::uint32_t nodes,
                                             std::span<const std::uint32_t> from,
                                             std::span<const std::uint32_t> to) {
  const EdgesAt leaving(nodes, from);
  std::vector<std::uint32_t> arriving(nodes);
  for (const std::uint32_t node : to) ++arriving[node];
  std::vector<std::uint32_t> order;
  order.reserve(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (arriving[node] == 0) order.push_back(node);
  }
  for (std::size_t done = 0; done < order.size(); ++done) {
    for (const std::uint32_t edge : leaving[order[done]]) {
      if (--arriving[to[edge]] == 0) order.push_back(to[edge]);
    }
  }
  return order;
}

}  // namespace ldp
