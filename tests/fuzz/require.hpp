// What a fuzz target claims. A claim that fails says where it stands and ends the run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

namespace fuzz {

inline void require(bool condition, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (condition) return;
  std::fprintf(stderr, "%s:%d: the claim does not hold\n", file, line);
  std::abort();
}

/// Whether `learner` takes a foreign saved state: it then saves the same bytes, or else is as it
/// was.
template <class Learner>
bool loads(Learner& learner, std::span<const std::uint8_t> bytes) {
  const std::vector<std::uint8_t> before = learner.save();
  const bool loaded = learner.load(bytes).ok();
  require(std::ranges::equal(learner.save(), loaded ? bytes : std::span(before)));
  return loaded;
}

}  // namespace fuzz
