#include "mechanisms/codebook_release.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "foundation/wipe.hpp"

namespace ldp {
namespace {

constexpr double kGrid = 0x1p20;

// A total order of codewords: a larger key first, equal ones by their index. Privacy asks for
// nothing but that sorting gives a permutation. With a NaN among the keys it might not: keys_of()
// gives none, for a vector without NaN, which lift() sees to.
struct Nearer {
  const double* keys;
  bool operator()(std::uint16_t a, std::uint16_t b) const {
    return keys[a] != keys[b] ? keys[a] > keys[b] : a < b;
  }
};

// How near each codeword is to the lifted vector: p = <z, u>/||z||. The sums are exact integers
// below 2^53.
std::vector<double> keys_of(std::span<const std::int16_t> normals, std::size_t stride,
                            std::span<const std::int32_t> lifted) {
  const std::size_t half = normals.size() / stride;
  std::vector<double> keys(2 * half);
  for (std::size_t j = 0; j < half; ++j) {
    const std::int16_t* const z = normals.data() + j * stride;
    std::int64_t along = 0;
    std::int64_t squares = 0;
    for (std::size_t i = 0; i < lifted.size(); ++i) {
      along += std::int64_t{z[i]} * lifted[i];
      const std::int32_t square = std::int32_t{z[i]} * z[i];
      squares += square;
    }
    const double key =
        squares > 0 ? static_cast<double>(along) / std::sqrt(static_cast<double>(squares)) : 0;
    keys[j] = key;
    keys[j + half] = -key;
  }
  return keys;
}

std::vector<std::uint16_t> sorted(std::span<const double> keys) {
  std::vector<std::uint16_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::sort(order.begin(), order.end(), Nearer{keys.data()});
  return order;
}

}  // namespace

std::vector<std::uint16_t> codebook_order(std::span<const std::int16_t> normals, std::size_t stride,
                                          std::span<const std::int32_t> lifted) {
  return sorted(keys_of(normals, stride, lifted));
}

Result<CodebookRelease> CodebookRelease::create(const CodebookCoin& coin, std::uint32_t dimension,
                                                double norm, std::uint32_t part) {
  if (dimension < 2 || dimension > kMaxCodebookDimension) {
    return invalid("dimension", "must be between 2 and 8384", dimension);
  }
  if (!(norm > 0 && norm <= std::numeric_limits<double>::max())) {
    return invalid("norm", "must be positive and finite", norm);
  }
  if (part > 255) return invalid("part", "must be between 0 and 255", part);
  return CodebookRelease(coin, dimension, norm, codebook_tag(part));
}

void CodebookRelease::lift(std::span<const double> vector, std::span<std::int32_t> lifted) const {
  assert(lifted.size() == dimension_ + 1);
  std::fill(lifted.begin(), lifted.end(), 0);
  lifted[dimension_] = static_cast<std::int32_t>(kGrid);
  double largest = 0;
  bool is_finite = vector.size() == dimension_;
  for (const double entry : vector) {
    is_finite = is_finite && std::isfinite(entry);
    largest = std::max(largest, std::abs(entry));
  }
  if (!is_finite || largest == 0) return;
  double squares = 0;
  for (const double entry : vector) {
    const double share = entry / largest;
    squares += share * share;
  }
  double factor = largest / norm_;  // 0 and infinity are fine
  double last = 0;
  if (const double length = squares * factor * factor; length <= 1) {
    last = std::sqrt(1 - length);
  } else {
    factor = 1 / std::sqrt(squares);
  }
  for (std::size_t i = 0; i < vector.size(); ++i) {
    lifted[i] = static_cast<std::int32_t>(std::round(vector[i] / largest * factor * kGrid));
  }
  lifted[dimension_] = static_cast<std::int32_t>(std::round(last * kGrid));
}

std::vector<double> CodebookRelease::keys(const CodebookId& id,
                                          std::span<const double> vector) const {
  const std::uint32_t length = dimension_ + 1;
  const std::uint32_t half = coin_.codewords() / 2;
  const std::size_t stride = (std::size_t{length} + 7) / 8 * 8;
  std::vector<std::int32_t> lifted(length);
  lift(vector, lifted);
  std::vector<std::int16_t> normals(half * stride);
  draw_normals(id, tag_, 0, half, length, stride, normals);
  std::vector<double> keys = keys_of(normals, stride, lifted);
  wipe(std::span(lifted));
  return keys;
}

std::vector<std::uint16_t> CodebookRelease::order(const CodebookId& id,
                                                  std::span<const double> vector) const {
  return sorted(keys(id, vector));
}

// The codeword of one rank needs no complete sort.
Released<std::vector<std::int32_t>> CodebookRelease::release(const PreparedVector& prepared,
                                                             const CodebookId& id,
                                                             std::span<const double> vector) const {
  assert(prepared.numbers().size() == prepared_length());
  const std::int32_t rank = prepared.numbers().front();
  std::vector<double> nearness = keys(id, vector);
  std::vector<std::uint16_t> order(nearness.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  assert(rank >= 0 && static_cast<std::size_t>(rank) < order.size());
  std::nth_element(order.begin(), order.begin() + rank, order.end(), Nearer{nearness.data()});
  const std::int32_t index = order[static_cast<std::size_t>(rank)];
  wipe(std::span(nearness));
  wipe(std::span(order));
  return Released<std::vector<std::int32_t>>(std::vector<std::int32_t>{index});
}

}  // namespace ldp
