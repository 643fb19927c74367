// base64url without padding (RFC 4648, section 5): of exactly 16 bytes, 22 characters, which is how
// reports are named, and of any number of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ldp {

inline constexpr std::size_t kEncodedIdLength = 22;

namespace base64url {

inline constexpr char kAlphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

inline constexpr std::uint8_t kInvalid = 0xff;

inline constexpr std::array<std::uint8_t, 256> kDigits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kInvalid);
  for (std::uint8_t i = 0; i < 64; ++i) digits[static_cast<unsigned char>(kAlphabet[i])] = i;
  return digits;
}();

}  // namespace base64url

/// Characters that `bytes` bytes take.
constexpr std::size_t base64url_length(std::size_t bytes) {
  return bytes / 3 * 4 + (bytes % 3 == 0 ? 0 : bytes % 3 + 1);
}

/// Writes base64url_length(bytes.size()) characters to `out`.
constexpr void encode_base64url(std::span<const std::uint8_t> bytes, char* out) {
  using base64url::kAlphabet;
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t bits =
        (std::uint32_t{bytes[i]} << 16) | (std::uint32_t{bytes[i + 1]} << 8) | bytes[i + 2];
    *out++ = kAlphabet[bits >> 18];
    *out++ = kAlphabet[(bits >> 12) & 63];
    *out++ = kAlphabet[(bits >> 6) & 63];
    *out++ = kAlphabet[bits & 63];
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) return;
  const std::uint32_t bits =
      (std::uint32_t{bytes[i]} << 16) | (left == 2 ? std::uint32_t{bytes[i + 1]} << 8 : 0);
  *out++ = kAlphabet[bits >> 18];
  *out++ = kAlphabet[(bits >> 12) & 63];
  if (left == 2) *out = kAlphabet[(bits >> 6) & 63];
}

/// Appends base64url_length(bytes.size()) characters.
inline void append_base64url(std::span<const std::uint8_t> bytes, std::string& text) {
  const std::size_t before = text.size();
  text.resize(before + base64url_length(bytes.size()));
  encode_base64url(bytes, text.data() + before);
}

/// Reads base64url_length(bytes.size()) characters. False if one is outside the alphabet, or if the
/// bits that the last one has to spare are not zero: all bytes have one spelling.
constexpr bool decode_base64url(const std::uint8_t* in, std::span<std::uint8_t> bytes) {
  using base64url::kDigits;
  std::uint32_t seen = 0;  // bit 6 or 7 of any digit is set only by kInvalid
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3, in += 4) {
    const std::uint32_t a = kDigits[in[0]];
    const std::uint32_t b = kDigits[in[1]];
    const std::uint32_t c = kDigits[in[2]];
    const std::uint32_t d = kDigits[in[3]];
    seen |= a | b | c | d;
    const std::uint32_t bits = (a << 18) | (b << 12) | (c << 6) | d;
    bytes[i] = static_cast<std::uint8_t>(bits >> 16);
    bytes[i + 1] = static_cast<std::uint8_t>(bits >> 8);
    bytes[i + 2] = static_cast<std::uint8_t>(bits);
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) return (seen & 0xc0) == 0;
  const std::uint32_t a = kDigits[in[0]];
  const std::uint32_t b = kDigits[in[1]];
  const std::uint32_t c = left == 2 ? kDigits[in[2]] : 0;
  seen |= a | b | c;
  bytes[i] = static_cast<std::uint8_t>((a << 2) | (b >> 4));
  if (left == 2) bytes[i + 1] = static_cast<std::uint8_t>((b << 4) | (c >> 2));
  const std::uint32_t spare = left == 2 ? c & 3 : b & 15;
  return (seen & 0xc0) == 0 && spare == 0;
}

/// Writes kEncodedIdLength characters to `out`.
constexpr void encode_id(const std::array<std::uint8_t, 16>& id, char* out) {
  encode_base64url(id, out);
}

/// Reads kEncodedIdLength characters; as decode_base64url: every id has one spelling.
constexpr bool decode_id(const std::uint8_t* in, std::array<std::uint8_t, 16>& id) {
  return decode_base64url(in, id);
}

}  // namespace ldp
