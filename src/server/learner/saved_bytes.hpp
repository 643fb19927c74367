// The bytes of every saved form: little-endian numbers, then a checksum.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ldp {

inline constexpr std::size_t kChecksumBytes = 4;

// CRC-32 (IEEE 802.3, reflected): finds every burst of up to 32 damaged bits.
inline constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    table[byte] = crc;
  }
  return table;
}();

inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const std::uint8_t byte : bytes) crc = (crc >> 8) ^ kCrcTable[(crc ^ byte) & 0xff];
  return ~crc;
}

class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  template <class Integer>
  void integer(Integer value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
    }
  }
  void number(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    integer(bits);
  }
  /// Numbers that are equal have equal bytes: -0 is written as 0.
  void canonical(double value) { number(value + 0.0); }
  void text(std::string_view characters) {
    bytes_.insert(bytes_.end(), characters.begin(), characters.end());
  }
  void append(std::span<const std::uint8_t> more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
  }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Reads what is known to be there.
template <class Integer>
Integer read_integer(const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return static_cast<Integer>(bits);
}

inline double read_number(const std::uint8_t* bytes) {
  const auto bits = read_integer<std::uint64_t>(bytes);
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Reads until the bytes end; afterwards it reads zeros and is no longer `whole`.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  template <class Integer>
  Integer integer() {
    if (!take(sizeof(Integer))) return 0;
    return read_integer<Integer>(taken_.data());
  }
  double number() { return take(sizeof(double)) ? read_number(taken_.data()) : 0; }
  bool text(std::string_view expected) {
    return take(expected.size()) && std::equal(expected.begin(), expected.end(), taken_.begin());
  }
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] bool at_end() const { return whole_ && rest_.empty(); }

 private:
  bool take(std::size_t size) {
    whole_ = whole_ && size <= rest_.size();
    if (!whole_) return false;
    taken_ = rest_.first(size);
    rest_ = rest_.subspan(size);
    return true;
  }

  std::span<const std::uint8_t> rest_;
  std::span<const std::uint8_t> taken_;
  bool whole_ = true;
};

}  // namespace ldp
