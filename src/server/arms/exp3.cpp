#include "server/arms/exp3.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ldp {

void exp3_weights(std::span<const double> losses, double round, std::span<double> weights) {
  const auto arms = static_cast<double>(losses.size());
  const double learning_rate = std::sqrt(std::log(arms) / (arms * round));
  const double smallest = *std::min_element(losses.begin(), losses.end());
  double sum = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    weights[i] = std::exp(-learning_rate * (losses[i] - smallest));
    sum += weights[i];
  }
  for (double& weight : weights) weight /= sum;
}

Exp3::Exp3(std::uint32_t arms) : losses_(arms), weights_(arms) {}

std::span<const double> Exp3::weights(double round) {
  exp3_weights(losses_, round, weights_);
  return weights_;
}

void Exp3::ingest(std::uint32_t arm, double loss, std::span<const double> weights) {
  losses_[arm] += loss / weights[arm];
}

}  // namespace ldp
