#include "server/arms/tsallis_inf.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace ldp {
namespace {

constexpr int kMaximumSteps = 50;
constexpr double kTolerance = 1e-9;
constexpr int kUpdatesPerOffset = 1000;

}  // namespace

double tsallis_learning_rate(LossEstimator estimator, double round) {
  return (estimator == LossEstimator::reduced_variance ? 4 : 2) / std::sqrt(round);
}

double loss_baseline(LossEstimator estimator, double weight, double learning_rate, double lowest) {
  if (estimator != LossEstimator::reduced_variance) return 0;
  const bool is_often_played = weight >= learning_rate * learning_rate;
  return is_often_played ? 0.5 : lowest;
}

double tsallis_weights(std::span<const double> losses, double learning_rate, double start,
                       std::span<double> weights) {
  // Here the largest weight is 1, so the sum is at least that: the root is not above.
  const double highest = *std::min_element(losses.begin(), losses.end()) - 2 / learning_rate;
  double x = std::min(start, highest);
  double sum = 0;
  for (int step = 0; step < kMaximumSteps; ++step) {
    sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
      const double root = 1 / (learning_rate * (losses[i] - x));
      weights[i] = 4 * root * root;
      sum += weights[i];
      slope += 2 * learning_rate * root * weights[i];
    }
    if (std::abs(sum - 1) < kTolerance) break;
    x = std::min(x - (sum - 1) / slope, highest);
  }
  for (double& weight : weights) weight /= sum;
  return x;
}

TsallisInf::TsallisInf(std::uint32_t arms, LossEstimator estimator, double lowest)
    : estimator_(estimator),
      lowest_(lowest),
      losses_(arms),
      weights_(arms),
      shift_(std::numeric_limits<double>::infinity()) {}

std::span<const double> TsallisInf::weights(double round) {
  shift_ = tsallis_weights(losses_, tsallis_learning_rate(estimator_, round), shift_, weights_);
  return weights_;
}

void TsallisInf::ingest(std::uint32_t arm, double loss, std::span<const double> weights,
                        double round) {
  const double learning_rate = tsallis_learning_rate(estimator_, round);
  const double own = loss_baseline(estimator_, weights[arm], learning_rate, lowest_);
  losses_[arm] += (loss - own) / weights[arm];
  if (estimator_ == LossEstimator::reduced_variance) {
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      losses_[i] += loss_baseline(estimator_, weights[i], learning_rate, lowest_);
    }
  }
  if (++updates_ == kUpdatesPerOffset) keep_precision();
}

// Only differences matter, and the sums would grow until small losses vanish in their last digits.
void TsallisInf::keep_precision() {
  const double smallest = *std::min_element(losses_.begin(), losses_.end());
  for (double& loss : losses_) loss -= smallest;
  shift_ -= smallest;
  updates_ = 0;
}

}  // namespace ldp
