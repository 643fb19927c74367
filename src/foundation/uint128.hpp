// 128-bit integers. Both supported compilers (GCC, Clang) have them on every 64-bit target
// and on wasm32; the alias keeps -Wpedantic quiet in one place.
#pragma once

namespace ldp {

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

}  // namespace ldp
