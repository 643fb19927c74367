// Natural numbers of any size, and rigorous bounds of e^x made of nothing else. The tests prove
// privacy with this and share no arithmetic with the code under test: no floating point, no libm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ldp::test {

class Natural {
 public:
  Natural() = default;
  explicit Natural(std::uint64_t value) {
    for (; value > 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
  }

  Natural operator+(const Natural& other) const {
    Natural sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(limbs_.size(), other.limbs_.size()) || carry > 0; ++i) {
      carry += std::uint64_t{limb(i)} + other.limb(i);
      sum.limbs_.push_back(static_cast<std::uint32_t>(carry));
      carry >>= 32;
    }
    return sum;
  }

  Natural operator*(const Natural& other) const {
    Natural product;
    product.limbs_.assign(limbs_.size() + other.limbs_.size(), 0);
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < other.limbs_.size() || carry > 0; ++j) {
        carry += std::uint64_t{limbs_[i]} * other.limb(j) + product.limbs_[i + j];
        product.limbs_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    product.trim();
    return product;
  }

  Natural operator<<(unsigned bits) const {
    Natural shifted = *this * Natural(std::uint64_t{1} << (bits % 32));
    shifted.limbs_.insert(shifted.limbs_.begin(), bits / 32, 0);
    shifted.trim();
    return shifted;
  }

  // Rounded down.
  Natural operator>>(unsigned bits) const {
    Natural shifted;
    for (std::size_t i = bits / 32; i < limbs_.size(); ++i) {
      const std::uint64_t pair = std::uint64_t{limb(i + 1)} << 32 | limb(i);
      shifted.limbs_.push_back(static_cast<std::uint32_t>(pair >> (bits % 32)));
    }
    shifted.trim();
    return shifted;
  }

  // Rounded down.
  Natural operator/(std::uint32_t divisor) const {
    Natural quotient;
    quotient.limbs_.assign(limbs_.size(), 0);
    std::uint64_t remainder = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
      remainder = remainder << 32 | limbs_[i];
      quotient.limbs_[i] = static_cast<std::uint32_t>(remainder / divisor);
      remainder %= divisor;
    }
    quotient.trim();
    return quotient;
  }

  bool is_zero() const { return limbs_.empty(); }
  friend bool operator==(const Natural&, const Natural&) = default;
  friend bool operator<=(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
    return !std::lexicographical_compare(b.limbs_.rbegin(), b.limbs_.rend(), a.limbs_.rbegin(),
                                         a.limbs_.rend());
  }

 private:
  std::uint32_t limb(std::size_t i) const { return i < limbs_.size() ? limbs_[i] : 0; }
  void trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  std::vector<std::uint32_t> limbs_;  // little endian, no leading zeros
};

// A double in (0, 2^53) as mantissa * 2^-shift, exactly.
struct ExactDouble {
  std::uint64_t mantissa;
  unsigned shift;
};

inline ExactDouble exact(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)),
          static_cast<unsigned>(53 - exponent)};
}

inline constexpr unsigned kExpBits = 320;

// lower <= e^x 2^kExpBits < upper, for 0 < x <= 128.
//
// Every term x^k/k! is positive and rounded down, so the partial sum is a lower bound. A term loses
// less than 2 plus x/k times the loss of the term before; products of x/k are below e^x, so the
// k-th term has lost less than 2 k e^x. The sum stops after k < 1000 terms, when a term is 0 and
// x/k < 1/2, so that the rest is below twice that: in all less than 2 1000^2 e^x < 2^(21 + 1.5 x).
struct ExpBounds {
  Natural lower;
  Natural upper;
};

inline ExpBounds exp_bounds(double x) {
  const ExactDouble value = exact(x);
  const Natural mantissa(value.mantissa);
  Natural term = Natural(1) << kExpBits;
  Natural sum;
  std::uint32_t k = 1;
  for (; !term.is_zero() || k < 2 * x; ++k) {
    sum = sum + term;
    term = (term * mantissa >> value.shift) / k;
  }
  if (k >= 1000) return {};  // bounds that prove nothing
  return {sum, sum + (Natural(1) << static_cast<unsigned>(21 + std::ceil(1.5 * x)))};
}

}  // namespace ldp::test
