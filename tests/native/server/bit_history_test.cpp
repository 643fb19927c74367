// The record of one arm and the test for a change, against a scan of all bits and
// tests/reference/drift.py.
#include "server/multi_armed/bit_history.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

double x_log_x(double x) { return x > 0 ? x * std::log(x) : 0; }
double entropy(double ones, double count) {
  return x_log_x(ones) + x_log_x(count - ones) - x_log_x(count);
}

TEST_CASE("z is that of the reference") {
  CHECK(change_statistic({100, 60}, {100, 30}) == Approx(9.240165836303).epsilon(1e-12));
  CHECK(change_statistic({20, 0}, {20, 20}) == Approx(27.725887222398).epsilon(1e-12));
  CHECK(change_statistic({100, 50}, {300, 150}) == 0);
}

TEST_CASE("the largest z is that of a scan over the full record, bit by bit and by epochs") {
  test::SplitMix64 random(91);
  for (const std::int64_t most : {1, 7, 100}) {
    for (int run = 0; run < 60; ++run) {
      BitHistory history;
      std::vector<BitBucket> record;  // what was added
      std::int64_t sum = 0;
      const std::int64_t change = static_cast<std::int64_t>(random.next() % 3000);
      const double before = random.real();
      const double after = random.real();
      while (sum < 3000) {
        BitBucket bits{
            1 + static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(most)), 0};
        for (int i = 0; i < bits.count; ++i)
          bits.ones += random.real() < (sum < change ? before : after);
        history.add(bits.count, bits.ones);
        record.push_back(bits);
        sum += bits.count;
      }
      // Prefixes of the record, where a border of the history is.
      double largest = 0;
      std::size_t where = 0;
      std::size_t border = 0;
      std::int64_t next = 0;
      double ones = 0;
      double count = 0;
      for (const BitBucket& bits : record) {
        count += static_cast<double>(bits.count);
        ones += static_cast<double>(bits.ones);
        if (static_cast<std::int64_t>(count) != next + history.buckets()[border].count) continue;
        next = static_cast<std::int64_t>(count);
        if (++border == history.buckets().size()) break;
        const auto n = static_cast<double>(history.count());
        const auto s = static_cast<double>(history.ones());
        const double z = entropy(ones, count) + entropy(s - ones, n - count) - entropy(s, n);
        if (z > largest) {
          largest = z;
          where = border;
        }
      }
      REQUIRE(border == history.buckets().size());
      REQUIRE(next == history.count());
      const auto found = find_change(history, 0);
      REQUIRE(found);
      CHECK(found->z == Approx(largest).margin(1e-8));
      CHECK(found->border == where);
      CHECK(found->older.count + found->newer.count == history.count());
      CHECK_FALSE(find_change(history, largest * (1 + 1e-9) + 1e-8));
      if (largest > 1e-3) CHECK(find_change(history, largest * .999)->border == where);
    }
  }
}

TEST_CASE("above 64 buckets neighbours merge, and the next ones are twice as long") {
  BitHistory history;
  for (int i = 0; i < 1024; ++i) history.add(1, i % 3 == 0);
  CHECK(history.buckets().size() == 64);
  CHECK(history.length() == 16);
  for (const BitBucket& bucket : history.buckets()) CHECK(bucket.count == 16);
  // 1025 bits: 33 32 1 32 (buckets, bits of the first and the last, length).
  history.add(1, 0);
  CHECK(history.buckets().size() == 33);
  CHECK(history.buckets().front().count == 32);
  CHECK(history.buckets().back().count == 1);
  CHECK(history.length() == 32);
  for (int i = 0; i < 5000; ++i) {
    history.add(1, 1);
    REQUIRE(history.buckets().size() <= 64);
  }
  std::int64_t count = 0;
  std::int64_t ones = 0;
  for (const BitBucket& bucket : history.buckets()) {
    count += bucket.count;
    ones += bucket.ones;
  }
  CHECK(count == 6025);
  CHECK(ones == history.ones());
}

TEST_CASE("bits of an epoch stay together, and no history is longer than its bits allow") {
  BitHistory history;
  for (int i = 0; i < 10'000; ++i) {
    history.add(500, 100 + i % 3);
    REQUIRE(history.buckets().size() <= 64);
    REQUIRE(history.length() <= std::max(BitHistory::kFirstLength, history.count()));
    for (const BitBucket& bucket : history.buckets()) REQUIRE(bucket.count % 500 == 0);
  }
  history.add(0, 0);
  CHECK(history.count() == 5'000'000);
}

TEST_CASE("a history forgets from its oldest end, and takes only what bits lead to") {
  BitHistory history;
  for (int i = 0; i < 100; ++i) history.add(1, i >= 50);
  history.keep_from(4);
  CHECK(history.count() == 36);
  CHECK(history.ones() == 36);
  BitHistory copy;
  CHECK(copy.assign(history.length(), {history.buckets().begin(), history.buckets().end()}));
  CHECK(copy == history);
  CHECK_FALSE(copy.assign(8, {}));
  CHECK_FALSE(copy.assign(24, {}));
  CHECK_FALSE(copy.assign(16, {{0, 0}}));
  CHECK_FALSE(copy.assign(16, {{3, 4}}));
  CHECK_FALSE(copy.assign(16, {{3, -1}}));
  CHECK_FALSE(copy.assign(16, std::vector<BitBucket>(65, {1, 0})));
  CHECK(copy == history);
}

}  // namespace
}  // namespace ldp
