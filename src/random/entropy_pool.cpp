#include "random/entropy_pool.hpp"

#include <algorithm>

namespace ldp {
namespace {

// A plain memset of memory that is about to die may be removed by the compiler.
void erase(std::uint8_t* bytes, std::size_t size) {
  volatile std::uint8_t* const cells = bytes;
  for (std::size_t i = 0; i < size; ++i) cells[i] = 0;
}

}  // namespace

EntropyPool::~EntropyPool() { erase(bytes_.data(), bytes_.size()); }

void EntropyPool::fail() {
  failed_ = true;
  position_ = kUsable;
  erase(bytes_.data(), bytes_.size());
}

bool EntropyPool::replenish() {
  if (failed_) return false;
  std::array<std::uint8_t, kBlock> previous{};
  std::copy(bytes_.end() - kBlock, bytes_.end(), previous.begin());
  bool healthy = refill_ != nullptr && refill_(context_, bytes_.data(), bytes_.size());
  if (healthy && has_witness_) {
    healthy = !std::equal(previous.begin(), previous.end(), bytes_.begin());
  }
  erase(previous.data(), previous.size());
  for (auto block = bytes_.begin(); healthy && block + kBlock != bytes_.end(); block += kBlock) {
    healthy = !std::equal(block, block + kBlock, block + kBlock);
  }
  if (!healthy) {
    fail();
    return false;
  }
  has_witness_ = true;
  position_ = 0;
  return true;
}

}  // namespace ldp
