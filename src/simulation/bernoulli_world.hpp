// The world of the simulations: arm a pays 1 with probability mean[a], else 0.
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
  /// The arms in an order drawn from `stream`, so that no learner gains by preferring a position.
  /// means: 1 or more values in [0, 1].
  BernoulliWorld(std::span<const double> means, SeededStream stream) : order_(means.size()) {
    for (std::uint32_t arm = 0; arm < order_.size(); ++arm) order_[arm] = arm;
    for (std::size_t i = order_.size() - 1; i > 0; --i) {  // Fisher and Yates
      std::swap(order_[i], order_[uniform_below(stream, i + 1)]);
    }
    const double best = *std::max_element(means.begin(), means.end());
    for (const std::uint32_t arm : order_) {
      thresholds_.push_back(static_cast<std::uint64_t>(std::ceil(means[arm] * 0x1p53)));
      gaps_.push_back(best - means[arm]);
    }
  }

  [[nodiscard]] std::uint32_t arms() const { return static_cast<std::uint32_t>(order_.size()); }

  /// The reward of the arm at `position` for one random word; 1 with probability
  /// ceil(mean 2^53)/2^53.
  [[nodiscard]] bool reward(std::uint32_t position, std::uint64_t word) const {
    return (word >> 11) < thresholds_[position];
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
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> thresholds_;
  std::vector<double> gaps_;
};

}  // namespace ldp
