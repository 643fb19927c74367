#include "simulation/linear/shuffle_player.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "foundation/natural_log.hpp"
#include "privacy/gaussian_curve.hpp"
#include "privacy/sensitivity.hpp"
#include "server/linear/gram_radius.hpp"
#include "server/linear/linear_factor.hpp"
#include "simulation/linear/binomial.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/snapshot_player.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

constexpr double kRootTwo = 1.4142135623730951;
constexpr double kBitProbability = 0.25;
constexpr RadiusKnobs kPractical{0.1, 0.02};
constexpr RadiusKnobs kTheory{2, 1};

class ShufflePlayer final : public SnapshotPlayer {
 public:
  ShufflePlayer(const LinearGame& game, const VectorSumConstants& vector_sum, const BatchStd& std)
      : SnapshotPlayer(game),
        noise_(game.shuffle_noise),
        radius_(game.experiment.radius),
        d_(game.experiment.dimension),
        horizon_(static_cast<double>(game.experiment.horizon > 0 ? game.experiment.horizon
                                                                 : game.rounds)),
        batch_(game.batch),
        epoch_(game.epoch),
        vector_sum_(vector_sum),
        std_(std),
        bits_(vector_sum.bits * game.batch, kBitProbability),
        seed_(game.seed),
        replicate_(game.replicate),
        factor_(d_),
        x_(d_),
        sums_(triangle(d_) + d_),
        batch_sums_(sums_.size()),
        normals_(sums_.size()) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    copy_features(features, arm, x_);
    ++reports_;
    CounterWords source(seed_, replicate_, Purpose::noise, reports_);
    double* entry = batch_sums_.data();
    for (std::uint32_t i = 0; i < d_; ++i) {
      for (std::uint32_t j = i; j < d_; ++j) *entry++ += message(source, x_[i] * x_[j]);
    }
    for (const double x : x_) *entry++ += message(source, reward * x);
    if (reports_ % batch_ != 0) return;
    end_batch(source);
    // Snapshots at the ends of epochs that a batch has ended in.
    if (reports_ / epoch_ == published_ / epoch_) return;
    published_ = reports_;
    publish();
  }

 private:
  // What a number becomes before noise is added: itself, or its rounded integer.
  [[nodiscard]] double message(CounterWords& source, double number) const {
    if (noise_ != ShuffleNoise::vector_sum) return number;
    const double scaled = (number + 1) * vector_sum_.grid;
    const double whole = std::floor(scaled);
    return whole + (open_uniform(source.next()) < scaled - whole ? 1 : 0);
  }

  void end_batch(CounterWords& source) {
    if (noise_ == ShuffleNoise::vector_sum) {
      const double mean_noise = kBitProbability * vector_sum_.bits * batch_;
      for (double& sum : batch_sums_) {
        sum = (sum + bits_(source) - mean_noise) / vector_sum_.grid - batch_;
      }
    } else {
      fill_normal(source, normals_);
      const double* number = normals_.data();
      double* entry = batch_sums_.data();
      for (std::uint32_t i = 0; i < d_; ++i) {
        *entry++ += std_.diagonal * *number++;
        for (std::uint32_t j = i + 1; j < d_; ++j) *entry++ += std_.off_diagonal * *number++;
      }
      for (std::uint32_t i = 0; i < d_; ++i) *entry++ += std_.diagonal * *number++;
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += batch_sums_[i];
    std::fill(batch_sums_.begin(), batch_sums_.end(), 0.0);
    ++batches_;
  }

  void publish() {
    open_snapshot(d_, true);
    const double log = union_log(horizon_, 1 / horizon_);
    const double root = std::sqrt(static_cast<double>(batches_));
    const double matrix_std = std::max(std_.diagonal, kRootTwo * std_.off_diagonal) * root;
    const NoiseBounds noise = gaussian_bounds(matrix_std, std_.diagonal * root, d_, log);
    const auto n = static_cast<double>(reports_);
    GramRadius radius = gram_radius(noise, n, d_, 1 / horizon_,
                                    radius_ == RadiusMode::practical ? kPractical : kTheory);
    if (radius_ == RadiusMode::published) {
      const double lambda = radius.shift;
      radius.radius =
          0.5 * std::sqrt(2 * natural_log(2 * horizon_) + d_ * natural_log(1 + n / (d_ * lambda))) +
          std::sqrt(lambda);
    }
    const std::span<const double> sums = sums_;
    factor_.compute(sums.first(triangle(d_)), sums.subspan(triangle(d_)), radius.shift,
                    radius.floor, snapshot_.theta, snapshot_.factor);
    snapshot_.radius = radius.radius;
  }

  ShuffleNoise noise_;
  RadiusMode radius_;
  std::uint32_t d_;
  double horizon_;
  std::uint32_t batch_;
  std::uint64_t epoch_;
  VectorSumConstants vector_sum_;
  BatchStd std_;
  BinomialDraw bits_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t reports_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t batches_ = 0;
  GramFactor factor_;
  std::vector<double> x_;
  std::vector<double> sums_;  // of whole batches: the upper triangle, then the vector
  std::vector<double> batch_sums_;
  std::vector<double> normals_;
};

}  // namespace

VectorSumConstants VectorSumConstants::of(std::uint32_t dimension, std::uint32_t batch,
                                          double epsilon, double delta) {
  VectorSumConstants constants;
  const double d = dimension;
  const double b = batch;
  constants.grid = std::max({2 * std::sqrt(b), d, 4.0});
  const double log = natural_log(4 * (d * d + 1) / delta);
  constants.bits =
      std::ceil(24e4 * constants.grid * constants.grid * log * log / (epsilon * epsilon * b));
  constants.std =
      std::sqrt(constants.bits * b * kBitProbability * (1 - kBitProbability)) / constants.grid;
  return constants;
}

Result<BatchStd> BatchStd::of(const LinearGame& game) {
  const double epsilon = game.experiment.epsilon;
  const double delta = game.experiment.delta;
  if (game.shuffle_noise == ShuffleNoise::vector_sum) {
    const double sigma =
        VectorSumConstants::of(game.experiment.dimension, game.batch, epsilon, delta).std;
    return BatchStd{sigma, sigma};
  }
  if (game.shuffle_noise == ShuffleNoise::amplification) {
    // sqrt(B) times that of one visitor.
    const double sigma =
        4 * std::sqrt(2 * natural_log(2.5 * game.batch / delta) * natural_log(2 / delta)) / epsilon;
    return BatchStd{sigma, sigma};
  }
  const Result<double> multiplier = calibrate_gaussian(epsilon, delta);
  if (!multiplier.ok()) {
    const Error& error = multiplier.error();
    return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
  }
  const double sigma = gram_sensitivity(1) * multiplier.value();
  return BatchStd{sigma, sigma / kRootTwo};
}

Result<MadePlayer> make_shuffle_player(const LinearGame& game) {
  const VectorSumConstants vector_sum = VectorSumConstants::of(
      game.experiment.dimension, game.batch, game.experiment.epsilon, game.experiment.delta);
  const Result<BatchStd> std = BatchStd::of(game);
  if (!std.ok()) return std.error();
  return MadePlayer(std::make_unique<ShufflePlayer>(game, vector_sum, std.value()));
}

}  // namespace ldp
