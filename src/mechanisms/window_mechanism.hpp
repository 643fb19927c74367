// Window reports: an integer near a graded reward with a known probability, pure epsilon-LDP, in
// integers. The law: privacy/window_scale.hpp; the proof: docs/spec/graded.md, section 1.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "privacy/window_scale.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class WindowMechanism {
 public:
  /// All the randomness of one release, drawn before the private value exists. It may serve for one
  /// released value only.
  class Prepared {
   public:
    /// The coin, for the page's own inspection: a report in the window if it is below
    /// scale().inside(). It must not leave the device.
    [[nodiscard]] constexpr std::uint64_t coin() const { return coin_; }

   private:
    friend class WindowMechanism;
    constexpr Prepared(std::uint64_t coin, std::uint16_t inside, std::uint16_t outside,
                       std::uint32_t rounding)
        : coin_(coin), rounding_(rounding), inside_(inside), outside_(outside) {}

    std::uint64_t coin_;
    std::uint32_t rounding_;
    std::uint16_t inside_;
    std::uint16_t outside_;
  };

  /// Errors: invalid_argument ("epsilon") outside [2^-10, 128].
  static Result<WindowMechanism> create(double epsilon) {
    const Result<WindowScale> scale = WindowScale::create(epsilon);
    if (!scale) return scale.error();
    return WindowMechanism(scale.value());
  }

  /// ln(T1 M/(U L)), from the integers that release() uses.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const WindowScale& scale() const { return scale_; }

  /// Draws the coin, a place in the window, a place outside of it and one word for the randomised
  /// rounding: all of them always, so that the number of words depends on nothing but L, M and the
  /// words. Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source) const {
    const std::uint64_t coin = source.next();
    const std::uint64_t inside = inside_(source);
    const std::uint64_t outside = outside_(source);
    const Prepared prepared(coin, static_cast<std::uint16_t>(inside),
                            static_cast<std::uint16_t>(outside),
                            static_cast<std::uint32_t>(source.next() >> (64 - kFractionBits)));
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return prepared;
  }

  /// 0..scale().largest(). The reward is rounded at random and without bias to k in 0..M, as in
  /// DiscreteLaplaceMechanism. j = k + i in the window; outside o, moved over the window if o >= k.
  /// Both are computed, and masks select: constant time.
  [[nodiscard]] Released<std::int32_t> release(const Prepared& prepared, UnitReward reward) const {
    const auto k =
        static_cast<std::uint32_t>((reward.value() + prepared.rounding_) >> kFractionBits);
    const std::uint32_t is_inside = 0 - std::uint32_t{prepared.coin_ < scale_.inside()};
    const std::uint32_t is_above = 0 - std::uint32_t{prepared.outside_ >= k};
    const std::uint32_t inside = k + prepared.inside_;
    const std::uint32_t outside = prepared.outside_ + (scale_.length() & is_above);
    return Released<std::int32_t>(
        static_cast<std::int32_t>((inside & is_inside) | (outside & ~is_inside)));
  }

 private:
  // 2^32 reward units are 2^10 grid steps of 2^22 units.
  static constexpr int kFractionBits = 22;
  static_assert(kUnitReward == std::uint64_t{WindowScale::kGrid} << kFractionBits);

  explicit WindowMechanism(const WindowScale& scale)
      : scale_(scale), inside_(scale.length()), outside_(WindowScale::kGrid) {}

  WindowScale scale_;
  UniformBelow inside_;
  UniformBelow outside_;
};

}  // namespace ldp
