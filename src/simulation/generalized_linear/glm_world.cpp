#include "simulation/generalized_linear/glm_world.hpp"

#include <algorithm>

#include "client/linear_scores.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

std::vector<double> draw_theta(const GlmEnvironment& environment, std::uint64_t seed,
                               std::uint32_t replicate) {
  const std::uint32_t stride = feature_stride(1);
  std::vector<double> column(std::size_t{environment.dimension} * stride);
  CounterWords words(seed, replicate, Purpose::contexts, 0);
  Sphere(environment.dimension, 1).draw(words, environment.bound, stride, column);
  std::vector<double> theta(environment.dimension);
  for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = column[i * stride];
  return theta;
}

// The least count whose distribution function is not below `uniform`.
double count(double rate, double largest, double uniform) {
  double share = link_mean(Link::poisson, -rate);
  double sum = share;
  double counted = 0;
  while (sum < uniform && counted < largest) {
    counted += 1;
    share *= rate / counted;
    sum += share;
    if (share == 0 && counted > rate) break;  // what is missing is rounding
  }
  return std::min(counted, largest);
}

}  // namespace

double draw_feedback(const GlmEnvironment& environment, double a, double uniform) {
  switch (environment.link) {
    case Link::identity:
      return uniform < (1 + a / environment.largest) / 2 ? environment.largest
                                                         : -environment.largest;
    case Link::poisson:
      return count(link_mean(Link::poisson, a), environment.largest, uniform);
    default:
      return uniform < link_mean(environment.link, a) ? 1 : 0;
  }
}

GlmWorld::GlmWorld(const GlmEnvironment& environment, bool is_realized, std::uint64_t seed,
                   std::uint32_t replicate)
    : environment_(environment),
      is_realized_(is_realized),
      seed_(seed),
      replicate_(replicate),
      sphere_(environment.dimension, environment.arms),
      theta_(draw_theta(environment, seed, replicate)),
      luck_(seed, replicate, Purpose::rewards) {
  const std::uint32_t stride = feature_stride(environment.arms);
  columns_.resize(std::size_t{environment.dimension} * stride);
  products_.resize(stride);
  block_ = {environment.arms, environment.dimension, stride, columns_};
}

void GlmWorld::draw_contexts() {
  const std::size_t stride = block_.stride;
  CounterWords words(seed_, replicate_, Purpose::contexts, round_);
  sphere_.draw(words, 1, stride, columns_);
  for (std::uint32_t i = 0; i < environment_.dimension; ++i) {
    double* column = columns_.data() + i * stride;
    std::fill(column + environment_.arms, column + stride, 0.0);
  }
  linear_scores(block_, theta_, {}, 0, products_);
  best_ = *std::max_element(products_.begin(), products_.begin() + environment_.arms);
}

const FeatureBlock& GlmWorld::next_round() {
  ++round_;
  if (round_ == 1 || !environment_.is_fixed) draw_contexts();
  return block_;
}

double GlmWorld::draw(std::uint32_t arm) {
  const double uniform = open_uniform(luck_.next());
  const double paid = draw_feedback(environment_, products_[arm], uniform);
  regret_ += is_realized_ ? draw_feedback(environment_, best_, uniform) - paid
                          : link_mean(environment_.link, best_) -
                                link_mean(environment_.link, products_[arm]);
  return paid;
}

}  // namespace ldp
