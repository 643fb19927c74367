#include "simulation/linear/jdp_player.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "foundation/natural_log.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/sensitivity.hpp"
#include "server/linear/gram_radius.hpp"
#include "server/linear/linear_factor.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/publish_schedule.hpp"
#include "simulation/linear/snapshot_player.hpp"
#include "simulation/linear/tree_noise.hpp"
#include "simulation/linear/wishart.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

constexpr double kRootTwo = 1.4142135623730951;
constexpr double kPracticalFactor = 0.02;
constexpr RadiusKnobs kPractical{1, kPracticalFactor};
constexpr RadiusKnobs kTheory{2, 1};

std::uint64_t horizon_of(const LinearGame& game) {
  return game.experiment.horizon > 0 ? game.experiment.horizon : game.rounds;
}

class JdpPlayer final : public SnapshotPlayer {
 public:
  JdpPlayer(const LinearGame& game, const TreeNoise& tree, const NodeStd& std,
            const WishartConstants& wishart)
      : SnapshotPlayer(game),
        noise_(game.joint_noise),
        radius_(game.experiment.radius),
        d_(game.experiment.dimension),
        horizon_(static_cast<double>(horizon_of(game))),
        tree_(tree),
        std_(std),
        wishart_(wishart),
        node_(d_, wishart.scale, wishart.degrees),
        schedule_(game.epoch),
        seed_(game.seed),
        replicate_(game.replicate),
        factor_(d_),
        x_(d_),
        sums_(triangle(d_) + d_),
        released_(sums_.size()) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    if (tree_.is_over()) return;
    copy_features(features, arm, x_);
    double* entry = sums_.data();
    for (std::uint32_t i = 0; i < d_; ++i) {
      for (std::uint32_t j = i; j < d_; ++j) *entry++ += x_[i] * x_[j];
    }
    for (const double x : x_) *entry++ += reward * x;
    CounterWords source(seed_, replicate_, Purpose::noise, tree_.reports() + 1);
    tree_.advance([&](std::span<double> object) { draw(source, object); });
    if (!schedule_.is_due(tree_.reports())) return;
    publish();
  }

 private:
  [[nodiscard]] bool is_wishart() const {
    return noise_ == JointNoise::wishart || noise_ == JointNoise::shifted_wishart;
  }

  void draw(CounterWords& source, std::span<double> object) {
    if (is_wishart()) {
      node_(source, object);
      return;
    }
    fill_normal(source, object);
    double* number = object.data();
    for (std::uint32_t i = 0; i < d_; ++i) {
      *number++ *= std_.diagonal;
      for (std::uint32_t j = i + 1; j < d_; ++j) *number++ *= std_.off_diagonal;
    }
    for (std::uint32_t i = 0; i < d_; ++i) *number++ *= std_.vector;
  }

  void publish() {
    std::copy(sums_.begin(), sums_.end(), released_.begin());
    tree_.add_to(released_);
    open_snapshot(d_, true);
    if (is_wishart()) {
      factorise(-wishart_.shift, wishart_.smallest);
      snapshot_.radius = paper_radius(wishart_.smallest, wishart_.largest, wishart_.vector);
      if (radius_ == RadiusMode::practical) snapshot_.radius *= kPracticalFactor;
      return;
    }
    const double log = union_log(horizon_, 1 / horizon_);
    if (noise_ == JointNoise::gaussian_published && radius_ != RadiusMode::practical) {
      const double sigma = std_.vector;
      const double m = tree_.levels();
      const double ups = published_bounds(std::sqrt(2 * m) * sigma, 0, d_, log).matrix;
      const double gamma =
          sigma * std::sqrt(m / ups) * (std::sqrt(static_cast<double>(d_)) + std::sqrt(2 * log));
      factorise(1 + 2 * ups, ups);
      snapshot_.radius = paper_radius(ups, 3 * ups, gamma);
      return;
    }
    // In svec coordinates a node has one standard deviation on all of the matrix.
    const double root = std::sqrt(static_cast<double>(tree_.objects()));
    const auto bounds = radius_ == RadiusMode::published ? published_bounds : gaussian_bounds;
    const GramRadius radius = gram_radius(bounds(std_.diagonal * root, std_.vector * root, d_, log),
                                          static_cast<double>(tree_.reports()), d_, 1 / horizon_,
                                          radius_ == RadiusMode::practical ? kPractical : kTheory);
    factorise(radius.shift, radius.floor);
    snapshot_.radius = radius.radius;
  }

  void factorise(double shift, double floor) {
    const std::span<const double> released = released_;
    factor_.compute(released.first(triangle(d_)), released.subspan(triangle(d_)), shift, floor,
                    snapshot_.theta, snapshot_.factor);
  }

  // R sqrt(2 ln(2/alpha) + ln det V - d ln rho_min) + S sqrt(rho_max) + gamma; R = 1/2, S = 1.
  [[nodiscard]] double paper_radius(double smallest, double largest, double gamma) const {
    const double excess = factor_.log_determinant() - d_ * natural_log(smallest);
    return 0.5 * std::sqrt(2 * natural_log(2 * horizon_) + excess) + std::sqrt(largest) + gamma;
  }

  JointNoise noise_;
  RadiusMode radius_;
  std::uint32_t d_;
  double horizon_;
  TreeNoise tree_;
  NodeStd std_;
  WishartConstants wishart_;
  WishartNode node_;
  PublishSchedule schedule_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  GramFactor factor_;
  std::vector<double> x_;
  std::vector<double> sums_;      // exact: the upper triangle, then the vector
  std::vector<double> released_;  // with noise
};

}  // namespace

Result<NodeStd> NodeStd::of(const LinearGame& game, std::uint32_t levels) {
  const LinearExperiment& experiment = game.experiment;
  if (game.joint_noise == JointNoise::gaussian_published) {
    // (Z + Z^T)/sqrt(2) of a (d + 1) x (d + 1) matrix Z, with L~^2 = 2.
    const double sigma = 4 * std::sqrt(static_cast<double>(levels)) * 2 *
                         natural_log(4 / experiment.delta) / experiment.epsilon;
    return NodeStd{kRootTwo * sigma, sigma, sigma};
  }
  if (game.joint_noise != JointNoise::gaussian) return NodeStd{};
  const Result<double> multiplier = calibrate_gaussian(experiment.epsilon, experiment.delta);
  if (!multiplier.ok()) {
    const Error& error = multiplier.error();
    return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
  }
  // Every visitor is in at most one node of each level, and Gaussian noise composes exactly.
  const double sigma =
      gram_sensitivity(1) * std::sqrt(static_cast<double>(levels)) * multiplier.value();
  return NodeStd{sigma, sigma / kRootTwo, sigma};
}

Result<MadePlayer> make_jdp_player(const LinearGame& game) {
  const std::uint32_t d = game.experiment.dimension;
  const bool is_wishart =
      game.joint_noise == JointNoise::wishart || game.joint_noise == JointNoise::shifted_wishart;
  const std::uint64_t horizon = horizon_of(game);
  const TreeNoise tree(horizon, triangle(d) + d, is_wishart);
  const Result<NodeStd> std = NodeStd::of(game, tree.levels());
  if (!std.ok()) return std.error();
  const auto t = static_cast<double>(horizon);
  const WishartConstants wishart =
      WishartConstants::of(d, tree.levels(), game.experiment.epsilon, game.experiment.delta, t,
                           1 / t, game.joint_noise == JointNoise::shifted_wishart);
  return MadePlayer(std::make_unique<JdpPlayer>(game, tree, std.value(), wishart));
}

}  // namespace ldp
