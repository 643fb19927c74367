// What a fuzz target claims. A claim that fails says where it stands and ends the run.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace fuzz {

inline void require(bool condition, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (condition) return;
  std::fprintf(stderr, "%s:%d: the claim does not hold\n", file, line);
  std::abort();
}

}  // namespace fuzz
