// The world of the simulations: arm a pays 1 with probability mean[a], else 0. Every replicate has
// its own copy, with rewards and an order of the arms of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "random/uniform.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

class BernoulliWorld {
 public:
  /// The arms stand in an order drawn at random, so that no learner gains by preferring a position.
  /// means: 1 or more values in [0, 1].
  BernoulliWorld(std::span<const double> means, std::uint64_t seed, std::uint32_t replicate)
      : order_(means.size()), rewards_(seed, replicate, Purpose::rewards) {
    SeededStream shuffle(seed, replicate, Purpose::arms);
    for (std::uint32_t arm = 0; arm < order_.size(); ++arm) order_[arm] = arm;
    for (std::size_t i = order_.size() - 1; i > 0; --i) {  // Fisher and Yates
      const auto j = static_cast<std::size_t>(uniform_below(shuffle, i + 1));
      std::swap(order_[i], order_[j]);
    }
    const double best = *std::max_element(means.begin(), means.end());
    for (const std::uint32_t arm : order_) {
      thresholds_.push_back(static_cast<std::uint64_t>(std::ceil(means[arm] * 0x1p53)));
      gaps_.push_back(best - means[arm]);
    }
  }

  [[nodiscard]] std::uint32_t arms() const { return static_cast<std::uint32_t>(order_.size()); }

  /// The next reward of the arm at `position`: 1 with probability ceil(mean 2^53)/2^53, exactly.
  [[nodiscard]] bool draw(std::uint32_t position) {
    // A uniform 53-bit number is below the threshold as soon as its leading 32 bits are, and those
    // are half a word: the other 21 bits are drawn only where the first 32 leave it open.
    const std::uint64_t leading = half_word();
    const std::uint64_t threshold = thresholds_[position];
    if (leading != threshold >> 21) [[likely]]
      return leading < threshold >> 21;
    return (leading << 21 | rewards_.next() >> 43) < threshold;
  }

  /// Which of the arms that were given is at `position`.
  [[nodiscard]] std::uint32_t arm_at(std::uint32_t position) const { return order_[position]; }

  /// Pseudo-regret: how much the plays of each position lost in expectation.
  [[nodiscard]] double regret(std::span<const std::uint64_t> plays) const {
    double regret = 0;
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      regret += static_cast<double>(plays[i]) * gaps_[i];
    }
    return regret;
  }

 private:
  std::uint64_t half_word() {
    if (has_half_) {
      has_half_ = false;
      return word_ >> 32;
    }
    has_half_ = true;
    word_ = rewards_.next();
    return word_ & 0xffffffff;
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> thresholds_;  // in units of 2^-53
  std::vector<double> gaps_;
  SeededStream rewards_;
  std::uint64_t word_ = 0;
  bool has_half_ = false;
};

}  // namespace ldp
