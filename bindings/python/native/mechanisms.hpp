// The mechanisms as Python sees them: a whole array at a time.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "entropy.hpp"
#include "errors.hpp"
#include "mechanisms/ball_release.hpp"
#include "mechanisms/codebook_release.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_gaussian_mechanism.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "mechanisms/feature_vector.hpp"
#include "mechanisms/unit_reward.hpp"
#include "mechanisms/window_mechanism.hpp"
#include "privacy/codebook_scale.hpp"

namespace ldp {

/// What a report j says of a value: (j - offset)/scale has the value as its mean.
struct Reading {
  double offset;
  double scale;
};

inline Reading reading_of(const ConvertToBernoulli& mechanism) {
  return {mechanism.law().flip_probability(), mechanism.law().theta()};
}
inline Reading reading_of(const DiscreteLaplaceMechanism&) { return {0, kRewardGrid}; }
inline Reading reading_of(const DiscreteGaussianMechanism& mechanism) {
  return {0, static_cast<double>(mechanism.scale().sensitivity())};
}
inline Reading reading_of(const WindowMechanism& mechanism) {
  return {mechanism.scale().offset(), WindowScale::kGrid * mechanism.scale().slope()};
}

/// One number in [0, 1] a report.
template <class Mechanism, class Report>
class ScalarBatch {
 public:
  explicit ScalarBatch(Result<Mechanism> made) : mechanism_(take(std::move(made))) {}

  /// Every value is randomised by itself; none is kept. Throws where one is not finite.
  pybind11::array_t<Report> randomize(const Numbers<double>& values) const {
    pybind11::array_t<Report> reports(values.size());
    Report* report = reports.mutable_data();
    Status status;
    {
      const pybind11::gil_scoped_release release;
      SystemSource source;
      for (const double value : view(values)) {
        status = randomize_one(value, source, *report++);
        if (!status.ok()) break;
      }
    }
    check(status);
    return reports;
  }

  [[nodiscard]] Reading reading() const { return reading_of(mechanism_); }
  [[nodiscard]] Guarantee guarantee() const { return mechanism_.guarantee(); }

 private:
  Status randomize_one(double value, SystemSource& source, Report& report) const {
    const Result<UnitReward> reward = UnitReward::from(value);
    if (!reward) {
      return Error{ErrorCode::invalid_argument, "values", "must be finite numbers", 0};
    }
    const auto prepared = mechanism_.prepare(source);
    if (!prepared) return prepared.error();
    report = mechanism_.release(prepared.value(), reward.value()).value();
    return {};
  }

  Mechanism mechanism_;
};

inline Error not_finite() {
  return {ErrorCode::invalid_argument, "vectors", "must be finite numbers", 0};
}

inline bool are_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

/// A vector of bounded norm a report, as the sum of random directions.
class BallBatch {
 public:
  BallBatch(double epsilon, std::uint32_t dimension, double norm)
      : mechanism_(created(epsilon, dimension, norm)) {}

  /// `vectors`: [n][d], flat; longer ones than the norm are shortened to it.
  pybind11::array_t<std::int32_t> randomize(const Numbers<double>& vectors) const {
    const std::size_t length = mechanism_.scale().length();
    const std::span<const double> all = view(vectors);
    std::vector<std::int32_t> reports;
    reports.reserve(all.size());
    Status status;
    {
      const pybind11::gil_scoped_release release;
      SystemSource source;
      std::vector<double> vector(length);
      for (std::size_t at = 0; at < all.size() && status.ok(); at += length) {
        status = shorten(all.subspan(at, length), vector);
        if (status.ok()) status = randomize_one(vector, source, reports);
      }
      wipe(std::span(vector));
    }
    check(status);
    return matrix(reports, length);
  }

  [[nodiscard]] double unit() const { return mechanism_.scale().unit(); }
  [[nodiscard]] Guarantee guarantee() const { return mechanism_.guarantee(); }

 private:
  static BallRelease created(double epsilon, std::uint32_t dimension, double norm) {
    check(check_epsilon(epsilon));
    return take(BallRelease::create(epsilon, dimension, norm, ball_draws(epsilon)));
  }

