// Compiled with the include path of: client
//
// The randomness of a device comes from outside and cannot be replayed.
#include <cstddef>
#include <cstdint>

#include "random/entropy_pool.hpp"

namespace {

[[maybe_unused]] bool refill(void*, std::uint8_t*, std::size_t) { return false; }

[[maybe_unused]] std::uint64_t draw() {
#if VARIANT == 0  // allowed: a pool that asks for bytes
  ldp::EntropyPool pool(&refill, nullptr);
#elif VARIANT == 1  // refused: a pool from a seed
  ldp::EntropyPool pool(std::uint64_t{42});
#elif VARIANT == 2  // refused: a pool from nothing
  ldp::EntropyPool pool;
#elif VARIANT == 3  // refused: two pools with the same bytes
  ldp::EntropyPool original(&refill, nullptr);
  ldp::EntropyPool pool(original);
#endif
  return pool.next();
}

}  // namespace
