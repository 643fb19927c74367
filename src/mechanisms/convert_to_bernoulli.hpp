// Convert-to-Bernoulli: one bit of a reward in [0, 1], pure epsilon-LDP.
// Ren, Zhou, Liu, Shroff 2020, "Multi-Armed Bandits with Local Differential Privacy", Curator 3.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/randomized_response.hpp"
#include "privacy/released.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ConvertToBernoulli {
 public:
  /// All the randomness of one release, drawn before the private value exists. It may serve for one
  /// released value only: two values released with the same coin can reveal their difference.
  class Prepared {
   public:
    /// The coin, for the page's own inspection. It must not leave the device.
    [[nodiscard]] constexpr std::uint64_t coin() const { return coin_; }

   private:
    friend class ConvertToBernoulli;
    constexpr explicit Prepared(std::uint64_t coin) : coin_(coin) {}

    std::uint64_t coin_;
  };

  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128].
  static Result<ConvertToBernoulli> create(double epsilon) {
    const Result<RandomizedResponse> law = RandomizedResponse::create(epsilon);
    if (!law) return law.error();
    return ConvertToBernoulli(law.value());
  }

  /// ln((2^64 - T0)/T0), from the integer threshold that release() compares with.
  [[nodiscard]] Guarantee guarantee() const { return law_.guarantee(); }
  [[nodiscard]] const RandomizedResponse& law() const { return law_; }

  /// Draws one word. Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source) const {
    const Prepared prepared(source.next());
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return prepared;
  }

  /// 1 iff the coin is below T(R): one multiplication and one comparison, constant time.
  [[nodiscard]] Released<std::uint8_t> release(const Prepared& prepared, UnitReward reward) const {
    const bool bit = prepared.coin_ < law_.threshold_at(reward.value());
    return Released<std::uint8_t>(static_cast<std::uint8_t>(bit));
  }

 private:
  explicit ConvertToBernoulli(const RandomizedResponse& law) : law_(law) {}

  RandomizedResponse law_;
};

}  // namespace ldp
