#include "client/linear_scores.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "client/lanes.hpp"

namespace ldp {
namespace {

static_assert(kLanes == kFeatureLanes);

// One set of scores; every kernel adds over the features in their order, so all give the same bits.
struct Scoring {
  const double* columns;
  std::size_t stride;
  const double* theta;
  const double* factor;
  double radius;
  double* scores;
};

// Names for kinds of vectors: a template that is given a vector type itself loses its alignment of
// 8 on the way, and then loads and stores as if all of it were aligned.
struct Wide {
  using Vector = Lanes;
};
struct Half {
  using Vector = FourLanes;
};
struct Narrow {
  using Vector = TwoLanes;
};

// What few features and their sums fit into registers with: wasm has 16 of 128 bits.
#ifdef __wasm_simd128__
using Fitting = Half;
#else
using Fitting = Wide;
#endif

// Few features: with their number known at compile time, all of them stay in registers and there is
// no loop but that over the arms. Four times faster at d = 5.
template <class Kind, std::size_t d>
void score_few(const Scoring& given) {
  using Vector = typename Kind::Vector;
  const std::size_t stride = given.stride;
  for (std::size_t arm = 0; arm < stride; arm += sizeof(Vector) / sizeof(double)) {
    const double* x = given.columns + arm;
    const auto feature = [x, stride](std::size_t i) -> const Vector& {
      return *reinterpret_cast<const Vector*>(x + i * stride);
    };
    Vector score = given.theta[0] * feature(0);
#pragma GCC unroll 8
    for (std::size_t i = 1; i < d; ++i) score += given.theta[i] * feature(i);
    Vector squares{};
    const double* row = given.factor;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < d; ++j) {
      Vector y = row[0] * feature(0);
#pragma GCC unroll 8
      for (std::size_t i = 1; i <= j; ++i) y += row[i] * feature(i);
      squares += y * y;
      row += j + 1;
    }
    take_roots(squares);
    score += given.radius * squares;
    *reinterpret_cast<Vector*>(given.scores + arm) = score;
  }
}

// Any number of features, as many arms from `arm` on as there are lanes. kRows rows of F at a time:
// each feature that is read is used kRows times, and enough sums run at once to fill the processor.
template <class Kind, std::size_t kRows>
void score_many(const Scoring& given, std::size_t d, bool has_width, std::size_t arm) {
  using Vector = typename Kind::Vector;
  const std::size_t stride = given.stride;
  const auto feature = [x = given.columns + arm, stride](std::size_t i) -> const Vector& {
    return *reinterpret_cast<const Vector*>(x + i * stride);
  };
  Vector score = given.theta[0] * feature(0);
  for (std::size_t i = 1; i < d; ++i) score += given.theta[i] * feature(i);
  if (has_width) {
    Vector squares{};
    const double* row = given.factor;  // row j of F, of j + 1 numbers
    std::size_t j = 0;
    for (; j + kRows <= d; j += kRows) {
      const double* rows[kRows];
      Vector y[kRows];
#pragma GCC unroll 8
      for (std::size_t r = 0; r < kRows; ++r) {
        rows[r] = row;
        row += j + r + 1;
        y[r] = rows[r][0] * feature(0);
      }
      for (std::size_t i = 1; i <= j; ++i) {
        const Vector x = feature(i);
#pragma GCC unroll 8
        for (std::size_t r = 0; r < kRows; ++r) y[r] += rows[r][i] * x;
      }
#pragma GCC unroll 8
      for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
        for (std::size_t after = 1; after <= r; ++after) {
          y[r] += rows[r][j + after] * feature(j + after);
        }
        squares += y[r] * y[r];
      }
    }
    for (; j < d; ++j) {
      Vector y = row[0] * feature(0);
      for (std::size_t i = 1; i <= j; ++i) y += row[i] * feature(i);
      squares += y * y;
      row += j + 1;
    }
    take_roots(squares);
    score += given.radius * squares;
  }
  *reinterpret_cast<Vector*>(given.scores + arm) = score;
}

}  // namespace

void linear_scores(const FeatureBlock& features, std::span<const double> theta,
                   std::span<const double> factor, double radius, std::span<double> scores) {
  const Scoring given{features.columns.data(), features.stride, theta.data(),
                      factor.data(),           radius,          scores.data()};
  const std::uint32_t d = features.dimension;
  switch (factor.empty() ? 0 : d) {
    case 2:
      return score_few<Fitting, 2>(given);
    case 3:
      return score_few<Fitting, 3>(given);
    case 4:
      return score_few<Fitting, 4>(given);
    case 5:
      return score_few<Fitting, 5>(given);
    case 6:
      return score_few<Fitting, 6>(given);
    default:
      break;
  }
  const std::uint32_t whole = features.arms / kLanes * kLanes;
  for (std::size_t arm = 0; arm < whole; arm += kLanes) {
    score_many<Wide, 2>(given, d, !factor.empty(), arm);
  }
  if (whole == features.arms) return;
  if (features.arms - whole > 2) return score_many<Wide, 2>(given, d, !factor.empty(), whole);
  // One or two arms are left, and narrow vectors are a quarter of the work.
  std::fill(scores.begin() + whole, scores.end(), 0.0);
  score_many<Narrow, 8>(given, d, !factor.empty(), whole);
}

void linear_scores_compact(const FeatureBlock& features, std::span<const double> theta,
                           std::span<const double> factor, double radius,
                           std::span<double> scores) {
  const Scoring given{features.columns.data(), features.stride, theta.data(),
                      factor.data(),           radius,          scores.data()};
  for (std::size_t arm = 0; arm < features.stride; arm += kLanes) {
    score_many<Wide, 2>(given, features.dimension, !factor.empty(), arm);
  }
}

// The maximum rises about ln(arms) times on the way, so the branches are nearly always foreseen.
Leaders find_leaders(std::span<const double> scores, std::uint32_t arms) {
  Leaders leaders{scores[0], 0, 1};
  for (std::uint32_t arm = 1; arm < arms; ++arm) {
    const double score = scores[arm];
    if (score < leaders.score) continue;
    if (score > leaders.score) {
      leaders = {score, arm, 1};
    } else {
      ++leaders.count;
    }
  }
  return leaders;
}

}  // namespace ldp
