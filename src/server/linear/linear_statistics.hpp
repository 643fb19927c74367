// All that a linear learner remembers of reports: how many there were of each part, and what their
// numbers add up to. Integers only, so the order of arrival, the number of servers that shared the
// work and the retries leave no trace: equal reports give equal bits.
//
// The sums of a part are [count, totals...]. Of gram, moment and design the total of every number
// of a report, of a codebook the coordinates of the codeword that it names. Of pair those of the
// products of x and y, the upper triangle of x x^T, then y x, then y: the numbers of a codeword, or
// those of a Gaussian report divided by 2^8 and rounded, so that a product fits 32 bits and 2^32 -
// 1 of them fit a total. What is rounded off is less than 2^-11 of the noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"

namespace ldp {

/// Steps of a number in a Gaussian `pair` report that make one step of its rounded number.
inline constexpr std::int32_t kPairRounding = 256;

/// What one report adds: `values[i]` to sums()[indices[i]].
struct LinearTerms {
  std::vector<std::uint32_t> indices{};
  std::vector<std::int32_t> values{};
};

class LinearStatistics {
 public:
  /// All zero. The experiment must be valid.
  explicit LinearStatistics(const LinearExperiment& experiment);

  /// The sums of all parts, one after the other.
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }

  /// [count, totals...] of one part.
  [[nodiscard]] std::span<const std::int64_t> of_part(std::uint32_t part) const;

  /// Reports of one part, and of all.
  [[nodiscard]] std::uint64_t count(std::uint32_t part) const;
  [[nodiscard]] std::uint64_t reports() const { return reports_; }

  /// Adds to `terms` what a report, which must fit the experiment, adds to sums().
  void append_terms(const ReceivedLinearReport& report, LinearTerms& terms) const;

  /// Each of these is all or nothing: on error the statistics are as they were.

  /// Errors: report_rejected for a part, length or number outside the experiment, or when the
  /// learner is full (2^39 Gaussian, 2^47 ball, 2^32 - 1 `pair` reports: no total can overflow).
  Status add(const ReceivedLinearReport& report) { return add({&report, 1}); }
  Status add(std::span<const ReceivedLinearReport> reports);
  /// What add() would say.
  [[nodiscard]] Status check(std::span<const ReceivedLinearReport> reports) const;

  /// Errors: invalid_argument for another shape, or when the learner would be full.
  Status merge(const LinearStatistics& other);

  /// Replaces everything. Errors: invalid_argument for a wrong length or sums that no reports give.
  Status assign(std::span<const std::int64_t> sums);

  bool operator==(const LinearStatistics&) const = default;

 private:
  struct Part {
    std::uint32_t start = 0;      // of its count in sums_
    std::uint32_t totals = 0;     // behind the count
    std::uint32_t numbers = 0;    // of one report
    std::uint32_t vector = 0;     // coordinates of what it releases
    std::uint32_t codewords = 0;  // codebook only; else 0

    bool operator==(const Part&) const = default;
  };

  [[nodiscard]] Status check_one(const ReceivedLinearReport& report) const;
  template <class Take>
  void for_each_term(const ReceivedLinearReport& report, Take take) const;

  bool is_pair_;
  std::int32_t largest_number_;  // of a report: numbers are in [-largest - 1, largest]
  std::int64_t largest_term_;    // of one report, in absolute value
  std::uint64_t capacity_;
  std::uint64_t reports_ = 0;
  std::vector<Part> parts_;
  std::vector<std::int64_t> sums_;
};

}  // namespace ldp
