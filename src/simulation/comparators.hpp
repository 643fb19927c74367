// Players that are not private: what a learner could do with the raw rewards, and what it does with
// none. Same interface as PrivatePlayer.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "random/uniform.hpp"
#include "simulation/confidence.hpp"
#include "simulation/leading_arm.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// UCB1: mean + sqrt(2 ln t/N). Auer, Cesa-Bianchi, Fischer 2002, figure 1; with bound la, the
/// asymptotically optimal UCB of Lattimore & Szepesvari 2020, chapter 8.
class Ucb1Player {
 public:
  explicit Ucb1Player(std::uint32_t arms) : arms_(arms), leading_(arms) {}

  class Pull {
   public:
    void learn(bool reward) {
      count_ += 1;
      total_ += static_cast<double>(reward);
    }
    [[nodiscard]] ArmEstimate estimate() const {
      return {total_ / count_, std::sqrt(0.5 / count_)};
    }

   private:
    double count_ = 0;  // integers, exact up to 2^53
    double total_ = 0;
  };

  [[nodiscard]] Choice choose(ConfidenceBlock& block, std::uint64_t round) {
    return leading_.best(block, round);
  }
  [[nodiscard]] Pull pull(std::uint32_t arm) const { return arms_[arm]; }
  void put(std::uint32_t arm, const Pull& pull) {
    arms_[arm] = pull;
    leading_.set(arm, pull.estimate());
  }

 private:
  std::vector<Pull> arms_;
  LeadingArm leading_;
};

/// Every arm with equal probability, for ever.
class UniformPlayer {
 public:
  UniformPlayer(std::uint32_t arms, SeededStream stream) : stream_(stream), below_(arms) {}

  struct Pull {
    void learn(bool) {}
    [[nodiscard]] ArmEstimate estimate() const { return {}; }
  };

  [[nodiscard]] Choice choose(ConfidenceBlock&, std::uint64_t round) {
    return {static_cast<std::uint32_t>(below_(stream_)), Lead::none(round)};
  }
  [[nodiscard]] Pull pull(std::uint32_t) const { return {}; }
  void put(std::uint32_t, const Pull&) {}

 private:
  SeededStream stream_;
  UniformBelow below_;
};

}  // namespace ldp
