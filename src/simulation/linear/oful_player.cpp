#include "simulation/linear/oful_player.hpp"

#include <algorithm>
#include <cmath>

#include "foundation/natural_log.hpp"
#include "server/linear/rank_one_factor.hpp"
#include "simulation/linear/snapshot_player.hpp"

namespace ldp {
namespace {

constexpr double kRidge = 1;
constexpr double kPractical = 0.2;

class OfulPlayer final : public SnapshotPlayer {
 public:
  explicit OfulPlayer(const LinearGame& game)
      : SnapshotPlayer(game),
        r_(game.experiment.radius == RadiusMode::practical ? kPractical : 1),
        alpha_(1 / static_cast<double>(game.experiment.horizon > 0 ? game.experiment.horizon
                                                                   : game.rounds)),
        epoch_(game.epoch),
        factor_(game.experiment.dimension, kRidge),
        x_(game.experiment.dimension),
        u_(game.experiment.dimension) {}

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    copy_features(features, arm, x_);
    factor_.add(x_);
    for (std::size_t i = 0; i < x_.size(); ++i) u_[i] += reward * x_[i];
    if (++reports_ % epoch_ != 0) return;
    open_snapshot(features.dimension, true);
    factor_.solve(u_, snapshot_.theta);
    std::copy(factor_.factor().begin(), factor_.factor().end(), snapshot_.factor.begin());
    snapshot_.radius = oful_radius(r_, alpha_, factor_.log_determinant());
  }

 private:
  double r_;
  double alpha_;
  std::uint64_t epoch_;
  std::uint64_t reports_ = 0;
  RankOneFactor factor_;
  std::vector<double> x_;
  std::vector<double> u_;
};

}  // namespace

double oful_radius(double r, double alpha, double excess) {
  return r * (0.5 * std::sqrt(2 * natural_log(1 / alpha) + excess) + 1);
}

Result<MadePlayer> make_oful_player(const LinearGame& game) {
  return MadePlayer(std::make_unique<OfulPlayer>(game));
}

}  // namespace ldp
