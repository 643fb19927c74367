// What every sampler draws from: a stream of independent uniform 64-bit words.
#pragma once

#include <concepts>
#include <cstdint>

namespace ldp {

/// `next()` returns the next uniform 64-bit word. The client's only source is EntropyPool; seeded
/// sources live in simulation/, which the client target cannot link.
template <class S>
concept WordSource = requires(S& source) {
  { source.next() } -> std::same_as<std::uint64_t>;
};

/// A source that can run dry or be found broken. Once `failed()` is true it stays true, `next()`
/// returns kFailedWord for ever, and nothing computed from the source may be released. `fail()`
/// lets a sampler report that the stream cannot be random.
template <class S>
concept FallibleWordSource = WordSource<S> && requires(S& source, const S& constant) {
  { constant.failed() } -> std::same_as<bool>;
  source.fail();
};

/// A constant on which every inner loop of the samplers ends; their outer loops ask has_failed().
inline constexpr std::uint64_t kFailedWord = 1;

template <WordSource S>
[[nodiscard]] constexpr bool has_failed(const S& source) {
  if constexpr (FallibleWordSource<S>) {
    return source.failed();
  } else {
    return false;
  }
}

template <WordSource S>
constexpr void mark_failed(S& source) {
  if constexpr (FallibleWordSource<S>) source.fail();
}

}  // namespace ldp
