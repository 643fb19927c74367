// A vector of bounded Euclidean norm, released with pure epsilon-LDP: a random direction, kept or
// mirrored. Duchi, Jordan, Wainwright 2018, section 4.2.1; see BallScale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/prepared_vector.hpp"
#include "privacy/ball_scale.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "random/direction.hpp"
#include "random/word_source.hpp"

namespace ldp {

class BallRelease {
 public:
  /// Errors: those of BallScale::create.
  static Result<BallRelease> create(double epsilon, std::uint32_t length, double norm) {
    const Result<BallScale> scale = BallScale::create(epsilon, length, norm);
    if (!scale) return scale.error();
    return BallRelease(scale.value());
  }

  /// That of the coin. It holds for every vector, beyond the norm bound and not finite too: then
  /// only the mean is another.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const BallScale& scale() const { return scale_; }

  /// Numbers in a PreparedVector of this release.
  [[nodiscard]] std::size_t prepared_length() const {
    return scale_.length() + PreparedVector::kCoins;
  }

  /// Draws the direction, then the coin, then a word that decides which side the vector is on.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    std::vector<std::int32_t> numbers(prepared_length());
    draw_direction(source, BallScale::kDirectionNorm, std::span(numbers).first(scale_.length()));
    for (std::size_t at = scale_.length(); at < numbers.size(); at += 2) {
      const std::uint64_t word = source.next();
      numbers[at] = static_cast<std::int32_t>(word & 0xffffffffu);
      numbers[at + 1] = static_cast<std::int32_t>(word >> 32);
    }
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return PreparedVector(std::move(numbers));
  }

  /// The direction G or its mirror image -G, q numbers of 16 bits; times scale().unit() its mean is
  /// the vector, if that has a norm of at most scale().norm(). Takes the same steps for every
  /// vector.
  /// Requires vector.size() == scale().length(), prepared.numbers().size() == prepared_length().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            std::span<const double> vector) const;

 private:
  explicit BallRelease(const BallScale& scale) : scale_(scale) {}

  BallScale scale_;
};

}  // namespace ldp
