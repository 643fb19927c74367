// The sums of the reports to one snapshot: their number, the total of their noisy numbers, and the
// sum of number times direction. A number is counted in whole units (ScalarUnit), a direction in
// steps of 2^-14, so the sums are integers: order, sharding and retries leave no trace. For the
// stochastic learner: the count and the total of each of the three points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_experiment.hpp"
#include "protocol/convex_report.hpp"
#include "server/convex/scalar_noise.hpp"

namespace ldp {

class ConvexStatistics {
 public:
  /// All zero. The experiment must be valid.
  explicit ConvexStatistics(const ConvexExperiment& experiment);

  /// [count, q, q u_1, ..., q u_d], d = hull_dimension; stochastic: [3][count, q].
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }
  [[nodiscard]] std::uint64_t reports() const;

  /// r of one unit of q.
  [[nodiscard]] double unit() const { return unit_.unit(); }
  /// The sum of r u [d].
  void directed(std::span<double> sum) const;

  /// Where a report adds in sums(), its count first, and what.
  void append_terms(const ReceivedConvexReport& report, std::vector<std::uint32_t>& indices,
                    std::vector<std::int32_t>& values) const;

  /// Each of these is all or nothing: on error the statistics are as they were.

  /// Errors: report_rejected for an arm or a bit that this experiment does not have, or when it
  /// would be full (2^32 - 1 reports: no sum can overflow).
  Status add(std::span<const ReceivedConvexReport> reports);
  Status add(const ReceivedConvexReport& report) { return add({&report, 1}); }
  /// Errors: invalid_argument for another shape, or when it would be full.
  Status merge(const ConvexStatistics& other);
  /// Replaces everything. Errors: invalid_argument for a wrong length or sums that no reports give.
  Status assign(std::span<const std::int64_t> sums);

  [[nodiscard]] Status check(const ReceivedConvexReport& report) const;
  static constexpr std::uint64_t kCapacity = 0xffff'ffff;

  bool operator==(const ConvexStatistics& other) const { return sums_ == other.sums_; }

 private:
  bool has_points_;
  bool is_bit_;
  std::uint32_t dimension_;
  ScalarUnit unit_;
  std::vector<std::int64_t> sums_;
};

}  // namespace ldp
