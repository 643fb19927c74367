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

// Never handed to a function by value: how that is done depends on the processor. Clang heeds the
// alignment here only, before the "=", and no compiler does in an argument of a template.
using Lanes __attribute__((vector_size(8 * kLanes), aligned(8), may_alias)) = double;

// Fewer: as many as leave registers free where a register holds two, as in wasm.
using FourLanes __attribute__((vector_size(32), aligned(8), may_alias)) = double;

// For what is left of a row. A vector's size must not depend on a template's parameter.
using TwoLanes __attribute__((vector_size(16), aligned(8), may_alias)) = double;

static_assert(alignof(Lanes) == 8 && alignof(FourLanes) == 8 && alignof(TwoLanes) == 8);

/// The lanes from `from` on, which need not be aligned.
inline const Lanes& lanes_at(const double* from) { return *reinterpret_cast<const Lanes*>(from); }
inline Lanes& lanes_at(double* from) { return *reinterpret_cast<Lanes*>(from); }

/// Each of `count` doubles becomes its square root. Compilers take the lanes apart for it unless
/// they are told. Requires an even count.
[[gnu::always_inline]] inline void take_roots(double* each, std::size_t count) {
#ifdef __wasm_simd128__
  auto* pairs = reinterpret_cast<TwoLanes*>(each);
  for (std::size_t i = 0; i < count / 2; ++i) {
    pairs[i] = reinterpret_cast<TwoLanes>(wasm_f64x2_sqrt(reinterpret_cast<v128_t>(pairs[i])));
  }
#else
  for (std::size_t i = 0; i < count; ++i) each[i] = std::sqrt(each[i]);
#endif
}

/// The same of every lane.
[[gnu::always_inline]] inline void take_roots(Lanes& lanes) {
  take_roots(reinterpret_cast<double*>(&lanes), kLanes);
}
[[gnu::always_inline]] inline void take_roots(FourLanes& lanes) {
  take_roots(reinterpret_cast<double*>(&lanes), 4);
}
[[gnu::always_inline]] inline void take_roots(TwoLanes& lanes) {
  take_roots(reinterpret_cast<double*>(&lanes), 2);
}

}  // namespace ldp
