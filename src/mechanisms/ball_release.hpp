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
  static Result<BallRelease> create(double epsilon, std::uint32_t length, double norm,
                                    std::uint32_t draws = 1) {
    const Result<BallScale> scale = BallScale::create(epsilon, length, norm, draws);
    if (!scale) return scale.error();
    return BallRelease(scale.value());
  }

  /// That of the coins. It holds for every vector, beyond the norm bound and not finite too: then
  /// only the mean is another.
  [[nodiscard]] Guarantee guarantee() const { return scale_.guarantee(); }
  [[nodiscard]] const BallScale& scale() const { return scale_; }

  /// Numbers in a PreparedVector of this release.
  [[nodiscard]] std::size_t prepared_length() const {
    return scale_.draws() * (scale_.length() + PreparedVector::kCoins);
  }

  /// For each direction: draws it, then the coin, then a word that decides which side the vector is
  /// on.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    std::vector<std::int32_t> numbers(prepared_length());
    const std::size_t each = scale_.length() + PreparedVector::kCoins;
    for (std::size_t start = 0; start < numbers.size(); start += each) {
      const std::span<std::int32_t> block = std::span(numbers).subspan(start, each);
      draw_direction(source, scale_.direction_norm(), block.first(scale_.length()));
      for (std::size_t at = scale_.length(); at < each; at += 2) {
        const std::uint64_t word = source.next();
        block[at] = static_cast<std::int32_t>(word & 0xffffffffu);
        block[at + 1] = static_cast<std::int32_t>(word >> 32);
      }
    }
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    return PreparedVector(std::move(numbers));
  }

  /// The sum over all directions G of G or its mirror image -G, q numbers of 16 bits; times
  /// scale().unit() its mean is the vector, if that has a norm of at most scale().norm(). Takes the
  /// same steps for every vector.
  /// Requires vector.size() == scale().length(), prepared.numbers().size() == prepared_length().
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            std::span<const double> vector) const;

 private:
  explicit BallRelease(const BallScale& scale) : scale_(scale) {}

  BallScale scale_;
};

}  // namespace ldp
