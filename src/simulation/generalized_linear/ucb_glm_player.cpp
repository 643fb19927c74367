#include "simulation/generalized_linear/ucb_glm_player.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "server/linear/rank_one_factor.hpp"
#include "simulation/linear/snapshot_player.hpp"

namespace ldp {
namespace {

constexpr double kRidge = 1;
constexpr double kAlpha = 0.1;
constexpr double kPractical = 0.3;
constexpr double kGrowth = 1.05;  // of the past, between two fits

constexpr int kMostSteps = 20;
constexpr double kShortestStep = 1e-7;
// With the ridge the estimate is finite, but it can be long while the past is short; g is asked of
// no more than this.
constexpr double kLongest = 30;

class UcbGlmPlayer final : public SnapshotPlayer {
 public:
  explicit UcbGlmPlayer(const LinearGame& game)
      : SnapshotPlayer(game),
        model_(link_model(game.experiment)),
        is_practical_(game.experiment.radius == RadiusMode::practical),
        epoch_(game.epoch),
        fit_(model_, game.experiment.dimension),
        factor_(game.experiment.dimension, kRidge),
        x_(game.experiment.dimension) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double feedback) override {
    copy_features(features, arm, x_);
    fit_.add(x_, std::clamp(feedback, model_.lowest_feedback(), model_.largest_feedback()));
    factor_.add(x_);
    const std::size_t t = fit_.size();
    if (t % epoch_ != 0) return;
    if (static_cast<double>(t) >= next_fit_) {
      fit_.fit();
      next_fit_ = std::max(kGrowth * static_cast<double>(t), static_cast<double>(t) + 1);
    }
    open_snapshot(features.dimension, true);
    std::copy(fit_.theta().begin(), fit_.theta().end(), snapshot_.theta.begin());
    std::copy(factor_.factor().begin(), factor_.factor().end(), snapshot_.factor.begin());
    snapshot_.radius = is_practical_ ? kPractical : theorem(static_cast<double>(t));
  }

 private:
  // (R/mu) sqrt((d/2) ln(1 + 2 t/d) + ln(1/alpha)).
  [[nodiscard]] double theorem(double t) const {
    const auto d = static_cast<double>(x_.size());
    return model_.noise() / model_.least_slope() *
           std::sqrt(d / 2 * natural_log(1 + 2 * t / d) + natural_log(1 / kAlpha));
  }

  LinkModel model_;
  bool is_practical_;
  std::uint64_t epoch_;
  RidgeFit fit_;
  double next_fit_ = 1;
  RankOneFactor factor_;
  std::vector<double> x_;
};

}  // namespace

RidgeFit::RidgeFit(const LinkModel& model, std::uint32_t dimension)
    : model_(model),
      theta_(dimension),
      hessian_(std::size_t{dimension} * (dimension + 1) / 2),
      gradient_(dimension),
      step_(dimension),
      root_(hessian_.size()),
      factor_(dimension) {}

void RidgeFit::add(std::span<const double> x, double feedback) {
  for (const double number : x) rows_.push_back(static_cast<float>(number));
  rows_.push_back(static_cast<float>(feedback));
}

void RidgeFit::fit() {
  const std::size_t d = theta_.size();
  for (int step = 0; step < kMostSteps; ++step) {
    std::fill(hessian_.begin(), hessian_.end(), 0.0);
    for (std::size_t i = 0; i < d; ++i) gradient_[i] = kRidge * theta_[i];
    for (std::size_t row = 0; row < rows_.size(); row += d + 1) {
      const float* x = rows_.data() + row;
      double a = 0;
      for (std::size_t i = 0; i < d; ++i) a += static_cast<double>(x[i]) * theta_[i];
      a = std::clamp(a, -kLongest, kLongest);
      const double residual = model_.mean(a) - static_cast<double>(x[d]);
      const double slope = model_.slope(a);
      double* entry = hessian_.data();
      for (std::size_t i = 0; i < d; ++i) {
        const double scaled = slope * static_cast<double>(x[i]);
        gradient_[i] += residual * static_cast<double>(x[i]);
        for (std::size_t j = i; j < d; ++j) *entry++ += scaled * static_cast<double>(x[j]);
      }
    }
    factor_.compute(hessian_, gradient_, kRidge, kRidge / 2, step_, root_);
    double squared = 0;
    for (const double number : step_) squared += number * number;
    // A Newton step of a convex loss may overshoot while it is far away: none is longer than S.
    const double scale = std::min(1.0, model_.bound() / std::max(std::sqrt(squared), 1e-300));
    for (std::size_t i = 0; i < d; ++i) theta_[i] -= scale * step_[i];
    if (squared < kShortestStep * kShortestStep) return;
  }
}

Result<MadePlayer> make_ucb_glm_player(const LinearGame& game) {
  if (game.rounds > kMaximumMemory / (game.experiment.dimension + 1)) {
    return Error{ErrorCode::spec_invalid, "horizon",
                 "is too long for ucb-glm, which remembers every round: at most 4194304/(d + 1)",
                 static_cast<double>(game.rounds)};
  }
  return MadePlayer(std::make_unique<UcbGlmPlayer>(game));
}

}  // namespace ldp
