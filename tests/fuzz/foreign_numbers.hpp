// What the fuzz targets for foreign snapshots have in common.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace fuzz {

/// Takes numbers from the input until there is none left; then zeros.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class Number>
  Number take() {
    Number number{};
    if (bytes_.size() >= sizeof number) {
      std::memcpy(&number, bytes_.data(), sizeof number);
      bytes_ = bytes_.subspan(sizeof number);
    }
    return number;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// A source of words for decisions: any will do.
struct Counter {
  std::uint64_t word = 0;
  std::uint64_t next() { return word += 0x9e3779b97f4a7c15u; }
};

}  // namespace fuzz
