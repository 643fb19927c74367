// The sums of a combinatorial learner: for every arm and level, the number of reports and the total
// of their payloads, as in the multi-armed family. Integers only: order, sharding and retries leave
// no trace.
//
// A report about one coordinate is a report about one arm. In a sum report `arm` is the position of
// a super arm. A report of CUCB-LDP1 adds to each arm of its slate, so the number of reports is
// counted apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "protocol/combinatorial_report.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class CombinatorialStatistics {
 public:
  /// All zero. The experiment must be valid.
  explicit CombinatorialStatistics(const CombinatorialExperiment& experiment);

  /// [arms][levels][count, total] of what was said about each arm.
  [[nodiscard]] const Statistics& coordinates() const { return coordinates_; }

  /// How many devices reported.
  [[nodiscard]] std::uint64_t reports() const {
    return of_slates_ ? slates_ : coordinates_.reports();
  }

  /// The sums of coordinates(); of CUCB-LDP1 the number of reports behind them.
  [[nodiscard]] std::vector<std::int64_t> sums() const;

  /// Where a report adds in sums(), a count first, and what.
  void append_terms(const ReceivedSlateReport& report, std::vector<std::uint32_t>& indices,
                    std::vector<std::int32_t>& values) const;

  /// Each of these is all or nothing: on error the statistics are as they were.

  /// Errors: report_rejected, see Statistics::add, and for a report of the wrong shape.
  Status add(std::span<const ReceivedSlateReport> reports);
  Status add(const ReceivedSlateReport& report) { return add({&report, 1}); }

  /// Errors: invalid_argument for another shape or payload, or when the learner would be full.
  Status merge(const CombinatorialStatistics& other);

  /// Replaces everything. Errors: invalid_argument for a wrong length or sums that no reports give.
  Status assign(std::span<const std::int64_t> sums);

  bool operator==(const CombinatorialStatistics&) const = default;

 private:
  [[nodiscard]] bool is_possible(const Statistics& coordinates, std::uint64_t slates) const;

  bool of_slates_;         // a report speaks of all arms of its slate
  std::uint32_t largest_;  // K
  std::uint64_t slates_ = 0;
  Statistics coordinates_;
};

}  // namespace ldp
