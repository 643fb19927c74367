#include "entropy.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// NOLINTNEXTLINE: the macro defines the function.
EM_JS(int, get_random_values, (std::uint8_t * bytes, std::size_t size), {
  crypto.getRandomValues(HEAPU8.subarray(bytes, bytes + size));
  return 1;
});
#elif defined(__linux__)
#include <sys/random.h>
#else
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#endif

namespace ldp::bench {

bool refill_from_platform(void* /*context*/, std::uint8_t* bytes, std::size_t size) {
#ifdef __EMSCRIPTEN__
  return get_random_values(bytes, size) != 0;
#elif defined(__linux__)
  // All at once, as getRandomValues does: getentropy would need a system call for every 256 bytes.
  return getrandom(bytes, size, 0) == static_cast<ssize_t>(size);
#else
  constexpr std::size_t kMost = 256;  // getentropy's own limit
  for (std::size_t at = 0; at < size; at += kMost) {
    if (getentropy(bytes + at, std::min(kMost, size - at)) != 0) return false;
  }
  return true;
#endif
}

}  // namespace ldp::bench
