#include "mechanisms/ball_release.hpp"

#include <cassert>
#include <cmath>

namespace ldp {
namespace {

std::uint64_t word_at(std::span<const std::int32_t> numbers, std::size_t at) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(numbers[at + 1])) << 32 |
         static_cast<std::uint32_t>(numbers[at]);
}

}  // namespace

// The sum over G v is an odd function of G: every product changes its sign exactly, and so does
// every rounded sum. So whichever of G and -G was drawn, the same two outputs are possible, and
// which of them leaves is the coin's decision alone: P(output g) = (P(G = g) + P(G = -g)) P(coin
// says g's side). Where the sum is 0, or not a number, a fair bit decides, which is between the
// two probabilities of the coin.
//
// Every direction has randomness of its own, so their losses add up to the guarantee.
Released<std::vector<std::int32_t>> BallRelease::release(const PreparedVector& prepared,
                                                         std::span<const double> vector) const {
  const std::size_t length = scale_.length();
  const std::size_t each = length + PreparedVector::kCoins;
  assert(vector.size() == length && prepared.numbers().size() == prepared_length());
  double squares = 0;
  for (const double coordinate : vector) squares += coordinate * coordinate;
  // A vector shorter than the bound is replaced by a full one, on its own side or on the opposite,
  // so that the mean is right.
  const double share = (1 + std::sqrt(squares) / scale_.norm()) / 2;

  std::vector<std::int32_t> released(length);
  for (std::size_t start = 0; start < prepared_length(); start += each) {
    const std::span<const std::int32_t> numbers = prepared.numbers().subspan(start, each);
    double along = 0;
    for (std::size_t i = 0; i < length; ++i) along += numbers[i] * vector[i];
    const std::uint64_t coin = word_at(numbers, length);
    const std::uint64_t side = word_at(numbers, length + 2);
    const bool own_side = static_cast<double>(side >> 11) * 0x1p-53 < share;
    const bool fair = (side & 1) != 0;
    const bool truthful = coin >= scale_.coin().threshold();
    const bool undecided = !(along > 0) && !(along < 0);
    const bool towards = (along > 0) == own_side;
    const bool keep = undecided ? fair : towards == truthful;
    const std::int32_t sign = keep ? 1 : -1;
    for (std::size_t i = 0; i < length; ++i) released[i] += sign * numbers[i];
  }
  return Released<std::vector<std::int32_t>>(std::move(released));
}

}  // namespace ldp
