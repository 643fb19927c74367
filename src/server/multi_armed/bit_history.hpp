// The record of one arm's bits, in at most 64 buckets, and the test whether their rate has changed
// (docs/spec/drift.md, section 2). Integers only: equal bits in equal order give equal buckets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ldp {

struct BitBucket {
  std::int64_t count = 0;
  std::int64_t ones = 0;

  bool operator==(const BitBucket&) const = default;
};

class BitHistory {
 public:
  static constexpr std::size_t kMaximumBuckets = 64;
  static constexpr std::int64_t kFirstLength = 16;

  /// Adds bits that stay together, as those of one epoch: to the last bucket while that is short of
  /// its length, else to a new one. 0 <= ones <= count.
  void add(std::int64_t count, std::int64_t ones);

  /// Forgets the buckets before `border`.
  void keep_from(std::size_t border);
  void clear() { *this = BitHistory(); }

  /// False, and nothing changes, for what no bits lead to.
  [[nodiscard]] bool assign(std::int64_t length, std::vector<BitBucket> buckets);

  [[nodiscard]] std::int64_t count() const { return total_.count; }
  [[nodiscard]] std::int64_t ones() const { return total_.ones; }
  /// The bits that fill a bucket: 16, doubled whenever buckets were merged.
  [[nodiscard]] std::int64_t length() const { return length_; }
  /// The oldest first.
  [[nodiscard]] std::span<const BitBucket> buckets() const { return buckets_; }

  bool operator==(const BitHistory&) const = default;

 private:
  void merge_pairs();

  std::int64_t length_ = kFirstLength;
  BitBucket total_;
  std::vector<BitBucket> buckets_;
};

/// z of two parts with counts above 0: n1 kl(p1, p) + n2 kl(p2, p), p the rate of both together.
[[nodiscard]] double change_statistic(const BitBucket& older, const BitBucket& newer);

/// Where the bits of an arm changed their rate.
struct RateChange {
  std::size_t border = 0;  // the first bucket of the newer part
  BitBucket older;
  BitBucket newer;
  double z = 0;
};

/// The first border with the largest z, if that is above `threshold` >= 0.
[[nodiscard]] std::optional<RateChange> find_change(const BitHistory& history, double threshold);

}  // namespace ldp
