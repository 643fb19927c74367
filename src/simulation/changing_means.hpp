// Means of arms that change, round by round (docs/spec/drift.md, section 1). Arms stand in places,
// in an order that the world draws: what is said of a place is said of a random arm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulation/environment.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

class ChangingMeans {
 public:
  /// order: which arm stands at each place. horizon >= 1: the rounds that shares are of.
  ChangingMeans(const Environment& environment, std::span<const std::uint32_t> order,
                std::uint64_t seed, std::uint32_t replicate, std::uint64_t horizon);

  /// Goes on to a round that is not before the last one. Returns the last round with these means.
  std::uint64_t go_to(std::uint64_t round);

  /// [places], of the round that was gone to.
  [[nodiscard]] std::span<const double> means() const { return means_; }

 private:
  struct Change {
    std::uint64_t round;  // the first
    ChangeKind kind;
    std::vector<double> means;  // by place
  };
  struct Turn {
    double cosine;
    double sine;
  };

  void apply(const Change& change);
  void jump();

  double horizon_;
  Drift drift_;
  std::vector<Change> changes_;
  std::size_t done_ = 0;       // changes
  std::vector<double> level_;  // means without the drift, by place
  std::vector<double> means_;
  std::vector<Turn> turns_;  // where an arm of the place is in its turn, by place; of a drift
  SeededStream jumps_;
};

}  // namespace ldp
