#include "simulation/generalized_linear/gloc_player.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "server/linear/maler.hpp"
#include "server/linear/rank_one_factor.hpp"
#include "server/linear/symmetric_eigen.hpp"
#include "simulation/linear/snapshot_player.hpp"

namespace ldp {
namespace {

constexpr double kRidge = 1;
constexpr double kAlpha = 0.1;
constexpr double kPractical = 0.3;

double inner(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

class GlocPlayer final : public SnapshotPlayer {
 public:
  explicit GlocPlayer(const LinearGame& game)
      : SnapshotPlayer(game),
        model_(link_model(game.experiment)),
        is_practical_(game.experiment.radius == RadiusMode::practical),
        epoch_(game.epoch),
        factor_(game.experiment.dimension, kRidge),
        eigen_(game.experiment.dimension),
        metric_(std::size_t{game.experiment.dimension} * game.experiment.dimension),
        x_(game.experiment.dimension),
        image_(game.experiment.dimension),
        point_(game.experiment.dimension),
        target_(game.experiment.dimension) {
    radius_.mu = model_.least_slope();
    radius_.noise = model_.noise();
    radius_.ridge = kRidge;
    radius_.bound = model_.bound();
    radius_.alpha = kAlpha;
    radius_.online = 2 * radius_.mu * radius_.bound * radius_.bound * kRidge;
  }

  void learn(const FeatureBlock& features, std::uint32_t arm, double feedback) override {
    copy_features(features, arm, x_);
    take_step(std::clamp(feedback, model_.lowest_feedback(), model_.largest_feedback()));
    if (++reports_ % epoch_ != 0) return;
    open_snapshot(features.dimension, true);
    factor_.solve(target_, snapshot_.theta);
    std::copy(factor_.factor().begin(), factor_.factor().end(), snapshot_.factor.begin());
    radius_.explained = squares_ - inner(snapshot_.theta, target_);
    snapshot_.radius = is_practical_ ? kPractical : std::sqrt(std::max(gloc_beta(radius_), 0.0));
  }

 private:
  void take_step(double feedback) {
    const double z = inner(x_, point_);
    const double residual = model_.mean(z) - feedback;
    factor_.add(x_);
    for (std::size_t i = 0; i < x_.size(); ++i) target_[i] += z * x_[i];
    squares_ += z * z;
    factor_.solve(x_, image_);  // V^-1 x
    radius_.online += residual * residual * inner(x_, image_) / (2 * radius_.mu);
    const double step = residual / radius_.mu;
    for (std::size_t i = 0; i < x_.size(); ++i) point_[i] -= step * image_[i];
    if (inner(point_, point_) <= model_.bound() * model_.bound()) return;
    const std::span<const double> gram = factor_.gram();
    const std::size_t d = x_.size();
    std::size_t entry = 0;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i; j < d; ++j, ++entry) {
        metric_[i * d + j] = metric_[j * d + i] = gram[entry] + (i == j ? kRidge : 0);
      }
    }
    project_in_metric(metric_, model_.bound(), eigen_, image_, point_);
  }

  LinkModel model_;
  bool is_practical_;
  std::uint64_t epoch_;
  std::uint64_t reports_ = 0;
  RankOneFactor factor_;
  SymmetricEigen eigen_;
  std::vector<double> metric_;
  std::vector<double> x_;
  std::vector<double> image_;
  std::vector<double> point_;   // th, of the online learner
  std::vector<double> target_;  // b
  double squares_ = 0;          // N2
  GlocRadius radius_;
};

}  // namespace

double gloc_beta(const GlocRadius& radius) {
  const auto& [mu, noise, ridge, bound, alpha, online, explained] = radius;
  const double squared = noise * noise;
  const double inside =
      1 + 2 * online / mu + 4 * squared * squared / (mu * mu * mu * mu * alpha * alpha);
  return 1 + 4 / mu * online +
         8 * squared / (mu * mu) * (natural_log(2 / alpha) + natural_log(inside) / 2) +
         ridge * bound * bound - explained;
}

Result<MadePlayer> make_gloc_player(const LinearGame& game) {
  return MadePlayer(std::make_unique<GlocPlayer>(game));
}

}  // namespace ldp
