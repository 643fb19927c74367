#include "server/combinatorial/combinatorial_statistics.hpp"

#include <algorithm>

#include "oracles/super_arm.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

// What a report says about each of its arms.
void append_coordinates(const ReceivedSlateReport& report, std::vector<ReceivedReport>& to) {
  for (std::size_t i = 0; i < report.arms.size(); ++i) {
    to.push_back({report.id, report.snapshot, report.arms[i], report.level, report.values[i]});
  }
}

}  // namespace

CombinatorialStatistics::CombinatorialStatistics(const CombinatorialExperiment& experiment)
    : of_slates_(experiment.reports.algorithm == Algorithm::cucb_ldp1),
      largest_(of_slates_ ? largest_super_arm(experiment.set) : 1),
      coordinates_(experiment.reports) {}

std::vector<std::int64_t> CombinatorialStatistics::sums() const {
  const std::span<const std::int64_t> sums = coordinates_.sums();
  std::vector<std::int64_t> all(sums.begin(), sums.end());
  if (of_slates_) all.push_back(static_cast<std::int64_t>(slates_));
  return all;
}

void CombinatorialStatistics::append_terms(const ReceivedSlateReport& report,
                                           std::vector<std::uint32_t>& indices,
                                           std::vector<std::int32_t>& values) const {
  if (of_slates_) {
    indices.push_back(static_cast<std::uint32_t>(coordinates_.sums().size()));
    values.push_back(1);
  }
  for (std::size_t i = 0; i < report.arms.size(); ++i) {
    const std::size_t at = coordinates_.index_of(report.arms[i], report.level);
    const auto index = static_cast<std::uint32_t>(at);
    indices.insert(indices.end(), {index, index + 1});
    values.insert(values.end(), {1, report.values[i]});
  }
}

Status CombinatorialStatistics::add(std::span<const ReceivedSlateReport> reports) {
  std::vector<ReceivedReport> coordinates;
  for (const ReceivedSlateReport& report : reports) {
    const bool fits = !report.arms.empty() && report.arms.size() <= largest_ &&
                      report.values.size() == report.arms.size();
    if (!fits) return rejected("arms", "must be the arms of a slate, with a number for each");
    append_coordinates(report, coordinates);
  }
  Status status = coordinates_.add(coordinates);
  if (status.ok() && of_slates_) slates_ += reports.size();
  return status;
}

bool CombinatorialStatistics::is_possible(const Statistics& coordinates,
                                          std::uint64_t slates) const {
  const std::uint64_t sum = coordinates.reports();
  if (!of_slates_) return slates == 0;
  if (sum < slates || sum > slates * largest_) return false;  // 1 to K arms in each report
  for (std::uint32_t arm = 0; arm < coordinates.arms(); ++arm) {
    if (static_cast<std::uint64_t>(coordinates.of_arm(arm)[0]) > slates) return false;
  }
  return true;
}

Status CombinatorialStatistics::merge(const CombinatorialStatistics& other) {
  if (of_slates_ != other.of_slates_ || largest_ != other.largest_) {
    return invalid("statistics", "must be of the same shape and payload");
  }
  Status status = coordinates_.merge(other.coordinates_);
  if (status.ok()) slates_ += other.slates_;
  return status;
}

Status CombinatorialStatistics::assign(std::span<const std::int64_t> sums) {
  const std::size_t expected = coordinates_.sums().size() + (of_slates_ ? 1 : 0);
  if (sums.size() != expected) {
    return invalid("sums", "must have a count and a total per arm and level",
                   static_cast<double>(sums.size()));
  }
  Statistics coordinates = coordinates_;
  if (Status status = coordinates.assign(sums.first(coordinates_.sums().size())); !status.ok()) {
    return status;
  }
  // A count of slates never exceeds that of coordinates, so a product with K stays inside 64 bits.
  const std::int64_t slates = of_slates_ ? sums.back() : 0;
  const bool in_range = slates >= 0 && static_cast<std::uint64_t>(slates) <= coordinates.reports();
  if (!in_range || !is_possible(coordinates, static_cast<std::uint64_t>(slates))) {
    return invalid("sums", "no reports give these sums", static_cast<double>(slates));
  }
  coordinates_ = std::move(coordinates);
  slates_ = static_cast<std::uint64_t>(slates);
  return {};
}

}  // namespace ldp
