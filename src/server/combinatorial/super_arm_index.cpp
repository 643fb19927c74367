#include "server/combinatorial/super_arm_index.hpp"

#include <cstddef>
#include <limits>

#include "oracles/public_coins.hpp"
#include "server/combinatorial/upper_weights.hpp"

namespace ldp {
namespace {

// index_of(position) may be infinite: then the coins decide alone.
template <class IndexOf>
std::uint32_t largest(std::size_t positions, std::uint64_t public_seed, IndexOf index_of) {
  std::uint32_t best = 0;
  double best_index = -std::numeric_limits<double>::infinity();
  double best_coin = 0;
  for (std::uint32_t position = 0; position < positions; ++position) {
    const double coin = public_uniform(public_seed, position);
    const double index = index_of(position) + kTieBreak * coin;
    if (index > best_index || (index == best_index && coin > best_coin)) {
      best = position;
      best_index = index;
      best_coin = coin;
    }
  }
  return best;
}

}  // namespace

std::uint32_t largest_joint_index(const SuperArms& all, SetReward reward,
                                  std::span<const double> mean, std::span<const double> weight,
                                  double t, std::uint64_t public_seed) {
  const RadiusLaw law = bit_law(t);
  return largest(all.size(), public_seed, [&](std::uint32_t position) {
    const std::span<const std::uint32_t> arms = all[position];
    double sum = 0;
    double inverse = 0;
    for (const std::uint32_t arm : arms) {
      if (weight[arm] == 0) return std::numeric_limits<double>::infinity();
      sum += mean[arm];
      inverse += 1 / weight[arm];
    }
    const double index = sum + joint_radius(law, inverse);
    return reward == SetReward::mean ? index / static_cast<double>(arms.size()) : index;
  });
}

std::uint32_t largest_sum_index(std::span<const double> mean, std::span<const double> weight,
                                double t, std::uint64_t public_seed) {
  const RadiusLaw law = bit_law(t);
  return largest(mean.size(), public_seed, [&](std::uint32_t position) {
    if (weight[position] == 0) return std::numeric_limits<double>::infinity();
    return mean[position] + law.at(weight[position]);
  });
}

}  // namespace ldp
