// The instances of Ren et al. 2020, section 5: one arm of mean 0.9, five of 0.8, five of 0.7, five
// of 0.6, four of 0.5. cases/worlds.mjs has the same numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "simulation/reward_law.hpp"
#include "simulation/world.hpp"

namespace ldp::bench {

/// Each law as often as the instance has arms of its mean.
inline Environment twenty_arms(const std::vector<RewardLaw>& laws) {
  constexpr std::size_t kCounts[] = {1, 5, 5, 5, 4};
  Environment environment;
  for (std::size_t group = 0; group < laws.size(); ++group) {
    environment.arms.insert(environment.arms.end(), kCounts[group], laws[group]);
  }
  return environment;
}

inline Environment bernoulli_arms() {
  return twenty_arms({RewardLaw::bernoulli(0.9), RewardLaw::bernoulli(0.8),
                      RewardLaw::bernoulli(0.7), RewardLaw::bernoulli(0.6),
                      RewardLaw::bernoulli(0.5)});
}

/// Of figures 1c and 1d.
inline Environment mixed_arms() {
  using Kind = RewardLaw::Kind;
  return twenty_arms({RewardLaw::bernoulli(0.9),
                      {Kind::beta, 4},
                      {Kind::two_point, 0.5, 0.4, 1},
                      RewardLaw::bernoulli(0.6),
                      {Kind::uniform, 0.5, 0, 1}});
}

/// Bernoulli arms with means spread evenly over [0, 1).
inline Environment many_arms(std::size_t arms) {
  Environment environment;
  environment.arms.reserve(arms);
  for (std::size_t a = 0; a < arms; ++a) {
    environment.arms.push_back(
        RewardLaw::bernoulli(static_cast<double>(a) / static_cast<double>(arms)));
  }
  return environment;
}

}  // namespace ldp::bench
