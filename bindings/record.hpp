// How an experiment crosses into a wasm module: as one flat record of numbers, written and read by
// code generated from src/protocol/schema/records.json. It begins with the hash of its layout, so a
// record of another build is an error, and no two numbers can trade places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "convex_set.hpp"
#include "decision_set.hpp"
#include "foundation/result.hpp"
#include "protocol/records.generated.hpp"

namespace ldp {

inline constexpr Error kOtherLayout{ErrorCode::invalid_argument, "record",
                                    "page and module are of different builds", 0};

class RecordReader {
 public:
  /// The records in `numbers`, which must stay there, one behind the other.
  explicit RecordReader(std::span<const double> numbers) : rest_(numbers) {}

  /// Whether a record of this layout is next.
  template <class Layout>
  [[nodiscard]] bool is_next() const {
    return !is_empty() && rest_.front() == Layout::kHash;
  }
  [[nodiscard]] bool is_empty() const { return rest_.empty(); }

  /// Reads the next record; false if it has another layout. Numbers that are missing count as 0.
  template <class Layout, class Record>
  [[nodiscard, gnu::always_inline]] bool read(Record& record) {
    if (next() != Layout::kHash) return false;
    Layout::each(record, *this);
    return true;
  }

  [[gnu::always_inline]] void operator()(double& field) { field = next(); }
  template <class Integer>
  [[gnu::always_inline]] void operator()(Integer& field) {
    field = static_cast<Integer>(integer());
  }
  void operator()(std::vector<double>& list) { list = take(); }
  template <class Integer>
  void operator()(std::vector<Integer>& list) {
    const std::vector<double> numbers = take();
    list.assign(numbers.begin(), numbers.end());
  }
  void operator()(ConvexSet& set) { set = take_convex_set(rest_); }
  void operator()(DecisionSet& set) { set = take_decision_set(rest_); }

 private:
  // Not inlined: a page downloads every copy.
  [[gnu::noinline]] double next() {
    if (rest_.empty()) return 0;
    const double number = rest_.front();
    rest_ = rest_.subspan(1);
    return number;
  }

  [[gnu::noinline]] std::int64_t integer() { return static_cast<std::int64_t>(next()); }

  [[gnu::noinline]] std::vector<double> take() {
    const auto taken = rest_.first(std::min(static_cast<std::size_t>(integer()), rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return {taken.begin(), taken.end()};
  }

  std::span<const double> rest_;
};

}  // namespace ldp
