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

EntropyPool::~EntropyPool() {
  erase(witness_.data(), witness_.size());
  erase(bytes_.data(), bytes_.size());
}

void EntropyPool::fail() {
  failed_ = true;
  position_ = kUsable;
  erase(bytes_.data(), bytes_.size());
}

bool EntropyPool::replenish() {
  if (failed_) return false;
  bool healthy = refill_ != nullptr && refill_(context_, bytes_.data(), bytes_.size());
  const auto is = [](auto block, auto other) { return std::equal(block, block + kBlock, other); };
  for (auto block = bytes_.begin(); healthy && block != bytes_.end(); block += kBlock) {
    const bool is_followed = block + kBlock != bytes_.end();
    healthy = !(has_witness_ && is(block, witness_.begin())) &&
              !(is_followed && is(block, block + kBlock));
  }
  if (!healthy) {
    fail();
    return false;
  }
  std::copy(bytes_.end() - kBlock, bytes_.end(), witness_.begin());
  has_witness_ = true;
  position_ = 0;
  return true;
}

}  // namespace ldp
