// What the learners of generalized linear models have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_settings.hpp"

namespace ldp {

/// sum += M x, where `upper` is the upper triangle of the symmetric M, row by row.
inline void add_image(std::span<const double> upper, std::span<const double> x,
                      std::span<double> sum) {
  const double* entry = upper.data();
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum[i] += *entry++ * x[i];
    for (std::size_t j = i + 1; j < x.size(); ++j, ++entry) {
      sum[i] += *entry * x[j];
      sum[j] += *entry * x[i];
    }
  }
}

/// The square of the Euclidean norm.
[[nodiscard]] inline double squared_norm(std::span<const double> x) {
  double sum = 0;
  for (const double number : x) sum += number * number;
  return sum;
}

/// A snapshot after `reports` reports with theta 0 and no width: all arms are tied, and a device
/// draws one.
void begin_glm_snapshot(const GlmSettings& settings, std::uint64_t reports,
                        LinearSnapshot& snapshot);

/// Cs: what no residual at that point exceeds, or is clipped to.
[[nodiscard]] double residual_at(const GlmSettings& settings, std::span<const double> point);

/// c = sM sqrt(2 d t), at least 0.001, for t >= 0 reports.
[[nodiscard]] double glm_ridge(const GlmSettings& settings, double reports);

void write_numbers(ByteWriter& writer, std::span<const double> numbers);
/// False unless they are all finite.
bool read_numbers(ByteReader& reader, std::span<double> numbers);
/// False unless some number of reports gives it.
bool read_reports(ByteReader& reader, std::uint64_t& reports);
/// False unless it is in the ball of that radius, but for what a projection rounds.
bool read_point(ByteReader& reader, double radius, std::span<double> point);

}  // namespace ldp
