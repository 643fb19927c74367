// The devices of the visitors, one visitor a round: a level, and a report of the reward. Bits come
// from the client's own mechanism, fed with seeded randomness.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mechanisms/convert_to_bernoulli.hpp"
#include "simulation/population.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {

/// Convert-to-Bernoulli on seeded words. One word a report.
class SimulatedBit {
 public:
  /// Errors: those of ConvertToBernoulli.
  static Result<SimulatedBit> create(double epsilon) {
    const Result<ConvertToBernoulli> mechanism = ConvertToBernoulli::create(epsilon);
    if (!mechanism) return mechanism.error();
    return SimulatedBit(mechanism.value());
  }

  [[nodiscard]] std::int32_t operator()(SeededStream& stream, UnitReward reward) const {
    return mechanism_.release(mechanism_.prepare(stream).value(), reward).value();
  }

  /// Takes the word of a report that is not sent.
  static void skip(SeededStream& stream) { stream.next(); }

 private:
  explicit SimulatedBit(const ConvertToBernoulli& mechanism) : mechanism_(mechanism) {}

  ConvertToBernoulli mechanism_;
};

/// A population with a mechanism for each of its levels: the same for all replicates.
template <class Mechanism>
struct Crowd {
  Population population;
  std::vector<Mechanism> mechanisms;  // one per level of the menu
};

/// The visitors of one replicate: a function of seed, replicate and round, and not of what they are
/// shown, beyond the reward that they randomise.
template <class Mechanism>
class Visitors {
 public:
  Visitors(std::shared_ptr<const Crowd<Mechanism>> crowd, std::uint64_t seed,
           std::uint32_t replicate)
      : crowd_(std::move(crowd)),
        levels_(seed, replicate, Purpose::levels),
        noise_(seed, replicate, Purpose::noise) {}

  /// The next visitor's position in the menu; nothing for a silent one.
  [[nodiscard]] std::optional<std::uint32_t> level() { return crowd_->population.draw(levels_); }

  /// What the visitor of the last level reports. A silent one must be passed over with `skip`.
  [[nodiscard]] std::int32_t report(std::uint32_t level, UnitReward reward) {
    return crowd_->mechanisms[level](noise_, reward);
  }
  void skip() { Mechanism::skip(noise_); }

 private:
  std::shared_ptr<const Crowd<Mechanism>> crowd_;
  SeededStream levels_;
  SeededStream noise_;
};

}  // namespace ldp
