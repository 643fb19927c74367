#include "simulation/linear/online_player.hpp"

#include <algorithm>
#include <utility>

#include "server/linear/online_ldp_linucb.hpp"
#include "server/linear/private_bandits_combiner.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/publish_schedule.hpp"
#include "simulation/linear/snapshot_player.hpp"
#include "simulation/linear/ziggurat.hpp"

namespace ldp {
namespace {

// The two learners with one shape: they differ in that the combiner's reports name a base.
class OneLearner {
 public:
  explicit OneLearner(OnlineLdpLinUcb&& learner) : learner_(std::move(learner)) {}

  void ingest(std::uint32_t, std::span<const double> x, double y) { learner_.ingest(x, y); }
  void ingest_epoch(std::uint32_t, std::span<const double> xx, std::span<const double> yx, double,
                    std::uint64_t reports) {
    learner_.ingest_epoch(xx, yx, reports);
  }
  void estimate(LinearSnapshot& snapshot) { learner_.estimate(snapshot); }

 private:
  OnlineLdpLinUcb learner_;
};

template <class Learner>
class OnlinePlayer final : public SnapshotPlayer {
 public:
  OnlinePlayer(const LinearGame& game, Learner&& learner, double sigma)
      : SnapshotPlayer(game),
        learner_(std::move(learner)),
        sigma_(sigma),
        epoch_(game.epoch),
        schedule_(game.epoch),
        seed_(game.seed),
        replicate_(game.replicate),
        noise_(game.experiment.dimension + 1),
        x_(game.experiment.dimension),
        xx_(triangle(game.experiment.dimension)),
        yx_(game.experiment.dimension) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    ++reports_;
    // Which of its learners the combiner published: so the first of its rounds have one too.
    if (snapshot_.theta.empty()) publish(features.dimension);
    CounterWords source(seed_, replicate_, Purpose::noise, reports_);
    fill_normal(source, noise_);
    copy_features(features, arm, x_);
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += sigma_ * noise_[i];
    const double y = reward + sigma_ * noise_.back();
    if (epoch_ == 1) {
      learner_.ingest(snapshot_.base, x_, y);
    } else {
      add(y);
    }
    if (schedule_.is_due(reports_)) publish(features.dimension);
  }

 private:
  void add(double y) {
    double* entry = xx_.data();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      for (std::size_t j = i; j < x_.size(); ++j) *entry++ += x_[i] * x_[j];
      yx_[i] += y * x_[i];
    }
    y_ += y;
    ++waiting_;
  }

  void publish(std::uint32_t dimension) {
    if (waiting_ > 0) {
      learner_.ingest_epoch(snapshot_.base, xx_, yx_, y_, waiting_);
      std::fill(xx_.begin(), xx_.end(), 0.0);
      std::fill(yx_.begin(), yx_.end(), 0.0);
      y_ = 0;
      waiting_ = 0;
    }
    open_snapshot(dimension, true);
    learner_.estimate(snapshot_);
  }

  Learner learner_;
  double sigma_;
  std::uint64_t epoch_;
  PublishSchedule schedule_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t reports_ = 0;
  std::uint64_t waiting_ = 0;  // reports in the sums below
  std::vector<double> noise_;
  std::vector<double> x_;  // of the last report
  std::vector<double> xx_;
  std::vector<double> yx_;
  double y_ = 0;
};

Error invalid(const Error& error) {
  return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
}

}  // namespace

Result<MadePlayer> make_online_player(const LinearGame& game) {
  const Result<OnlineSettings> settings = OnlineSettings::of(game.experiment);
  if (!settings.ok()) return invalid(settings.error());
  return MadePlayer(std::make_unique<OnlinePlayer<OneLearner>>(
      game, OneLearner(OnlineLdpLinUcb(settings.value())), settings.value().sigma));
}

Result<MadePlayer> make_combiner_player(const LinearGame& game) {
  const Result<OnlineSettings> settings = OnlineSettings::of(game.experiment);
  if (!settings.ok()) return invalid(settings.error());
  Result<PrivateBanditsCombiner> learner = PrivateBanditsCombiner::create(game.experiment);
  if (!learner.ok()) return invalid(learner.error());
  return MadePlayer(std::make_unique<OnlinePlayer<PrivateBanditsCombiner>>(
      game, std::move(learner).value(), settings.value().sigma));
}

}  // namespace ldp
