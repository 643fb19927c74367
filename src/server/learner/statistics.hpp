// The whole state of a multi-armed learner: for every arm and level, the number of reports and the
// total of their payloads; of window reports also the total of their squares. Integers only, so the
// order of arrival, the number of servers that shared the work and the retries leave no trace:
// equal reports give equal bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/arm_report.hpp"
#include "protocol/multi_armed_experiment.hpp"

namespace ldp {

class Statistics {
 public:
  /// All zero. The experiment must be valid.
  explicit Statistics(const MultiArmedExperiment& experiment);

  [[nodiscard]] std::uint32_t arms() const { return arms_; }

  /// Where the count of (arm, level) is in sums(); the total of its payloads is the next one.
  [[nodiscard]] std::size_t index_of(std::uint32_t arm, std::uint32_t level) const {
    return 2 * (static_cast<std::size_t>(arm) * levels_ + level);
  }

  /// Whether there are totals of squares: of window reports.
  [[nodiscard]] bool has_squares() const { return has_squares_; }
  /// Where the total of the squares of (arm, level) is in sums(), if has_squares().
  [[nodiscard]] std::size_t square_index_of(std::uint32_t arm, std::uint32_t level) const {
    return (std::size_t{2} * arms_ + arm) * levels_ + level;
  }

  /// [arms][levels][count, total], flat; behind them, if has_squares(), [arms][levels].
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }

  /// [levels][count, total] of one arm.
  [[nodiscard]] std::span<const std::int64_t> of_arm(std::uint32_t arm) const {
    return sums().subspan(index_of(arm, 0), std::size_t{2} * levels_);
  }

  /// [levels], the totals of squares of one arm. Requires has_squares().
  [[nodiscard]] std::span<const std::int64_t> squares_of(std::uint32_t arm) const {
    return sums().subspan(square_index_of(arm, 0), levels_);
  }

  /// The sum of all counts.
  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  /// Each of these is all or nothing: on error the statistics are as they were.

  /// Errors: report_rejected for an arm, level or payload outside the experiment, or when the
  /// learner is full (2^53 - 1 reports of bits, 2^40 of windows, 2^32 - 1 of other integers: no
  /// total can overflow).
  Status add(const ReceivedReport& report);
  Status add(std::span<const ReceivedReport> reports);

  /// Errors: invalid_argument for another shape or payload, or when the learner would be full.
  Status merge(const Statistics& other);

  /// Replaces everything. Errors: invalid_argument for a wrong length or sums that no reports give.
  Status assign(std::span<const std::int64_t> sums);

  bool operator==(const Statistics&) const = default;

 private:
  [[nodiscard]] Status check(const ReceivedReport& report) const;
  [[nodiscard]] bool is_possible(std::int64_t count, std::int64_t total) const;
  [[nodiscard]] bool is_possible(std::int64_t count, std::int64_t total,
                                 std::int64_t squares) const;
  void add_unchecked(const ReceivedReport& report);

  std::uint32_t arms_;
  std::uint32_t levels_;
  std::int64_t lowest_;   // smallest payload of one report
  std::int64_t highest_;  // largest payload of one report
  std::uint64_t capacity_;
  bool has_squares_;
  std::uint64_t reports_ = 0;
  std::vector<std::int64_t> sums_;
};

}  // namespace ldp
