// Players that are not private: what a learner could do with the raw rewards, and what it does with
// none. Same interface as PrivatePlayer.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "random/uniform.hpp"
#include "simulation/confidence.hpp"
#include "simulation/seeded_stream.hpp"
#include "simulation/upper_indices.hpp"

namespace ldp {

/// UCB1: mean + sqrt(2 ln t/N). Auer, Cesa-Bianchi, Fischer 2002, figure 1; with bound la, the
/// asymptotically optimal UCB of Lattimore & Szepesvari 2020, chapter 8.
class Ucb1Player {
 public:
  explicit Ucb1Player(std::uint32_t arms) : arms_(arms), indices_(arms) {}

  [[nodiscard]] std::uint32_t choose(const Confidence& confidence) {
    return indices_.best(confidence.scale);
  }

  void learn(std::uint32_t arm, bool reward) {
    Arm& pulled = arms_[arm];
    pulled.count += 1;
    pulled.total += reward ? 1 : 0;
    indices_.set(arm, {pulled.total / pulled.count, std::sqrt(0.5 / pulled.count)});
  }

 private:
  struct Arm {
    double count = 0;  // integers, exact up to 2^53
    double total = 0;
  };

  std::vector<Arm> arms_;
  UpperIndices indices_;
};

/// Every arm with equal probability, for ever.
class UniformPlayer {
 public:
  UniformPlayer(std::uint32_t arms, SeededStream stream) : stream_(stream), below_(arms) {}

  [[nodiscard]] std::uint32_t choose(const Confidence&) {
    return static_cast<std::uint32_t>(below_(stream_));
  }
  void learn(std::uint32_t, bool) {}

 private:
  SeededStream stream_;
  UniformBelow below_;
};

}  // namespace ldp
