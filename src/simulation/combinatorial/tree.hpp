// The binary counter that releases the sum of a stream after every value: Chan, Shi, Song 2011,
// "Private and Continual Release of Statistics", and Dwork, Naor, Pitassi, Rothblum 2010. A node of
// level l is the sum of 2^l consecutive values and one noise, drawn when it closes and never again,
// so a value is part of at most floor(log2 T) + 1 released numbers. All sums are integers.
#pragma once

#include <cstdint>
#include <vector>

namespace ldp {

class PrefixTree {
 public:
  /// For at most `horizon` >= 1 values.
  explicit PrefixTree(std::uint64_t horizon)
      : horizon_(horizon),
        exact_(64 - static_cast<std::size_t>(__builtin_clzll(horizon))),
        noisy_(exact_.size()) {}

  /// L = floor(log2 T) + 1.
  [[nodiscard]] std::uint32_t levels() const { return static_cast<std::uint32_t>(exact_.size()); }

  /// The next value has come. `draw()` returns a noise; it is called once, for the node that
  /// closes. Returns whether one did: always, but nothing happens beyond the horizon.
  template <class Draw>
  bool add(std::int64_t value, Draw&& draw) {
    if (count_ >= horizon_) return false;
    ++count_;
    const auto closed = static_cast<std::uint32_t>(__builtin_ctzll(count_));
    std::int64_t sum = value;
    for (std::uint32_t level = 0; level < closed; ++level) {
      sum += exact_[level];
      released_ -= noisy_[level];
      exact_[level] = 0;
      noisy_[level] = 0;
    }
    exact_[closed] = sum;
    noisy_[closed] = sum + draw();
    released_ += noisy_[closed];
    return true;
  }

  /// Values that came, and of how many of them released() is the sum.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t released_count() const { return count_; }

  /// Noisy nodes in the released sum: the bits set in the count.
  [[nodiscard]] std::uint32_t noises() const {
    return static_cast<std::uint32_t>(__builtin_popcountll(count_));
  }

  /// The noisy sum of all values: a function of noisy nodes alone.
  [[nodiscard]] std::int64_t released() const { return released_; }

 private:
  std::uint64_t horizon_;
  std::uint64_t count_ = 0;
  std::int64_t released_ = 0;
  std::vector<std::int64_t> exact_;  // [level]: 0 where no node is open
  std::vector<std::int64_t> noisy_;
};

}  // namespace ldp
