#include "simulation/combinatorial/reported_coordinate.hpp"

#include <algorithm>
#include <numeric>

#include "oracles/public_coins.hpp"

namespace ldp {

LeastReported::LeastReported(std::uint32_t arms, std::uint64_t public_seed) : keys_(arms) {
  std::vector<std::uint32_t> order(arms);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return public_word(public_seed, a) < public_word(public_seed, b);
  });
  for (std::uint32_t rank = 0; rank < arms; ++rank) keys_[order[rank]] = rank << 12 | order[rank];
}

}  // namespace ldp
