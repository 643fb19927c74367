#include "simulation/generalized_linear/glm_players.hpp"

#include <utility>

#include "protocol/linear_experiment.hpp"
#include "server/linear/glm_learner.hpp"
#include "simulation/generalized_linear/glm_report.hpp"
#include "simulation/generalized_linear/gloc_player.hpp"
#include "simulation/generalized_linear/ucb_glm_player.hpp"
#include "simulation/linear/linear_players.hpp"
#include "simulation/linear/snapshot_player.hpp"

namespace ldp {
namespace {

// A private learner, the product's, with its devices.
class GlmPlayer final : public SnapshotPlayer {
 public:
  GlmPlayer(const LinearGame& game, GlmLearner&& learner, GlmReports&& reports)
      : SnapshotPlayer(game),
        learner_(std::move(learner)),
        reports_(std::move(reports)),
        epoch_(game.epoch),
        seed_(game.seed),
        replicate_(game.replicate),
        x_(game.experiment.dimension) {
    learner_.estimate(snapshot_);
  }

  void learn(const FeatureBlock& features, std::uint32_t arm, double feedback) override {
    copy_features(features, arm, x_);
    CounterWords words(seed_, replicate_, Purpose::noise, ++round_);
    reports_.add(snapshot_, x_, feedback, words);
    if (round_ % epoch_ != 0) return;
    learner_.ingest_epoch(reports_.close(snapshot_, words));
    learner_.estimate(snapshot_);
  }

 private:
  GlmLearner learner_;
  GlmReports reports_;
  std::uint64_t epoch_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t round_ = 0;
  std::vector<double> x_;
};

Result<MadePlayer> make_private_player(const LinearGame& game) {
  const auto invalid = [](const Error& error) {
    return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
  };
  LinearExperiment experiment = game.experiment;
  // The published constants are those of a known horizon.
  if (experiment.algorithm == Algorithm::ldp_glm_published && experiment.horizon == 0) {
    experiment.horizon = game.rounds;
  }
  Result<GlmLearner> learner = GlmLearner::create(experiment);
  if (!learner.ok()) return invalid(learner.error());
  Result<GlmReports> reports = GlmReports::create(experiment);
  if (!reports.ok()) return invalid(reports.error());
  return MadePlayer(
      std::make_unique<GlmPlayer>(game, std::move(learner).value(), std::move(reports).value()));
}

}  // namespace

Result<MadePlayer> make_glm_player(const LinearGame& game) {
  switch (game.experiment.algorithm) {
    case Algorithm::uniform:
      return make_linear_player(game);
    case Algorithm::gloc:
      return make_gloc_player(game);
    case Algorithm::ucb_glm:
      return make_ucb_glm_player(game);
    case Algorithm::ldp_glm_newton:
    case Algorithm::ldp_glm_gloc:
    case Algorithm::ldp_glm_sgd:
    case Algorithm::ldp_glm_published:
      return make_private_player(game);
    default:
      return Error{ErrorCode::spec_invalid, "algorithm", "does not play generalized linear worlds",
                   0};
  }
}

}  // namespace ldp