  // As the device shortens features: no size of the numbers overflows.
  Status shorten(std::span<const double> given, std::vector<double>& vector) const {
    const double norm = mechanism_.scale().norm();
    if (!scale_to_unit_ball(given, norm, NormPolicy::clip, vector)) return not_finite();
    for (double& x : vector) x *= norm;
    return {};
  }

  Status randomize_one(std::span<const double> vector, SystemSource& source,
                       std::vector<std::int32_t>& reports) const {
    Result<PreparedVector> prepared = mechanism_.prepare(source);
    if (!prepared) return prepared.error();
    const auto released = mechanism_.release(prepared.value(), vector);
    prepared.value().wipe();
    reports.insert(reports.end(), released.value().begin(), released.value().end());
    return {};
  }

  BallRelease mechanism_;
};

/// A vector of bounded norm a report, as the name of a public codeword near to it.
class CodebookBatch {
 public:
  CodebookBatch(double epsilon, std::uint32_t dimension, double norm)
      : scale_(take(CodebookScale::create({epsilon, dimension, norm, 0, 0}))),
        mechanism_(take(CodebookRelease::create(scale_.coin(), dimension, norm))) {}

  /// `vectors`: [n][d], flat. Ids of 16 bytes and an index each.
  pybind11::tuple randomize(const Numbers<double>& vectors) const {
    const std::size_t length = scale_.dimension();
    const std::span<const double> all = view(vectors);
    if (!are_finite(all)) raise(not_finite());
    std::vector<std::uint8_t> ids;
    std::vector<std::uint16_t> indices;
    Status status;
    {
      const pybind11::gil_scoped_release release;
      SystemSource source;
      for (std::size_t at = 0; at < all.size() && status.ok(); at += length) {
        status = randomize_one(all.subspan(at, length), source, ids, indices);
      }
    }
    check(status);
    return pybind11::make_tuple(matrix(ids, CodebookId{}.size()), array(indices));
  }

  /// The named codewords in the units of the vectors: without bias for vectors up to the norm.
  [[nodiscard]] pybind11::array_t<double> estimate(const Numbers<std::uint8_t>& ids,
                                                   const Numbers<std::uint16_t>& indices) const {
    const std::size_t count = static_cast<std::size_t>(indices.size());
    std::vector<CodewordName> names(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto id = view(ids).subspan(i * CodebookId{}.size(), CodebookId{}.size());
      std::copy(id.begin(), id.end(), names[i].id.begin());
      names[i].tag = codebook_tag(0);
      names[i].index = view(indices)[i];
      if (names[i].index >= scale_.coin().codewords()) {
        raise({ErrorCode::report_rejected, "index", "must be below the number of codewords", 0});
      }
    }
    std::vector<std::int32_t> rows(count * scale_.dimension());
    draw_codewords(names, scale_.coin().codewords(), scale_.dimension(), rows);
    std::vector<double> vectors(rows.begin(), rows.end());
    for (double& x : vectors) x *= scale_.unit();
    return matrix(vectors, scale_.dimension());
  }

  [[nodiscard]] std::uint32_t codewords() const { return scale_.coin().codewords(); }
  [[nodiscard]] Guarantee guarantee() const { return mechanism_.guarantee(); }

 private:
  Status randomize_one(std::span<const double> vector, SystemSource& source,
                       std::vector<std::uint8_t>& ids, std::vector<std::uint16_t>& indices) const {
    const CodebookId id = draw_codebook_id(source);
    Result<PreparedVector> prepared = mechanism_.prepare(source);
    if (!prepared) return prepared.error();
    const auto released = mechanism_.release(prepared.value(), id, vector);
    prepared.value().wipe();
    ids.insert(ids.end(), id.begin(), id.end());
    indices.push_back(static_cast<std::uint16_t>(released.value().front()));
    return {};
  }

  CodebookScale scale_;
  CodebookRelease mechanism_;
};

}  // namespace ldp
