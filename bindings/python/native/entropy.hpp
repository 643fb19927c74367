// The randomness of the system, for the core's EntropyPool.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#if defined(__linux__)
#include <sys/random.h>
#else
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif
#endif

#include <algorithm>

#include "random/entropy_pool.hpp"

namespace ldp {

/// Waits until the system has gathered enough; false if it has no such source.
inline bool fill_from_system(void* /*context*/, std::uint8_t* bytes, std::size_t size) {
  while (size > 0) {
#if defined(__linux__)
    const ssize_t got = getrandom(bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    const auto filled = static_cast<std::size_t>(got);
#else
    const std::size_t filled = std::min<std::size_t>(size, 256);  // the most that it hands out
    if (getentropy(bytes, filled) != 0) return false;
#endif
    bytes += filled;
    size -= filled;
  }
  return true;
}

/// Fresh for each call from Python: no process that forks leaves a child the same bytes.
class SystemSource : public EntropyPool {
 public:
  SystemSource() : EntropyPool(&fill_from_system, nullptr) {}
};

}  // namespace ldp
