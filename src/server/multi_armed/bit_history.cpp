#include "server/multi_armed/bit_history.hpp"

#include <utility>

#include "server/arms/bernoulli_divergence.hpp"

namespace ldp {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

}  // namespace

void BitHistory::add(std::int64_t count, std::int64_t ones) {
  if (count == 0) return;
  total_.count += count;
  total_.ones += ones;
  if (!buckets_.empty() && buckets_.back().count < length_) {
    buckets_.back().count += count;
    buckets_.back().ones += ones;
    return;
  }
  buckets_.push_back({count, ones});
  if (buckets_.size() > kMaximumBuckets) merge_pairs();
}

void BitHistory::merge_pairs() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < buckets_.size(); i += 2) {
    BitBucket pair = buckets_[i];
    if (i + 1 < buckets_.size()) {
      pair.count += buckets_[i + 1].count;
      pair.ones += buckets_[i + 1].ones;
    }
    buckets_[kept++] = pair;
  }
  buckets_.resize(kept);
  length_ *= 2;
}

void BitHistory::keep_from(std::size_t border) {
  for (std::size_t i = 0; i < border; ++i) {
    total_.count -= buckets_[i].count;
    total_.ones -= buckets_[i].ones;
  }
  buckets_.erase(buckets_.begin(), buckets_.begin() + static_cast<std::ptrdiff_t>(border));
}

bool BitHistory::assign(std::int64_t length, std::vector<BitBucket> buckets) {
  if (length < kFirstLength || length > (std::int64_t{1} << 62) || (length & (length - 1)) != 0 ||
      buckets.size() > kMaximumBuckets) {
    return false;
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  BitBucket total;
  for (const BitBucket& bucket : buckets) {
    if (bucket.count < 1 || bucket.count > kMost - total.count || bucket.ones < 0 ||
        bucket.ones > bucket.count) {
      return false;
    }
    total.count += bucket.count;
    total.ones += bucket.ones;
  }
  length_ = length;
  total_ = total;
  buckets_ = std::move(buckets);
  return true;
}

double change_statistic(const BitBucket& older, const BitBucket& newer) {
  const double rate = real(older.ones + newer.ones) / real(older.count + newer.count);
  const auto part = [&](const BitBucket& bits) {
    return real(bits.count) * bernoulli_divergence(real(bits.ones) / real(bits.count), rate);
  };
  return part(older) + part(newer);
}

// Logarithms are taken only where z can be above the best so far: kl(p, q) <= (p - q)^2/(q (1 -
// q)), so z is at most the Pearson statistic, which has none.
std::optional<RateChange> find_change(const BitHistory& history, double threshold) {
  constexpr double kRounding = 1 + 1e-9;
  const double count = real(history.count());
  const double ones = real(history.ones());
  const double variance = ones * (count - ones);  // times count^2
  if (!(variance > 0)) return std::nullopt;
  std::optional<RateChange> found;
  double best = threshold;
  BitBucket older;
  const std::span<const BitBucket> buckets = history.buckets();
  for (std::size_t border = 1; border < buckets.size(); ++border) {
    older.count += buckets[border - 1].count;
    older.ones += buckets[border - 1].ones;
    const double excess = real(older.ones) * count - real(older.count) * ones;
    const double parts = real(older.count) * (count - real(older.count));
    if (excess * excess * count * kRounding <= best * parts * variance) continue;
    const BitBucket newer{history.count() - older.count, history.ones() - older.ones};
    const double z = change_statistic(older, newer);
    if (!(z > best)) continue;
    best = z;
    found = RateChange{border, older, newer, z};
  }
  return found;
}

}  // namespace ldp
