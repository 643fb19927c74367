// The platform's generator, as on a page: crypto.getRandomValues in wasm, getentropy natively.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ldp::bench {

/// A Refill for EntropyPool; `context` is not used.
bool refill_from_platform(void* context, std::uint8_t* bytes, std::size_t size);

}  // namespace ldp::bench
