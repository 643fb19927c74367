#include "simulation/linear/moments_player.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "client/centred_arms.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/moment_scale.hpp"
#include "server/linear/linear_moments.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/publish_schedule.hpp"
#include "simulation/linear/pure_noise.hpp"
#include "simulation/linear/snapshot_player.hpp"

namespace ldp {
namespace {

// What a server has of one part.
struct PartSums {
  PartSums(PureNoise drawn, std::uint32_t length)
      : noise(std::move(drawn)), value(length), release(length), totals(length) {}

  template <class Words>
  void add_release_of_value(Words& words) {
    noise(words, value, release);
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += release[i];
    ++count;
  }

  PureNoise noise;
  std::vector<double> value;  // of the present device, without noise
  std::vector<double> release;
  std::vector<double> totals;
  std::uint64_t count = 0;
};

class MomentsPlayer final : public SnapshotPlayer {
 public:
  MomentsPlayer(const LinearGame& game, LinearMoments&& learner, PureNoise moment, PureNoise design)
      : SnapshotPlayer(game),
        learner_(std::move(learner)),
        spread_(game.experiment.spread),
        schedule_(game.epoch),
        seed_(game.seed),
        replicate_(game.replicate),
        moment_(std::move(moment), game.experiment.dimension),
        design_(std::move(design), triangle(game.experiment.dimension)) {
    arms_.reserve(game.arms, game.experiment.dimension);
  }

  void learn(const FeatureBlock& features, std::uint32_t arm, double reward) override {
    ++reports_;
    CounterWords words(seed_, replicate_, Purpose::noise, reports_);
    arms_.assign(features);
    if (has_explored()) {
      arms_.moment(arm, spread_, moment_.value);
      for (double& number : moment_.value) number *= reward - 0.5;
      moment_.add_release_of_value(words);
    } else {
      arms_.design(spread_, design_.value);
      design_.add_release_of_value(words);
    }
    if (!schedule_.is_due(reports_)) return;
    learner_.estimate(moment_.totals, moment_.count, design_.totals, design_.count, snapshot_);
  }

 private:
  LinearMoments learner_;
  double spread_;
  PublishSchedule schedule_;
  std::uint64_t seed_;
  std::uint32_t replicate_;
  std::uint64_t reports_ = 0;
  CentredArms arms_;
  PartSums moment_;
  PartSums design_;
};

// Of an experiment that is valid.
PureNoise noise_of(const LinearExperiment& experiment, std::uint32_t part) {
  if (experiment.mechanism == LinearMechanism::codebook) {
    return PureNoise(CodebookNoise(codebook_scale(experiment, part).value(), part));
  }
  return PureNoise(BallNoise(moment_scale(experiment, part).value()));
}

}  // namespace

Result<MadePlayer> make_moments_player(const LinearGame& game) {
  const auto invalid = [](const Error& error) {
    return Error{ErrorCode::spec_invalid, error.parameter, error.reason, error.value};
  };
  Result<LinearMoments> learner = LinearMoments::create(game.experiment);
  if (!learner.ok()) return invalid(learner.error());
  // Valid, or there would be no learner.
  const LinearExperiment experiment = with_codebook(game.experiment);
  return MadePlayer(std::make_unique<MomentsPlayer>(game, std::move(learner).value(),
                                                    noise_of(experiment, kMomentPart),
                                                    noise_of(experiment, kDesignPart)));
}

}  // namespace ldp
