#include "simulation/combinatorial/combinatorial_players.hpp"

#include "simulation/combinatorial/dp_player.hpp"
#include "simulation/combinatorial/enumerated_player.hpp"
#include "simulation/combinatorial/free_thompson_player.hpp"
#include "simulation/combinatorial/index_player.hpp"
#include "simulation/combinatorial/random_player.hpp"
#include "simulation/combinatorial/snapshot_player.hpp"
#include "simulation/combinatorial/thompson_player.hpp"

namespace ldp {

Result<MadeCombinatorialPlayer> make_combinatorial_player(const CombinatorialGame& game) {
  const Algorithm algorithm = game.experiment.reports.algorithm;
  switch (algorithm) {
    case Algorithm::uniform:
      return make_random_player(game);
    case Algorithm::cucb:
      return make_index_player(game);
    case Algorithm::combinatorial_thompson_free:
      return make_free_thompson_player(game);
    case Algorithm::cucb_dp:
      return make_dp_player(game);
    default:
      break;
  }
  if (game.epoch > 1) return make_slate_snapshot_player(game);
  switch (algorithm) {
    case Algorithm::combinatorial_thompson:
      return make_thompson_player(game);
    case Algorithm::cucb_ldp_joint:
      return make_joint_player(game);
    case Algorithm::cucb_ldp_sum:
      return make_sum_player(game);
    case Algorithm::cucb_ldp_bit:
    case Algorithm::cucb_ldp_kl:
    case Algorithm::cucb_ldp1:
    case Algorithm::cucb_ldp2:
      return make_index_player(game);
    default:
      return Error{ErrorCode::spec_invalid, "algorithm", "does not play combinatorial worlds", 0};
  }
}

}  // namespace ldp
