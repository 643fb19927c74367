#include "simulation/convex/convex_player.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "protocol/public_direction.hpp"
#include "server/convex/point_learner.hpp"
#include "server/convex/scalar_noise.hpp"
#include "server/convex/stochastic_convex.hpp"
#include "server/serving/draw_arm.hpp"
#include "simulation/convex/simulated_scalar.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

Error spec_error(const Error& error) {
  return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
}

// The learners of one and of two points, which take gradient steps.
class GradientPlayer final : public ConvexPlayer {
 public:
  GradientPlayer(const ConvexGame& game, const ConvexProblem& problem,
                 const SimulatedScalar& report)
      : run_(game.run),
        report_(report),
        learner_(run_->domain, problem, run_->experiment.horizon),
        epoch_(game.epoch),
        is_two_point_(problem.is_two_point),
        is_comparison_(run_->experiment.feedback == ConvexFeedback::comparison),
        middle_(0.5 * (run_->experiment.loss_low + run_->experiment.loss_high)),
        half_range_(0.5 * (run_->experiment.loss_high - run_->experiment.loss_low)),
        lipschitz_(problem.lipschitz),
        coins_(game.choices()),
        noise_(game.noises()),
        grid_(run_->domain.dimension()),
        u_(grid_.size()),
        w_(grid_.size()),
        sum_(grid_.size()),
        first_(run_->domain.set().dimension),
        second_(first_.size()) {}

  double play(const ConvexWorld& world) override {
    public_direction(coins_.next(), grid_);
    for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = grid_[i] * kDirectionStep;
    double regret = 0;
    const double v = is_two_point_ ? two_points(world, regret) : one_point(world, regret);
    learn(report_(noise_, v));
    return regret;
  }

 private:
  // x + M u, or x + rho u with rho of either sign.
  void explore(double radius, std::vector<double>& point) {
    const std::span<const double> x = learner_.point();
    const std::span<const double> shape = learner_.shape();
    const std::size_t size = w_.size();
    for (std::size_t i = 0; i < size; ++i) {
      double step = radius * u_[i];
      if (!shape.empty()) {
        step = 0;
        for (std::size_t j = i; j < size; ++j) step += shape[i * size + j] * u_[j];
      }
      w_[i] = x[i] + step;
    }
    run_->domain.to_point(w_, point);
  }

  double one_point(const ConvexWorld& world, double& regret) {
    explore(learner_.radius(), first_);
    regret = world.regret(first_);
    return (world.loss(first_) - middle_) / half_range_;
  }

  double two_points(const ConvexWorld& world, double& regret) {
    const double radius = learner_.radius();
    explore(radius, first_);
    explore(-radius, second_);
    regret = 0.5 * (world.regret(first_) + world.regret(second_));
    if (is_comparison_) return -world.preference(first_, second_);
    return (world.loss(first_) - world.loss(second_)) / (2 * radius * lipschitz_);
  }

  void learn(double count) {
    if (epoch_ == 1) {
      learner_.step(report_.unit() * count, u_);
      return;
    }
    // Whole numbers below 2^53, so exact. Without noise they are not whole, and the order counts.
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += count * grid_[i];
    if (++reports_ < epoch_) return;
    for (double& sum : sum_) sum *= report_.unit() * kDirectionStep;
    learner_.step({reports_, sum_, learner_.point(), learner_.radius(), learner_.shape()});
    std::fill(sum_.begin(), sum_.end(), 0.0);
    reports_ = 0;
  }

  std::shared_ptr<const ConvexRun> run_;
  SimulatedScalar report_;
  PointLearner learner_;
  std::uint64_t epoch_;
  bool is_two_point_;
  bool is_comparison_;
  double middle_;
  double half_range_;
  double lipschitz_;
  SeededStream coins_;
  SeededStream noise_;
  std::uint64_t reports_ = 0;  // of the epoch
  std::vector<std::int32_t> grid_;
  std::vector<double> u_;
  std::vector<double> w_;
  std::vector<double> sum_;
  std::vector<double> first_;
  std::vector<double> second_;
};

