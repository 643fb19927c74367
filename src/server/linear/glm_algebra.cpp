#include "server/linear/glm_algebra.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/multi_armed_snapshot.hpp"

namespace ldp {
namespace {

// More than any number of reports gives, and so little that an estimate from it, divided by the
// smallest eigenvalue that a matrix is given, is still a number that a snapshot may have.
constexpr double kLargestNumber = 1e60;

constexpr double kSmallestRidge = 1e-3;

constexpr double kRounding = 1 + 1e-12;

}  // namespace

void begin_glm_snapshot(const GlmSettings& settings, std::uint64_t reports,
                        LinearSnapshot& snapshot) {
  snapshot.reports = reports;
  snapshot.theta.assign(settings.dimension, 0);
  snapshot.factor.clear();
  snapshot.point.clear();
  snapshot.radius = 0;
  snapshot.exploration = reports == 0 ? 1 : 0;
  snapshot.residual = settings.model.residual_bound_at(0);
}

double residual_at(const GlmSettings& settings, std::span<const double> point) {
  return settings.model.residual_bound_at(
      std::min(std::sqrt(squared_norm(point)), settings.model.bound()));
}

double glm_ridge(const GlmSettings& settings, double reports) {
  return std::max(settings.matrix_deviation * std::sqrt(2 * settings.dimension * reports),
                  kSmallestRidge);
}

void write_numbers(ByteWriter& writer, std::span<const double> numbers) {
  for (const double number : numbers) writer.number(number);
}

bool read_numbers(ByteReader& reader, std::span<double> numbers) {
  bool are_numbers = true;
  for (double& number : numbers) {
    number = reader.number();
    are_numbers = are_numbers && std::abs(number) <= kLargestNumber;  // false for NaN
  }
  return are_numbers && reader.whole();
}

bool read_reports(ByteReader& reader, std::uint64_t& reports) {
  reports = reader.integer<std::uint64_t>();
  return reader.whole() && reports <= kMaximumReports;
}

bool read_point(ByteReader& reader, double radius, std::span<double> point) {
  return read_numbers(reader, point) && std::sqrt(squared_norm(point)) <= kRounding * radius;
}

}  // namespace ldp
