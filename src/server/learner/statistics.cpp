#include "server/learner/statistics.hpp"

#include <limits>

#include "foundation/uint128.hpp"
#include "privacy/window_scale.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {

Statistics::Statistics(const MultiArmedExperiment& experiment)
    : arms_(experiment.arms),
      levels_(static_cast<std::uint32_t>(experiment.levels.size())),
      has_squares_(payload(experiment) == Payload::window) {
  if (payload(experiment) == Payload::bit) {
    lowest_ = 0;
    highest_ = 1;
    capacity_ = kMaximumReports;
  } else if (has_squares_) {
    lowest_ = 0;
    highest_ = 2 * WindowScale::kGrid - 1;  // of the longest window
    capacity_ = std::uint64_t{1} << 40;     // a square is below 2^22
  } else {
    lowest_ = std::numeric_limits<std::int32_t>::min();
    highest_ = std::numeric_limits<std::int32_t>::max();
    capacity_ = std::numeric_limits<std::uint32_t>::max();  // 2^31 (2^32 - 1) < 2^63
  }
  sums_.resize((has_squares_ ? 3 : 2) * static_cast<std::size_t>(arms_) * levels_);
}

Status Statistics::check(const ReceivedReport& report) const {
  if (report.arm >= arms_) return rejected("arm", "must be an arm of the experiment");
  if (report.level >= levels_) return rejected("level", "must be a position in the menu of levels");
  if (report.value < lowest_ || report.value > highest_) {
    return rejected("bit", "must be 0 or 1");  // an integer payload cannot leave its range
  }
  return {};
}

bool Statistics::is_possible(std::int64_t count, std::int64_t total) const {
  // capacity_ keeps the two products inside int64.
  return count >= 0 && static_cast<std::uint64_t>(count) <= capacity_ && total >= count * lowest_ &&
         total <= count * highest_;
}

// Reports with this total have the least squares where they are equal, and the largest where they
// are at the two ends. j^2 - j is even.
bool Statistics::is_possible(std::int64_t count, std::int64_t total, std::int64_t squares) const {
  return squares >= total && squares <= highest_ * total && (squares - total) % 2 == 0 &&
         static_cast<int128>(count) * squares >= static_cast<int128>(total) * total;
}

void Statistics::add_unchecked(const ReceivedReport& report) {
  const std::size_t index = index_of(report.arm, report.level);
  sums_[index] += 1;
  sums_[index + 1] += report.value;
  if (has_squares_) {
    sums_[square_index_of(report.arm, report.level)] += std::int64_t{report.value} * report.value;
  }
  reports_ += 1;
}

Status Statistics::add(const ReceivedReport& report) {
  return add(std::span<const ReceivedReport>(&report, 1));
}

Status Statistics::add(std::span<const ReceivedReport> reports) {
  if (reports.size() > capacity_ - reports_) return rejected("reports", kFull);
  for (const ReceivedReport& report : reports) {
    if (Status status = check(report); !status.ok()) return status;
  }
  for (const ReceivedReport& report : reports) add_unchecked(report);
  return {};
}

Status Statistics::merge(const Statistics& other) {
  if (arms_ != other.arms_ || levels_ != other.levels_ || highest_ != other.highest_) {
    return invalid("statistics", "must be of the same shape and payload");
  }
  if (other.reports_ > capacity_ - reports_) return invalid("statistics", kFull);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  reports_ += other.reports_;
  return {};
}

Status Statistics::assign(std::span<const std::int64_t> sums) {
  if (sums.size() != sums_.size()) {
    return invalid("sums", "must have a count and the totals per arm and level",
                   static_cast<double>(sums.size()));
  }
  std::uint64_t reports = 0;
  const std::size_t cells = static_cast<std::size_t>(arms_) * levels_;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t i = 2 * cell;
    if (!is_possible(sums[i], sums[i + 1]) ||
        (has_squares_ && !is_possible(sums[i], sums[i + 1], sums[2 * cells + cell]))) {
      return invalid("sums", "no reports give these sums", static_cast<double>(sums[i]));
    }
    reports += static_cast<std::uint64_t>(sums[i]);
    if (reports > capacity_) return invalid("sums", kFull);  // so that it cannot overflow either
  }
  sums_.assign(sums.begin(), sums.end());
  reports_ = reports;
  return {};
}

}  // namespace ldp