// The stochastic learner of one dimension, which plays three points.
class ThreePointsPlayer final : public ConvexPlayer {
 public:
  ThreePointsPlayer(const ConvexGame& game, const ScalarNoise& noise, const SimulatedScalar& report)
      : run_(game.run),
        report_(report),
        learner_(noise, run_->experiment.horizon),
        epoch_(game.epoch),
        middle_(0.5 * (run_->experiment.loss_low + run_->experiment.loss_high)),
        half_range_(0.5 * (run_->experiment.loss_high - run_->experiment.loss_low)),
        choices_(game.choices()),
        noise_(game.noises()),
        point_(run_->domain.set().dimension) {
    // The ends of the set: what lies far to either side of it comes back there.
    for (const double side : {-1.0, 1.0}) {
      std::array<double, 1> w{3 * side * run_->domain.outer()};
      run_->domain.project(w);
      run_->domain.to_point(w, point_);
      (side < 0 ? low_ : high_) = point_[0];
    }
    publish();
  }

  double play(const ConvexWorld& world) override {
    const std::uint32_t arm = draw_arm(weights_, open_uniform(choices_.next()));
    point_[0] = low_ + (high_ - low_) * points_[arm];
    const double v = (world.loss(point_) - middle_) / half_range_;
    sums_.count[arm] += 1;
    sums_.total[arm] += report_(noise_, v);
    if (++reports_ == epoch_) {
      for (double& total : sums_.total) total *= report_.unit();
      learner_.step(sums_);
      publish();
    }
    return world.regret(point_);
  }

 private:
  void publish() {
    points_ = learner_.points();
    weights_ = learner_.weights();
    sums_ = {};
    reports_ = 0;
  }

  std::shared_ptr<const ConvexRun> run_;
  SimulatedScalar report_;
  StochasticConvex learner_;
  std::uint64_t epoch_;
  double middle_;
  double half_range_;
  SeededStream choices_;
  SeededStream noise_;
  double low_ = 0;
  double high_ = 1;
  std::array<double, 3> points_{};  // in [0, 1]
  std::array<double, 3> weights_{};
  ThreePoints sums_;
  std::uint64_t reports_ = 0;  // of the epoch
  std::vector<double> point_;
};

struct Noise {
  ScalarNoise scale = ScalarNoise::none();
  SimulatedScalar report = SimulatedScalar::none();
};

Result<Noise> noise_of(const ConvexExperiment& experiment) {
  if (kCatalog[static_cast<std::size_t>(experiment.algorithm)].trust_model == TrustModel::none) {
    return Noise{};
  }
  const ScalarMechanism mechanism = experiment.mechanism;
  const double epsilon = experiment.epsilon;
  const double delta = experiment.delta;
  const Result<ScalarNoise> scale = ScalarNoise::of(mechanism, epsilon, delta);
  if (!scale.ok()) return spec_error(scale.error());
  const Result<SimulatedScalar> report = SimulatedScalar::create(mechanism, epsilon, delta);
  if (!report.ok()) return spec_error(report.error());
  return Noise{scale.value(), report.value()};
}

}  // namespace

Result<std::unique_ptr<ConvexPlayer>> make_convex_player(const ConvexGame& game) {
  const Result<Noise> noise = noise_of(game.run->experiment);
  if (!noise.ok()) return noise.error();
  ConvexExperiment experiment = game.run->experiment;
  experiment.algorithm = local_convex_algorithm(experiment.algorithm);
  if (experiment.algorithm == Algorithm::ldp_stochastic_convex) {
    return std::unique_ptr<ConvexPlayer>(
        std::make_unique<ThreePointsPlayer>(game, noise.value().scale, noise.value().report));
  }
  const ConvexProblem problem =
      ConvexProblem::of(experiment, game.run->domain, noise.value().scale);
  return std::unique_ptr<ConvexPlayer>(
      std::make_unique<GradientPlayer>(game, problem, noise.value().report));
}

}  // namespace ldp
