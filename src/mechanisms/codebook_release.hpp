// A vector of bounded norm, released with pure epsilon-LDP as the index of a public codeword.
// docs/spec/codebook.md, sections 3 and 4.
//
// Order of draws for one decision: the id of the report (draw_codebook_id), then prepare() for an
// answer, then prepare() for silence. Both share the id; only one of the two is ever sent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "mechanisms/prepared_vector.hpp"
#include "privacy/codebook.hpp"
#include "privacy/codebook_coin.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

/// A fresh id from two words, little endian. It must be drawn before the private value is known:
/// a device that picks an id to suit a value has no privacy.
template <WordSource S>
[[nodiscard]] CodebookId draw_codebook_id(S& source) {
  CodebookId id{};
  for (std::size_t from = 0; from < id.size(); from += 8) {
    const std::uint64_t word = source.next();
    for (std::size_t i = 0; i < 8; ++i) id[from + i] = static_cast<std::uint8_t>(word >> 8 * i);
  }
  return id;
}

/// The index of each rank, nearest first, for codewords with these normals, one of N/2 every
/// `stride` numbers, and a lifted vector (CodebookRelease::lift). For tests.
[[nodiscard]] std::vector<std::uint16_t> codebook_order(std::span<const std::int16_t> normals,
                                                        std::size_t stride,
                                                        std::span<const std::int32_t> lifted);

class CodebookRelease {
 public:
  /// `dimension`: d, numbers of a vector. `norm`: public bound L on its Euclidean norm. `part`: its
  /// position among the parts of the experiment.
  /// Errors: invalid_argument ("dimension") outside 2..8384; ("norm") unless positive and finite;
  /// ("part") above 255.
  static Result<CodebookRelease> create(const CodebookCoin& coin, std::uint32_t dimension,
                                        double norm, std::uint32_t part = 0);

  /// That of the coin. It holds for every vector, beyond the norm bound and not finite too: then
  /// only the mean is another.
  [[nodiscard]] Guarantee guarantee() const { return coin_.guarantee(); }
  [[nodiscard]] const CodebookCoin& coin() const { return coin_; }
  [[nodiscard]] std::uint32_t dimension() const { return dimension_; }
  [[nodiscard]] double norm() const { return norm_; }

  /// Numbers in a PreparedVector of this release: the rank R of the codeword that will be named.
  /// R is as secret as noise.
  [[nodiscard]] static constexpr std::size_t prepared_length() { return 1; }

  /// Draws the coin (one word), then one of the k near ranks, then one of the N - k others; all are
  /// always drawn. Nothing is drawn for a choice of one.
  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<PreparedVector> prepare(S& source) const {
    const std::uint32_t k = coin_.near();
    const std::uint64_t coin = source.next();
    const auto near = static_cast<std::int32_t>(uniform_below(source, k));
    const auto far = static_cast<std::int32_t>(uniform_below(source, coin_.codewords() - k));
    if (has_failed(source)) {
      return Error{ErrorCode::insecure_randomness, "source", "no secure randomness", 0};
    }
    const bool is_near = coin >= coin_.threshold();
    return PreparedVector(
        std::vector<std::int32_t>{is_near ? near : static_cast<std::int32_t>(k) + far});
  }

  /// One number: the index, 0..N-1, of the codeword of this id whose rank is the prepared one. Rank
  /// 0 is the nearest to the vector. Draws nothing.
  ///
  /// Any vector will do: beyond the norm bound it counts as clipped to it, and one that is not
  /// finite or not d long as 0.
  /// Requires prepared.numbers().size() == prepared_length(), its number in 0..N-1.
  [[nodiscard]] Released<std::vector<std::int32_t>> release(const PreparedVector& prepared,
                                                            const CodebookId& id,
                                                            std::span<const double> vector) const;

  /// The vector on the unit sphere of R^(d+1), in steps of 2^-20: u of section 3. For inspection
  /// and tests; it is as private as the vector. Requires lifted.size() == d + 1.
  void lift(std::span<const double> vector, std::span<std::int32_t> lifted) const;

  /// The index of each rank, nearest first; what release() takes its number from. For inspection
  /// and tests.
  [[nodiscard]] std::vector<std::uint16_t> order(const CodebookId& id,
                                                 std::span<const double> vector) const;

 private:
  CodebookRelease(const CodebookCoin& coin, std::uint32_t dimension, double norm, std::uint16_t tag)
      : coin_(coin), dimension_(dimension), norm_(norm), tag_(tag) {}

  // How near each codeword is to the vector.
  [[nodiscard]] std::vector<double> keys(const CodebookId& id,
                                         std::span<const double> vector) const;

  CodebookCoin coin_;
  std::uint32_t dimension_;
  double norm_;
  std::uint16_t tag_;
};

}  // namespace ldp
