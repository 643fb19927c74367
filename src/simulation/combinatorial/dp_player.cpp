#include "simulation/combinatorial/dp_player.hpp"

#include <utility>

#include "foundation/natural_log.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "random/samplers.hpp"
#include "simulation/combinatorial/batches.hpp"
#include "simulation/combinatorial/central_learner.hpp"
#include "simulation/combinatorial/player_errors.hpp"
#include "simulation/combinatorial/tree.hpp"
#include "simulation/laplace_noise.hpp"

namespace ldp {
namespace {

// The discrete Laplace law of a scale, by whichever sampler is faster: a tree draws one noise for
// each outcome, and inversion takes a fifth of the exact sampler's time, up to where its integers
// would overflow.
class LaplaceDraw {
 public:
  explicit LaplaceDraw(const CentralScale& scale)
      : exact_(scale.t(), scale.s()),
        fast_(scale.scale() * kRewardGrid),
        is_fast_(scale.scale() * kRewardGrid <= kWidestFast) {}

  std::int64_t operator()(SeededStream& noises) const {
    return is_fast_ ? fast_(noises.next()) : exact_(noises);
  }

 private:
  static constexpr double kWidestFast = 0x1p20;

  DiscreteLaplace exact_;
  LaplaceNoise fast_;
  bool is_fast_;
};

template <class Sums>
class DpPlayer final : public CombinatorialPlayer {
 public:
  DpPlayer(CentralLearner<Sums>&& learner, const CentralScale& scale, const SeededStream& noises)
      : learner_(std::move(learner)), laplace_(scale), noises_(noises) {}

  std::span<const std::uint32_t> choose() override { return learner_.choose(); }

  void learn(std::span<const std::uint32_t> arms, const RoundOutcomes& outcomes) override {
    learner_.learn(
        arms, [&](std::uint32_t arm) { return outcomes[arm] * kRewardGrid; },
        [&](std::uint32_t) { return laplace_(noises_); });
  }

 private:
  CentralLearner<Sums> learner_;
  LaplaceDraw laplace_;
  SeededStream noises_;
};

template <class Sums>
MadeCombinatorialPlayer make(const CombinatorialGame& game, ChangingOracle&& oracle,
                             const CentralTerms& terms, const CentralScale& scale,
                             const Sums& empty) {
  const std::vector<Sums> sums(game.experiment.set.arms, empty);
  return std::make_unique<DpPlayer<Sums>>(CentralLearner<Sums>(std::move(oracle), sums, terms),
                                          scale, game.noises());
}

}  // namespace

Result<MadeCombinatorialPlayer> make_dp_player(const CombinatorialGame& game) {
  const CombinatorialExperiment& experiment = game.experiment;
  const bool is_published = game.noise == CentralNoise::published;
  if (experiment.reports.levels.size() != 1) {
    return Error{ErrorCode::spec_invalid, "levels", "a trusted server has one level",
                 static_cast<double>(experiment.reports.levels.size())};
  }
  if (experiment.coordinate == Coordinate::uniform) {
    return Error{ErrorCode::spec_invalid, "coordinate",
                 "of a trusted server is all or least-reported", 0};
  }
  const bool is_one = experiment.coordinate == Coordinate::least_reported;
  if (is_published && is_one) {
    return Error{ErrorCode::spec_invalid, "noise", "published goes with all coordinates", 0};
  }
  const double epsilon = experiment.reports.levels[0];
  Result<ChangingOracle> oracle = ChangingOracle::create(experiment.set, game.public_seed());
  if (!oracle.ok()) return spec_error(oracle.error());
  const std::uint32_t largest = oracle.value().largest();
  const Result<CentralScale> scale =
      CentralScale::of(game.noise, epsilon, is_one ? 1 : largest, game.rounds);
  if (!scale.ok()) return scale.error();

  CentralTerms terms;
  terms.is_one_coordinate = is_one;
  terms.is_frozen = game.is_frozen;
  terms.epoch = game.epoch;
  terms.public_seed = game.public_seed();
  const auto arms = static_cast<double>(experiment.set.arms);
  if (is_published) {
    const auto rounds = static_cast<double>(game.rounds);
    const double log = natural_log(rounds);
    terms.radius = {true, 12 * largest * log * log * log / epsilon, natural_log(arms * rounds)};
  } else {
    terms.radius = {false, scale.value().scale(), natural_log(arms)};
  }
  if (game.noise == CentralNoise::batches) {
    return make(game, std::move(oracle).value(), terms, scale.value(), GrowingBatches());
  }
  return make(game, std::move(oracle).value(), terms, scale.value(), PrefixTree(game.rounds));
}

}  // namespace ldp
