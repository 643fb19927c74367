// Eight doubles side by side: one register of AVX-512, two of AVX2, four of SSE2 and of wasm. What
// is computed lane by lane has the same bits on all of them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace ldp {

inline constexpr std::uint32_t kLanes = 8;

// Never handed to a function by value: how that is done depends on the processor.
using Lanes = double __attribute__((vector_size(8 * kLanes), aligned(8), may_alias));

// Fewer, for what is left of a row. A vector's size must not depend on a template's parameter.
using TwoLanes = double __attribute__((vector_size(16), aligned(8), may_alias));

/// The lanes from `from` on, which need not be aligned.
inline const Lanes& lanes_at(const double* from) { return *reinterpret_cast<const Lanes*>(from); }
inline Lanes& lanes_at(double* from) { return *reinterpret_cast<Lanes*>(from); }

/// Every lane of a vector of 2 or 8 doubles becomes its square root. Compilers take the lanes
/// apart for it unless they are told.
template <class Vector>
[[gnu::always_inline]] inline void take_roots(Vector& lanes) {
#ifdef __wasm_simd128__
  using Pair = double __attribute__((vector_size(16), aligned(8), may_alias));
  auto* pairs = reinterpret_cast<Pair*>(&lanes);
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(Pair); ++i) {
    pairs[i] = reinterpret_cast<Pair>(wasm_f64x2_sqrt(reinterpret_cast<v128_t>(pairs[i])));
  }
#else
  auto* each = reinterpret_cast<double*>(&lanes);
  for (std::size_t i = 0; i < sizeof(Vector) / sizeof(double); ++i) each[i] = std::sqrt(each[i]);
#endif
}

}  // namespace ldp
