#include "server/multi_armed/saved_state.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace ldp {
namespace {

constexpr std::string_view kMagic = "LDPL";
constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 4;

// CRC-32 (IEEE 802.3, reflected): finds every burst of up to 32 damaged bits.
constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    table[byte] = crc;
  }
  return table;
}();

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const std::uint8_t byte : bytes) crc = (crc >> 8) ^ kCrcTable[(crc ^ byte) & 0xff];
  return ~crc;
}

class Writer {
 public:
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
  void text(std::string_view characters) {
    bytes_.insert(bytes_.end(), characters.begin(), characters.end());
  }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

template <class Integer>
Integer read(const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return static_cast<Integer>(bits);
}

// Everything that must be the same in the learner that loads.
void write_header(Writer& writer, const Experiment& experiment) {
  const std::string_view id = kCatalog[static_cast<std::size_t>(experiment.algorithm)].id;
  writer.text(kMagic);
  writer.integer(kVersion);
  writer.integer(static_cast<std::uint8_t>(id.size()));
  writer.text(id);
  writer.integer(static_cast<std::uint8_t>(experiment.bound));
  writer.integer(experiment.arms);
  writer.integer(static_cast<std::uint8_t>(experiment.levels.size()));
  for (const double level : experiment.levels) writer.number(level);
  writer.number(experiment.epsilon_min + 0.0);  // -0 is equal to 0, so it is saved as 0
}

Error damaged(std::string_view reason, std::size_t size) {
  return Error{ErrorCode::invalid_argument, "state", reason, static_cast<double>(size)};
}

}  // namespace

std::vector<std::uint8_t> encode_saved_state(const Experiment& experiment,
                                             std::uint32_t snapshot_id,
                                             std::span<const std::int64_t> sums) {
  Writer writer;
  writer.reserve(256 + sizeof(std::int64_t) * sums.size());
  write_header(writer, experiment);
  writer.integer(snapshot_id);
  for (const std::int64_t sum : sums) writer.integer(sum);
  writer.integer(crc32(writer.bytes()));
  return std::move(writer.bytes());
}

Result<SavedState> decode_saved_state(std::span<const std::uint8_t> bytes,
                                      const Experiment& experiment) {
  Writer header;
  write_header(header, experiment);
  const std::size_t start = header.bytes().size();
  if (bytes.size() < start) return damaged("too short for a saved learner", bytes.size());
  if (!std::equal(header.bytes().begin(), header.bytes().end(), bytes.begin())) {
    return Error{ErrorCode::manifest_mismatch, "state",
                 "saved by another experiment, another version, or not a saved learner"};
  }
  const std::size_t sums = experiment.levels.size() * experiment.arms * 2;
  const std::size_t body = start + sizeof(std::uint32_t) + sizeof(std::int64_t) * sums;
  if (bytes.size() != body + kChecksumBytes) return damaged("wrong length", bytes.size());
  if (crc32(bytes.first(body)) != read<std::uint32_t>(bytes.data() + body)) {
    return damaged("wrong checksum", bytes.size());
  }
  SavedState state;
  state.snapshot_id = read<std::uint32_t>(bytes.data() + start);
  state.sums.reserve(sums);
  const std::uint8_t* next = bytes.data() + start + sizeof(std::uint32_t);
  for (std::size_t i = 0; i < sums; ++i, next += sizeof(std::int64_t)) {
    state.sums.push_back(read<std::int64_t>(next));
  }
  return state;
}

}  // namespace ldp
