#include "server/convex/convex_statistics.hpp"

#include <array>

#include "protocol/convex_snapshot.hpp"
#include "protocol/public_direction.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

constexpr std::int64_t kUnitLength = std::int64_t{1} << kDirectionBits;

}  // namespace

ConvexStatistics::ConvexStatistics(const ConvexExperiment& experiment)
    : has_points_(has_points(experiment)),
      is_bit_(experiment.mechanism == ScalarMechanism::bit),
      dimension_(hull_dimension(experiment.set)),
      unit_(ScalarUnit::of(experiment.mechanism, experiment.epsilon, experiment.delta).value()),
      sums_(has_points_ ? 2 * kConvexPoints : 2 + dimension_) {}

std::uint64_t ConvexStatistics::reports() const {
  std::int64_t count = sums_[0];
  if (has_points_) count += sums_[2] + sums_[4];
  return static_cast<std::uint64_t>(count);
}

void ConvexStatistics::directed(std::span<double> sum) const {
  const double step = unit_.unit() * kDirectionStep;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<double>(sums_[2 + i]) * step;
}

void ConvexStatistics::append_terms(const ReceivedConvexReport& report,
                                    std::vector<std::uint32_t>& indices,
                                    std::vector<std::int32_t>& values) const {
  const std::int32_t q = unit_.count(report.value);
  const std::uint32_t first = has_points_ ? 2 * report.arm : 0;
  indices.insert(indices.end(), {first, first + 1});
  values.insert(values.end(), {1, q});
  if (has_points_) return;
  std::array<std::int32_t, kMaximumConvexDimension> grid{};
  public_direction(report.coin, std::span(grid).first(dimension_));
  for (std::uint32_t i = 0; i < dimension_; ++i) {
    indices.push_back(2 + i);
    values.push_back(q * grid[i]);  // below 2^17 2^14
  }
}

Status ConvexStatistics::check(const ReceivedConvexReport& report) const {
  if (report.arm >= (has_points_ ? kConvexPoints : 1)) {
    return rejected("arm", "must be one of the three points");
  }
  if (is_bit_ && report.value != 0 && report.value != 1) return rejected("bit", "must be 0 or 1");
  return {};
}

Status ConvexStatistics::add(std::span<const ReceivedConvexReport> reports) {
  if (reports.size() > kCapacity - this->reports()) return rejected("reports", kFull);
  for (const ReceivedConvexReport& report : reports) {
    if (Status status = check(report); !status.ok()) return status;
  }
  std::vector<std::uint32_t> indices;
  std::vector<std::int32_t> values;
  for (const ReceivedConvexReport& report : reports) {
    indices.clear();
    values.clear();
    append_terms(report, indices, values);
    for (std::size_t i = 0; i < indices.size(); ++i) sums_[indices[i]] += values[i];
  }
  return {};
}

Status ConvexStatistics::merge(const ConvexStatistics& other) {
  if (sums_.size() != other.sums_.size() || has_points_ != other.has_points_ ||
      unit_.unit() != other.unit_.unit()) {
    return invalid("statistics", "must be of the same shape and payload");
  }
  if (other.reports() > kCapacity - reports()) return invalid("statistics", kFull);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  return {};
}

Status ConvexStatistics::assign(std::span<const std::int64_t> sums) {
  if (sums.size() != sums_.size()) {
    return invalid("sums", "must have a count and the totals of this experiment",
                   static_cast<double>(sums.size()));
  }
  const std::int64_t largest = unit_.largest();
  const auto is_possible = [&](std::int64_t count, std::int64_t total, std::int64_t size) {
    // 2^32 counts of less than 2^31.
    return total >= -count * largest * size && total <= count * largest * size;
  };
  std::int64_t reports = 0;
  for (std::size_t i = 0; i < (has_points_ ? sums.size() : 2); i += 2) {
    const std::int64_t count = sums[i];
    if (count < 0 || count > static_cast<std::int64_t>(kCapacity) ||
        !is_possible(count, sums[i + 1], 1)) {
      return invalid("sums", "no reports give these sums", static_cast<double>(count));
    }
    reports += count;
  }
  if (reports > static_cast<std::int64_t>(kCapacity)) return invalid("sums", kFull);
  for (std::size_t i = 2; !has_points_ && i < sums.size(); ++i) {
    if (!is_possible(reports, sums[i], kUnitLength)) {
      return invalid("sums", "no reports give these sums", static_cast<double>(i));
    }
  }
  sums_.assign(sums.begin(), sums.end());
  return {};
}

}  // namespace ldp
