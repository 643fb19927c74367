// The public codewords of a report: its 128-bit id is their seed. docs/spec/codebook.md, section 5.
//
// Codeword j < N/2 is a random direction in D = d + 1 dimensions, codeword j + N/2 its negative.
// Device and server draw them with integers, one root and one division, so they agree in every bit
// on every platform. No private value is in here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ldp {

/// The id of a report (the type ReportId of protocol/).
using CodebookId = std::array<std::uint8_t, 16>;

/// Longest vector d of a codebook: that of BallScale.
inline constexpr std::uint32_t kMaxCodebookDimension = 8384;

/// The largest coordinate of a codeword: its length, up to rounding.
inline constexpr std::int32_t kCodewordNorm = 32767;

/// What keeps apart the codebooks of the parts of a report. `part`: 0..255.
[[nodiscard]] constexpr std::uint16_t codebook_tag(std::uint32_t part) {
  return static_cast<std::uint16_t>(0xCB00 + part);
}

/// 65,536 normal numbers in steps of 1/4096, equally likely: quantiles of the normal law, the upper
/// half first. Made at the first call, in less than a millisecond.
[[nodiscard]] std::span<const std::int16_t> normal_table();

/// The D normal numbers, D = `length`, of each of codewords `first`, `first` + 1, ..., `first` +
/// `count` - 1 < 2^16: row i begins at normals[i stride]. Rows are filled up to the next multiple
/// of 8 numbers. Requires stride >= D rounded up to a multiple of 8, and normals.size() >= count
/// stride. A codeword of a vector of d numbers has D = d + 1.
void draw_normals(const CodebookId& id, std::uint16_t tag, std::uint32_t first, std::uint32_t count,
                  std::uint32_t length, std::size_t stride, std::span<std::int16_t> normals);

/// Which codeword a report names.
struct CodewordName {
  CodebookId id{};
  std::uint16_t tag = 0;
  std::uint16_t index = 0;  // < N
};

/// The first d coordinates of each named codeword, d = `dimension`, in steps of 1/kCodewordNorm,
/// one row after the other. `codewords`: N.
/// Requires 1 <= d <= kMaxCodebookDimension, index < N, rows.size() == names.size() d.
void draw_codewords(std::span<const CodewordName> names, std::uint32_t codewords,
                    std::uint32_t dimension, std::span<std::int32_t> rows);

/// The same of one. Requires codeword.size() == dimension.
inline void draw_codeword(const CodebookId& id, std::uint16_t tag, std::uint32_t index,
                          std::uint32_t codewords, std::uint32_t dimension,
                          std::span<std::int32_t> codeword) {
  const CodewordName name{id, tag, static_cast<std::uint16_t>(index)};
  draw_codewords({&name, 1}, codewords, dimension, codeword);
}

}  // namespace ldp
