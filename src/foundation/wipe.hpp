// Overwriting private values in memory.
#pragma once

#include <cstddef>
#include <span>

namespace ldp {

/// Overwrites `values` with 0. The stores are volatile: a compiler would leave out plain ones,
/// since no code reads them.
template <class T>
void wipe(std::span<T> values) {
  volatile T* const at = values.data();
  for (std::size_t i = 0; i < values.size(); ++i) at[i] = T{};
}

}  // namespace ldp
