#include "simulation/linear/linear_world.hpp"

#include <algorithm>

#include "client/linear_scores.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;  // 1/sqrt 2

std::vector<double> draw_theta(std::uint32_t dimension, std::uint64_t seed,
                               std::uint32_t replicate) {
  const std::uint32_t stride = feature_stride(1);
  std::vector<double> column(std::size_t{dimension} * stride);
  CounterWords words(seed, replicate, Purpose::contexts, 0);
  Sphere(dimension - 1, 1).draw(words, kHalfRoot, stride, column);
  std::vector<double> theta(dimension, kHalfRoot);
  for (std::uint32_t i = 0; i + 1 < dimension; ++i) theta[i] = column[std::size_t{i} * stride];
  return theta;
}

}  // namespace

LinearWorld::LinearWorld(const LinearEnvironment& environment, bool is_realized, std::uint64_t seed,
                         std::uint32_t replicate)
    : environment_(environment),
      is_realized_(is_realized),
      seed_(seed),
      replicate_(replicate),
      sphere_(environment.dimension - 1, environment.arms),
      theta_(draw_theta(environment.dimension, seed, replicate)),
      rewards_(seed, replicate, Purpose::rewards) {
  const std::uint32_t stride = feature_stride(environment.arms);
  const std::uint32_t dimension = environment.dimension;
  columns_.resize(std::size_t{dimension} * stride);
  means_.resize(stride);
  block_ = {environment.arms, dimension, stride, columns_};
  double* constant = columns_.data() + std::size_t{dimension - 1} * stride;
  std::fill(constant, constant + environment.arms, kHalfRoot);
}

void LinearWorld::draw_contexts() {
  const std::size_t stride = block_.stride;
  const std::uint32_t arms = environment_.arms;
  const std::uint32_t last = environment_.dimension - 1;
  const double scale = environment_.spread * kHalfRoot;
  CounterWords words(seed_, replicate_, Purpose::contexts, round_);
  sphere_.draw(words, scale, stride, columns_);
  for (std::uint32_t i = 0; i < last; ++i) {
    double* column = columns_.data() + i * stride;
    std::fill(column + arms, column + stride, 0.0);
    if (!environment_.is_fixed) continue;
    for (std::uint32_t arm = 0; arm <= last && arm < arms; ++arm)
      column[arm] = i == arm ? scale : 0;
  }
  linear_scores(block_, theta_, {}, 0, means_);
  best_ = means_[0];
  for (std::uint32_t arm = 1; arm < arms; ++arm) best_ = std::max(best_, means_[arm]);
}

const FeatureBlock& LinearWorld::next_round() {
  ++round_;
  if (round_ == 1 || !environment_.is_fixed) draw_contexts();
  return block_;
}

double LinearWorld::draw(std::uint32_t arm) {
  const double uniform = open_uniform(rewards_.next());
  const double mean = means_[arm];
  const double paid = uniform < mean ? 1 : 0;
  regret_ += is_realized_ ? (uniform < best_ ? 1 : 0) - paid : best_ - mean;
  return paid;
}

}  // namespace ldp
