// The sum of a stream, released at growing counts: the stream is cut where its length reaches
// 8, ceil(1.25 * 8), ceil(1.25 * 10), ... and each piece is summed, gets one noise and is added to
// the noisy total. A value is part of exactly one released number, so no number of levels is paid
// for and no horizon is known (docs/spec/combinatorial.md, section 4.4).
#pragma once

#include <cstdint>

namespace ldp {

class GrowingBatches {
 public:
  static constexpr std::uint64_t kFirst = 8;

  /// The next value has come. `draw()` returns a noise; it is called once when a batch closes.
  /// Returns whether one closed, which depends on the count alone.
  template <class Draw>
  bool add(std::int64_t value, Draw&& draw) {
    open_ += value;
    ++count_;
    if (count_ < close_) return false;
    released_ += open_ + draw();
    open_ = 0;
    released_count_ = count_;
    ++batches_;
    close_ = count_ + (count_ + 3) / 4;  // ceil(1.25 n)
    return true;
  }

  /// Values that came, and of how many of them released() is the sum.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t released_count() const { return released_count_; }

  /// Closed batches, each with one noise.
  [[nodiscard]] std::uint32_t noises() const { return batches_; }

  /// The noisy sum of the closed batches.
  [[nodiscard]] std::int64_t released() const { return released_; }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t released_count_ = 0;
  std::uint64_t close_ = kFirst;
  std::uint32_t batches_ = 0;
  std::int64_t open_ = 0;
  std::int64_t released_ = 0;
};

}  // namespace ldp
