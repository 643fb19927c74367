#include "server/linear/linear_statistics.hpp"

#include <algorithm>
#include <array>

#include "privacy/codebook.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/multi_armed_snapshot.hpp"
#include "server/learner/learner_errors.hpp"

namespace ldp {
namespace {

constexpr std::uint64_t kGaussianCapacity = std::uint64_t{1} << 39;  // 2^39 2^23 < 2^63
constexpr std::uint64_t kBallCapacity = std::uint64_t{1} << 47;      // 2^47 2^15 < 2^63
constexpr std::uint64_t kPairCapacity = 0xffff'ffff;                 // (2^32 - 1) 2^30 < 2^63
static_assert(kBallCapacity <= kMaximumReports);

// Of 24 bits, 16 are left: in [-2^15, 2^15].
std::int32_t rounded(std::int32_t number) {
  return (number + kPairRounding / 2) >> 8;  // arithmetic, as C++20 has it
}
static_assert(kPairRounding == 1 << 8);

}  // namespace

LinearStatistics::LinearStatistics(const LinearExperiment& experiment)
    : is_pair_(sends_pair(experiment)) {
  const bool is_codebook = experiment.mechanism == LinearMechanism::codebook;
  const bool is_ball = experiment.mechanism == LinearMechanism::ball || is_codebook;
  largest_number_ = is_ball ? 0x7fff : 0x7f'ffff;
  largest_term_ = is_pair_ ? std::int64_t{1} << 30 : std::int64_t{largest_number_} + 1;
  capacity_ = is_pair_ ? kPairCapacity : is_ball ? kBallCapacity : kGaussianCapacity;
  const std::uint32_t d = experiment.dimension;
  const std::uint32_t codewords = is_codebook ? codewords_of(experiment) : 0;
  std::uint32_t start = 0;
  for (const LinearPart& part : parts(experiment)) {
    const std::uint32_t totals = is_pair_ ? triangle(d) + d + 1 : part.vector;
    parts_.push_back({start, totals, part.length, part.vector, codewords});
    start += 1 + totals;
  }
  sums_.resize(start);
}

std::span<const std::int64_t> LinearStatistics::of_part(std::uint32_t part) const {
  return sums().subspan(parts_[part].start, std::size_t{1} + parts_[part].totals);
}

std::uint64_t LinearStatistics::count(std::uint32_t part) const {
  return static_cast<std::uint64_t>(sums_[parts_[part].start]);
}

// Calls take(index in sums_, value) for all that a report adds.
template <class Take>
void LinearStatistics::for_each_term(const ReceivedLinearReport& report, Take take) const {
  const Part& part = parts_[report.part];
  std::uint32_t index = part.start;
  take(index++, 1);
  const auto take_values = [&](std::span<const std::int32_t> values) {
    for (const std::int32_t value : values) take(index++, value);
  };
  const auto take_products = [&](std::span<const std::int32_t> values, auto number_of) {
    const std::size_t d = values.size() - 1;
    for (std::size_t i = 0; i < d; ++i) {
      const std::int32_t x = number_of(values[i]);
      for (std::size_t j = i; j < d; ++j) take(index++, x * number_of(values[j]));
    }
    const std::int32_t y = number_of(values[d]);
    for (std::size_t i = 0; i < d; ++i) take(index++, y * number_of(values[i]));
    take(index, y);
  };
  const std::vector<std::int32_t>& values = report.values;
  if (part.codewords > 0) {
    // Not on the stack, where it would be zeroed for every report.
    thread_local std::array<std::int32_t, kMaxCodebookDimension> codeword;
    const std::span<std::int32_t> drawn = std::span(codeword).first(part.vector);
    draw_codeword(report.id, codebook_tag(report.part), static_cast<std::uint32_t>(values[0]),
                  part.codewords, part.vector, drawn);
    // Numbers of a codeword have 16 bits already.
    if (is_pair_) return take_products(drawn, [](std::int32_t number) { return number; });
    return take_values(drawn);
  }
  if (is_pair_) return take_products(values, rounded);
  take_values(values);
}

void LinearStatistics::append_terms(const ReceivedLinearReport& report, LinearTerms& terms) const {
  for_each_term(report, [&](std::uint32_t index, std::int32_t value) {
    terms.indices.push_back(index);
    terms.values.push_back(value);
  });
}

Status LinearStatistics::check_one(const ReceivedLinearReport& report) const {
  if (report.part >= parts_.size()) return rejected("part", "must be a part of the experiment");
  if (report.values.size() != parts_[report.part].numbers) {
    return rejected("data", "must have the numbers of its part");
  }
  if (const auto codewords = static_cast<std::int32_t>(parts_[report.part].codewords);
      codewords > 0 && (report.values[0] < 0 || report.values[0] >= codewords)) {
    return rejected("data", "is the index of no codeword");
  }
  const auto fits = [this](std::int32_t value) {
    return value <= largest_number_ && value >= -largest_number_ - 1;
  };
  if (!std::all_of(report.values.begin(), report.values.end(), fits)) {
    return rejected("data", "a number is outside what its bytes hold");
  }
  return {};
}

Status LinearStatistics::check(std::span<const ReceivedLinearReport> reports) const {
  if (reports.size() > capacity_ - reports_) return rejected("reports", kFull);
  for (const ReceivedLinearReport& report : reports) {
    if (Status status = check_one(report); !status.ok()) return status;
  }
  return {};
}

Status LinearStatistics::add(std::span<const ReceivedLinearReport> reports) {
  if (Status status = check(reports); !status.ok()) return status;
  for (const ReceivedLinearReport& report : reports) {
    for_each_term(report,
                  [this](std::uint32_t index, std::int32_t value) { sums_[index] += value; });
  }
  reports_ += reports.size();
  return {};
}

Status LinearStatistics::merge(const LinearStatistics& other) {
  if (parts_ != other.parts_ || largest_term_ != other.largest_term_) {
    return invalid("statistics", "must be of the same parts and mechanism");
  }
  if (other.reports_ > capacity_ - reports_) return invalid("statistics", kFull);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  reports_ += other.reports_;
  return {};
}

Status LinearStatistics::assign(std::span<const std::int64_t> sums) {
  if (sums.size() != sums_.size()) {
    return invalid("sums", "must have a count and the totals of every part",
                   static_cast<double>(sums.size()));
  }
  std::uint64_t reports = 0;
  for (const Part& part : parts_) {
    const std::int64_t count = sums[part.start];
    if (count < 0 || static_cast<std::uint64_t>(count) > capacity_) {
      return invalid("sums", "no reports give these sums", static_cast<double>(count));
    }
    const std::int64_t largest = count * largest_term_;  // inside int64, as capacity_ says
    for (const std::int64_t total : sums.subspan(part.start + 1, part.totals)) {
      if (total > largest || total < -largest) {
        return invalid("sums", "no reports give these sums", static_cast<double>(total));
      }
    }
    reports += static_cast<std::uint64_t>(count);
    if (reports > capacity_) return invalid("sums", kFull);
  }
  sums_.assign(sums.begin(), sums.end());
  reports_ = reports;
  return {};
}

}  // namespace ldp
