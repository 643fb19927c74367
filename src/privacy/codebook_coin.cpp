#include "privacy/codebook_coin.hpp"

#include <cmath>
#include <utility>

#include "foundation/uint128.hpp"
#include "privacy/exponential.hpp"

namespace ldp {
namespace {

// ceil(2^64 (N - k) y/(k + (N - k) y)) for y = Y 2^-104 >= e^-epsilon, by long division, one bit at
// a time. Increasing in y, so it is at least 2^64 (N - k)/(k e^epsilon + N - k).
std::uint64_t least_threshold(double epsilon, std::uint32_t codewords, std::uint32_t near) {
  constexpr uint128 kSixteenBits = (static_cast<uint128>(1) << 16) - 1;
  const uint128 y = (exp_minus_upper(epsilon) + kSixteenBits) >> 16;
  uint128 remainder = y * (codewords - near);  // < 2^116
  const uint128 divisor = (static_cast<uint128>(near) << 104) + remainder;
  std::uint64_t quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    remainder <<= 1;
    quotient <<= 1;
    if (remainder >= divisor) {
      remainder -= divisor;
      quotient |= 1;
    }
  }
  return quotient + (remainder != 0 ? 1 : 0);
}

// 2^64 T k (r/s - 1)/T: by how much (2^64 - T)(N - k) exceeds T k. Positive: epsilon >= 2^-10.
uint128 excess(std::uint64_t threshold, std::uint32_t codewords, std::uint32_t near) {
  return static_cast<uint128>(0 - threshold) * (codewords - near) -
         static_cast<uint128>(threshold) * near;
}

}  // namespace

Result<CodebookCoin> CodebookCoin::create(double epsilon, std::uint32_t codewords,
                                          std::uint32_t near) {
  if (const Status status = check_epsilon(epsilon); !status) return status.error();
  if (codewords < 2 || codewords > kMaxCodewords || (codewords & (codewords - 1)) != 0) {
    return invalid("codewords", "must be a power of two between 2 and 4096", codewords);
  }
  if (near < 1 || near > codewords / 2) {
    return invalid("near", "must be between 1 and half the codewords", near);
  }
  const std::uint64_t least = least_threshold(epsilon, codewords, near);
  const std::uint64_t threshold = least + (least >> 48) + 1;
  // log1p only proposes a bound of ln(r/s); integers decide, and `epsilon` is one.
  double loss = epsilon;
  double proposal = std::log1p(static_cast<double>(excess(threshold, codewords, near)) /
                               (static_cast<double>(threshold) * near));
  for (int ulps = 0; ulps < 16 && proposal < epsilon && proposal >= 0x1p-11; ++ulps) {
    if (least_threshold(proposal, codewords, near) <= threshold) {
      loss = proposal;
      break;
    }
    proposal = std::nextafter(proposal, epsilon);
  }
  return CodebookCoin(codewords, near, threshold, loss);
}

double CodebookCoin::near_probability() const {
  return std::ldexp(static_cast<double>(0 - threshold_), -64) / near_;
}

double CodebookCoin::far_probability() const {
  return std::ldexp(static_cast<double>(threshold_), -64) / (codewords_ - near_);
}

double CodebookCoin::advantage() const {
  return std::ldexp(static_cast<double>(excess(threshold_, codewords_, near_)), -64) /
         (static_cast<double>(near_) * (codewords_ - near_));
}

Guarantee CodebookCoin::guarantee() const { return std::move(Guarantee::pure(epsilon_)).value(); }

}  // namespace ldp
