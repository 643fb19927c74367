#include "simulation/linear/ldp_linucb_player.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "privacy/ball_scale.hpp"
#include "protocol/linear_codebook.hpp"
#include "server/linear/ldp_linucb.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/publish_schedule.hpp"
#include "simulation/linear/pure_noise.hpp"
#include "simulation/linear/snapshot_player.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

constexpr double kRootTwo = 1.41421356237309504880;
constexpr double kHalfRoot = 0.70710678118654752440;

// The longest (svec(x x^T), y x) there is: ||x||, y <= 1.
constexpr double kLongest = kRootTwo;

class LdpLinUcbPlayer final : public SnapshotPlayer {
 public:
  LdpLinUcbPlayer(const LinearGame& game, LdpLinUcb&& learner, std::optional<PureNoise> pure)
      : SnapshotPlayer(game),
        learner_(std::move(learner)),
        pure_(std::move(pure)),
        schedule_(game.epoch, game.is_lazy),
        seed_(game.seed),
        replicate_(game.replicate),
        x_(game.experiment.dimension),
        gram_(triangle(game.experiment.dimension)),
        u_(game.experiment.dimension),
        sends_pair_(sends_pair(game.experiment)),
        value_(parts(game.experiment).front().vector),
        noise_(value_.size()) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    copy_features(features, arm, x_);
    ++reports_;
    if (sends_pair_) {
      add_pair(reward);
    } else if (pure_) {
      add_pure(reward);
    } else {
      add(x_, reward);
    }
    if (!schedule_.is_due(reports_)) return;
    if (!pure_) add_gaussian();
    open_snapshot(features.dimension, true);
    learner_.estimate(gram_, u_, reports_, snapshot_);
  }

 private:
  // The value itself.
  void add(std::span<const double> x, double reward) {
    double* entry = gram_.data();
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = i; j < x.size(); ++j) *entry++ += x[i] * x[j];
      u_[i] += reward * x[i];
    }
  }

  CounterWords words() const { return CounterWords(seed_, replicate_, Purpose::noise, reports_); }

  // The noise of all reports since the last snapshot.
  void add_gaussian() {
    const double root = std::sqrt(static_cast<double>(reports_ - noisy_reports_));
    noisy_reports_ = reports_;
    CounterWords source = words();
    fill_normal(source, noise_);
    const double diagonal = root * learner_.noise().diagonal;
    const double off_diagonal = root * learner_.noise().off_diagonal;
    const double* number = noise_.data();
    double* entry = gram_.data();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      *entry++ += diagonal * *number++;
      for (std::size_t j = i + 1; j < x_.size(); ++j) *entry++ += off_diagonal * *number++;
    }
    for (double& sum : u_) sum += diagonal * *number++;
  }

  // A release of (x, y), whose products the server forms.
  void add_pair(double reward) {
    std::copy(x_.begin(), x_.end(), value_.begin());
    value_.back() = reward;
    CounterWords source = words();
    (*pure_)(source, value_, noise_);
    const GramNoise& noise = learner_.noise();
    double* entry = gram_.data();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      entry[0] -= noise.bias;
      for (std::size_t j = i; j < x_.size(); ++j) *entry++ += noise.gain * noise_[i] * noise_[j];
      u_[i] += noise.gain * noise_.back() * noise_[i];
    }
  }

  // A release of (svec(x x^T), y x).
  void add_pure(double reward) {
    double* number = value_.data();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      *number++ = x_[i] * x_[i];
      for (std::size_t j = i + 1; j < x_.size(); ++j) *number++ = kRootTwo * x_[i] * x_[j];
    }
    for (const double feature : x_) *number++ = reward * feature;
    CounterWords source = words();
    (*pure_)(source, value_, noise_);
    const double* released = noise_.data();
    double* entry = gram_.data();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      *entry++ += *released++;
      for (std::size_t j = i + 1; j < x_.size(); ++j) *entry++ += kHalfRoot * *released++;
    }
    for (double& sum : u_) sum += *released++;
  }

  LdpLinUcb learner_;
  std::optional<PureNoise> pure_;
  PublishSchedule schedule_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t reports_ = 0;
  std::uint64_t noisy_reports_ = 0;  // whose noise is in the sums
  std::vector<double> x_;
  std::vector<double> gram_;  // upper triangle, row by row
  std::vector<double> u_;
  bool sends_pair_;
  std::vector<double> value_;  // of a device, in svec coordinates; pure noise only
  std::vector<double> noise_;  // in the order of a report: normal numbers, or a release
};

}  // namespace

Result<MadePlayer> make_ldp_linucb_player(const LinearGame& game) {
  const auto invalid = [](const Error& error) {
    return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
  };
  Result<LdpLinUcb> learner = LdpLinUcb::create(game.experiment);
  if (!learner.ok()) return invalid(learner.error());
  std::optional<PureNoise> pure;
  if (game.experiment.mechanism == LinearMechanism::ball) {
    const std::uint32_t d = game.experiment.dimension;
    const Result<BallScale> scale =
        BallScale::create(game.experiment.epsilon, triangle(d) + d, kLongest);
    if (!scale.ok()) return invalid(scale.error());
    pure.emplace(BallNoise(scale.value()));
  }
  if (game.experiment.mechanism == LinearMechanism::codebook) {
    const Result<CodebookScale> scale = codebook_scale(game.experiment, 0);
    if (!scale.ok()) return invalid(scale.error());
    pure.emplace(CodebookNoise(scale.value()));
  }
  return MadePlayer(
      std::make_unique<LdpLinUcbPlayer>(game, std::move(learner).value(), std::move(pure)));
}

}  // namespace ldp
