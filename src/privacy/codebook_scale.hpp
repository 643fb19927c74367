// What a codebook report is worth: the constants that make it unbiased, and its noise. A function
// of public numbers alone. docs/spec/codebook.md, sections 6 and 7.
//
// With the named codeword c as a unit vector of R^(d+1) and u the private vector of length at most
// L, lifted to the unit sphere, E[c] = m u and E[<c, u>^2] = M2. So w = (L/m)(c_1, ..., c_d) has
// the vector v as its mean, and E[w w'] = alpha v v' + beta L^2 I.
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/codebook.hpp"
#include "privacy/codebook_coin.hpp"
#include "privacy/guarantee.hpp"

namespace ldp {

struct CodebookShape {
  double epsilon = 0;
  std::uint32_t dimension = 0;  // d, of the vector
  double norm = 1;              // L
  std::uint32_t codewords = 0;  // N; 0: default_codewords()
  std::uint32_t near = 0;       // k; 0: best_near()

  bool operator==(const CodebookShape&) const = default;
};

/// 64 below epsilon 0.75, 256 below 5, 1024 below 9, else 4096; halved while N (d + 1) > 2^18 and
/// N > 16, so that a device sorts them in a millisecond, and below epsilon 1.5 while N (d + 1) >
/// 2^14 and N > 64, where that costs at most 1.3 % of the squared error and saves three quarters of
/// the time.
[[nodiscard]] std::uint32_t default_codewords(double epsilon, std::uint32_t dimension);

/// The k in 1..N/2 with the largest m, the smaller of equals: the least noise. At most a few
/// milliseconds. Errors: as CodebookScale::create.
[[nodiscard]] Result<std::uint32_t> best_near(double epsilon, std::uint32_t dimension,
                                              std::uint32_t codewords);

/// The shape with its zeros replaced. Errors: as CodebookScale::create.
[[nodiscard]] Result<CodebookShape> with_defaults(CodebookShape shape);

class CodebookScale {
 public:
  /// Takes about a millisecond; a shape without `near` some more.
  /// Errors: invalid_argument ("dimension") outside 2..8384; ("norm") unless positive and finite;
  /// those of CodebookCoin::create.
  static Result<CodebookScale> create(CodebookShape shape);

  /// Without zeros.
  [[nodiscard]] const CodebookShape& shape() const { return shape_; }
  [[nodiscard]] const CodebookCoin& coin() const { return coin_; }
  [[nodiscard]] std::uint32_t dimension() const { return shape_.dimension; }
  [[nodiscard]] double norm() const { return shape_.norm; }

  /// m and M2.
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double square() const { return square_; }

  /// What one step of a codeword's coordinate is worth: L/(32767 m). Codewords times unit() are
  /// unbiased.
  [[nodiscard]] double unit() const { return shape_.norm / (kCodewordNorm * mean_); }

  /// Of E[w w'] = alpha v v' + beta L^2 I. alpha is about 1, and 0 if k = N/2.
  [[nodiscard]] double alpha() const;
  [[nodiscard]] double beta() const;

  /// E||w - v||^2 of a vector of norm L (`share` = 1) or `share` L.
  [[nodiscard]] double squared_error(double share = 1) const;

  /// Along no direction does w - v have a larger variance: L^2 (beta + max(alpha - 1, 0)).
  [[nodiscard]] double variance() const;

  /// E||w||^2/d is at most this, the spread of the vector included: L^2 (1 - (1 - M2)/d)/(m^2 d).
  [[nodiscard]] double coordinate_square() const;

  /// Along every direction w - v is sub-Gaussian with this variance proxy:
  /// E[e^(t <w - v, e>)] <= e^(t^2 sub_gaussian()/2) for every t and unit vector e.
  [[nodiscard]] double sub_gaussian() const;

  /// Longest that w can be: L/m, and the rounding of a codeword's coordinates.
  [[nodiscard]] double longest() const;

  [[nodiscard]] Guarantee guarantee() const { return coin_.guarantee(); }

 private:
  CodebookScale(const CodebookShape& shape, const CodebookCoin& coin, double mean, double square)
      : shape_(shape), coin_(coin), mean_(mean), square_(square) {}

  CodebookShape shape_;
  CodebookCoin coin_;
  double mean_;
  double square_;
};

}  // namespace ldp
