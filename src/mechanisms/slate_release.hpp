// Every coordinate of a slate: outcomes in [0, 1] on a grid of 1024 steps, each plus discrete
// Laplace noise for its share of epsilon. One pure epsilon-LDP release of the whole vector.
// Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally) Differentially Private Combinatorial
// Semi-Bandits", Algorithm 1, in integers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "foundation/wipe.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/released.hpp"
#include "random/samplers.hpp"
#include "random/word_source.hpp"

namespace ldp {

class SlateRelease {
  // 2^32 reward units are 2^10 grid steps of 2^22 units.
  static constexpr int kFractionBits = 22;

 public:
  /// All the randomness of one release, drawn before the private values exist. It may serve for one
  /// released slate only, and must not leave the device.
  class Prepared {
   public:
    Prepared() = default;
    /// What numbers() gave, put back by the device that kept it in between.
    static Prepared restored(std::vector<std::int64_t> numbers) {
      Prepared prepared;
      prepared.numbers_ = std::move(numbers);
      return prepared;
    }

    /// One for each coordinate, in units of 2^-32: the noise, with the fraction that rounds the
    /// outcome in the low bits.
    [[nodiscard]] std::span<const std::int64_t> numbers() const { return numbers_; }

    /// The noise alone, in units of an outcome, for the page's own inspection.
    [[nodiscard]] std::vector<double> in_units() const {
      std::vector<double> units;
      for (const std::int64_t number : numbers_) {
        units.push_back(static_cast<double>(number >> kFractionBits) / kRewardGrid);
      }
      return units;
    }

    /// Overwrites everything with 0.
    void wipe() { ldp::wipe(std::span(numbers_)); }

   private:
    friend class SlateRelease;

    std::vector<std::int64_t> numbers_;
  };

  /// `coordinates`: the most that a slate has, K; each gets the noise of epsilon/K.
  /// Errors: invalid_argument ("epsilon") for epsilon outside [2^-10, 128] or epsilon/K below
  /// 2^-10, ("coordinates") outside [1, 1024].
  static Result<SlateRelease> create(double epsilon, std::uint32_t coordinates);

  /// K times what one coordinate costs, from the integers of the sampler: kRewardGrid K s/t, which
  /// is at most epsilon exactly. Two slates of outcomes differ by at most kRewardGrid in each of at
  /// most K coordinates, so this is the law of one vector of that sensitivity.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const LaplaceScale& scale() const { return scale_; }
  /// K.
  [[nodiscard]] std::uint32_t coordinates() const { return coordinates_; }

  /// Draws, for each of `count` coordinates, the noise and then one word for the randomised
  /// rounding. Requires count <= coordinates(). Errors: insecure_randomness if the source has
  /// failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source, std::size_t count) const {
    // Beyond this everything saturates, whatever the outcome: so what is released is the same
    // function of outcome and draw as without the clamp.
    constexpr std::int64_t kLimit = std::int64_t{1} << 34;
    Prepared prepared;
    prepared.numbers_.resize(count);
    for (std::int64_t& number : prepared.numbers_) {
      const std::int64_t noise = std::clamp(noise_(source), -kLimit, kLimit);
      number = noise * kStep + static_cast<std::int64_t>(source.next() >> (64 - kFractionBits));
    }
    if (has_failed(source)) {
      prepared.wipe();
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return prepared;
  }

  /// For each coordinate k + noise, where k in 0..kRewardGrid is the outcome rounded at random and
  /// without bias, saturated at -m and kRewardGrid + m, m = scale().largest_noise(), as in
  /// DiscreteLaplaceMechanism.
  /// Requires outcomes.size() == prepared.numbers().size() <= coordinates().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(
      const Prepared& prepared, std::span<const UnitReward> outcomes) const;

 private:
  static constexpr std::int64_t kStep = std::int64_t{1} << kFractionBits;
  static_assert(kUnitReward == std::uint64_t{kRewardGrid} << kFractionBits);

  SlateRelease(const LaplaceScale& scale, std::uint32_t coordinates)
      : scale_(scale), noise_(scale.t(), scale.s()), coordinates_(coordinates) {}

  LaplaceScale scale_;
  DiscreteLaplace noise_;
  std::uint32_t coordinates_;
};

}  // namespace ldp
