// The law of the KL index, round by round: t changes after 0.5 % more rounds, as in a plan of the
// server (slate_plan.hpp), so that a round changes the weights of those arms only that were
// reported (docs/spec/combinatorial.md, section 5).
#pragma once

#include <cstdint>

#include "server/combinatorial/kl_index.hpp"
#include "simulation/combinatorial/combinatorial_player.hpp"

namespace ldp {

class KlSchedule {
 public:
  KlSchedule(const CombinatorialGame& game, double theta)
      : is_frozen_(game.is_frozen), law_{theta, static_cast<double>(game.experiment.set.arms), 1} {}

  /// Whether the law of round t = 1, 2, ... is another one than that of the round before.
  [[nodiscard]] bool is_due(std::uint64_t t) const { return t >= until_; }
  void renew(std::uint64_t t) {
    law_.t = static_cast<double>(t);
    until_ = t + 1 + (is_frozen_ ? t / 200 : 0);
  }

  [[nodiscard]] const KlIndexLaw& law() const { return law_; }

 private:
  bool is_frozen_;
  std::uint64_t until_ = 0;  // the first round with another law
  KlIndexLaw law_;
};

}  // namespace ldp
