#include "simulation/linear/linear_players.hpp"

#include "protocol/linear_experiment.hpp"
#include "random/uniform.hpp"
#include "simulation/linear/jdp_player.hpp"
#include "simulation/linear/ldp_linucb_player.hpp"
#include "simulation/linear/moments_player.hpp"
#include "simulation/linear/oful_player.hpp"
#include "simulation/linear/online_player.hpp"
#include "simulation/linear/shuffle_player.hpp"

namespace ldp {
namespace {

class UniformPlayer final : public LinearPlayer {
 public:
  explicit UniformPlayer(const LinearGame& game) : choices_(game.choices()), below_(game.arms) {}

  std::uint32_t choose(const FeatureBlock&) override {
    return static_cast<std::uint32_t>(below_(choices_));
  }
  void learn(const FeatureBlock&, std::uint32_t, double) override {}

 private:
  SeededStream choices_;
  UniformBelow below_;
};

}  // namespace

Result<MadePlayer> make_linear_player(const LinearGame& game) {
  switch (game.experiment.algorithm) {
    case Algorithm::uniform:
      return MadePlayer(std::make_unique<UniformPlayer>(game));
    case Algorithm::oful:
      return make_oful_player(game);
    case Algorithm::ldp_linear_moments:
      return make_moments_player(game);
    case Algorithm::ldp_linucb:
      return make_ldp_linucb_player(game);
    case Algorithm::online_ldp_linucb:
      return make_online_player(game);
    case Algorithm::private_bandits_combiner:
      return make_combiner_player(game);
    case Algorithm::jdp_linucb:
      return make_jdp_player(game);
    case Algorithm::shuffle_linucb:
      return make_shuffle_player(game);
    default:
      return Error{ErrorCode::spec_invalid, "algorithm", "does not play linear worlds", 0};
  }
}

}  // namespace ldp
