#include "simulation/convex/convex_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "foundation/natural_log.hpp"
#include "simulation/linear/ziggurat.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

constexpr double kOutside = 1e-9;
constexpr double kLargestNoise = 1e6;

Error invalid(std::string_view reason, double value) {
  return Error{ErrorCode::spec_invalid, "environment", reason, value};
}

bool has_directions(ConvexLoss loss) {
  return loss == ConvexLoss::linear_absolute || loss == ConvexLoss::random_quadratic;
}

}  // namespace

ConvexBounds bounds_of(const ConvexEnvironment& environment, double farthest) {
  const double w = environment.noise;
  const double square = 0.5 * farthest * farthest;
  switch (environment.loss) {
    case ConvexLoss::absolute:
      return {-w, farthest + w, 1, 0, 0};
    case ConvexLoss::quadratic:
      return {-w, square + w, farthest, 1, 1};
    case ConvexLoss::absolute_quadratic:
      return {-w, farthest + square + w, 1 + farthest, 0, 1};
    case ConvexLoss::linear_absolute:
      return {0, farthest + w, 1, 0, 0};
    case ConvexLoss::random_quadratic:
      return {0, 0.5 * (farthest + w) * (farthest + w), farthest + w, 1, 1};
    case ConvexLoss::preference:
      break;
  }
  return {0, square, farthest, 1, 1};
}

Status check_environment(const ConvexEnvironment& environment) {
  if (Status status = validate(environment.set); !status.ok()) {
    return invalid(status.error().reason, status.error().value);
  }
  if (environment.loss > ConvexLoss::preference) {
    return invalid("no such loss", static_cast<double>(environment.loss));
  }
  if (!(environment.noise >= 0 && environment.noise <= kLargestNoise)) {
    return invalid("the noise must be in [0, 10^6]", environment.noise);
  }
  if (environment.optimum.size() != environment.set.dimension) {
    return invalid("the optimum must have as many coordinates as the set",
                   static_cast<double>(environment.optimum.size()));
  }
  for (const double coordinate : environment.optimum) {
    if (!std::isfinite(coordinate)) return invalid("the optimum must be finite", coordinate);
  }
  if (!is_in_hull(environment.set, environment.optimum) ||
      !(depth(environment.set, environment.optimum) >= -kOutside)) {
    return invalid("the optimum must lie in the set", environment.optimum[0]);
  }
  return {};
}

ConvexScene::ConvexScene(const ConvexEnvironment& given)
    : environment(given),
      expected(given.loss == ConvexLoss::linear_absolute ? hull_dimension(given.set) : 1,
               given.noise) {}

ConvexWorld::ConvexWorld(std::shared_ptr<const ConvexScene> scene, std::uint64_t seed,
                         std::uint32_t replicate)
    : scene_(std::move(scene)),
      words_(seed, replicate, Purpose::rewards),
      u_(scene_->environment.optimum.size()) {}

void ConvexWorld::next_round() {
  const ConvexEnvironment& environment = scene_->environment;
  const std::uint64_t word = words_.next();
  const double uniform = open_uniform(word);
  if (environment.loss == ConvexLoss::preference) [[unlikely]] {
    noise_ = environment.noise * natural_log(uniform / (1 - uniform));
    return;
  }
  if (!has_directions(environment.loss)) {
    noise_ = environment.noise * (2 * uniform - 1);
    return;
  }
  CounterWords words(words_.next(), word);
  draw_direction(words);
  const double own = open_uniform(words.next());
  if (environment.loss == ConvexLoss::linear_absolute) {
    noise_ = environment.noise * (2 * own - 1);
  } else {
    for (double& coordinate : u_) coordinate *= environment.noise * own;
  }
}

// A normal vector over its length has no preferred direction; nor has its projection onto the hull
// of a simplex.
void ConvexWorld::draw_direction(CounterWords& words) {
  double squared = 0;
  while (!(squared > 0)) {
    fill_normal(words, u_);
    if (scene_->environment.set.kind == ConvexSetKind::simplex) {
      double mean = 0;
      for (const double coordinate : u_) mean += coordinate;
      mean /= static_cast<double>(u_.size());
      for (double& coordinate : u_) coordinate -= mean;
    }
    squared = 0;
    for (const double coordinate : u_) squared += coordinate * coordinate;
  }
  const double scale = 1 / std::sqrt(squared);
  for (double& coordinate : u_) coordinate *= scale;
}

double ConvexWorld::squared_distance(std::span<const double> point) const {
  const std::vector<double>& optimum = scene_->environment.optimum;
  double squared = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double away = point[i] - optimum[i];
    squared += away * away;
  }
  return squared;
}

double ConvexWorld::loss(std::span<const double> point) const {
  const ConvexEnvironment& environment = scene_->environment;
  switch (environment.loss) {
    case ConvexLoss::absolute:
      return std::sqrt(squared_distance(point)) + noise_;
    case ConvexLoss::quadratic:
      return 0.5 * squared_distance(point) + noise_;
    case ConvexLoss::absolute_quadratic: {
      const double squared = squared_distance(point);
      return std::sqrt(squared) + 0.5 * squared + noise_;
    }
    case ConvexLoss::linear_absolute: {
      double product = -noise_;
      for (std::size_t i = 0; i < point.size(); ++i) {
        product += u_[i] * (point[i] - environment.optimum[i]);
      }
      return std::abs(product);
    }
    case ConvexLoss::random_quadratic: {
      double squared = 0;
      for (std::size_t i = 0; i < point.size(); ++i) {
        const double away = point[i] - environment.optimum[i] - u_[i];
        squared += away * away;
      }
      return 0.5 * squared;
    }
    case ConvexLoss::preference:
      break;
  }
  return 0.5 * squared_distance(point);
}

double ConvexWorld::preference(std::span<const double> first,
                               std::span<const double> second) const {
  return loss(second) - loss(first) > noise_ ? 1 : -1;
}

double ConvexWorld::regret(std::span<const double> point) const {
  const double squared = squared_distance(point);
  switch (scene_->environment.loss) {
    case ConvexLoss::absolute:
      return std::sqrt(squared);
    case ConvexLoss::absolute_quadratic:
      return std::sqrt(squared) + 0.5 * squared;
    case ConvexLoss::linear_absolute:
      return scene_->expected(std::sqrt(squared));
    default:
      return 0.5 * squared;
  }
}

}  // namespace ldp
