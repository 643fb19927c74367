// Forgetting what is private.
#pragma once

#include <cstddef>
#include <span>

namespace ldp {

/// Overwrites `values` with 0, although nobody may read them any more: a compiler would leave that
/// out.
template <class T>
void wipe(std::span<T> values) {
  volatile T* const at = values.data();
  for (std::size_t i = 0; i < values.size(); ++i) at[i] = T{};
}

}  // namespace ldp
