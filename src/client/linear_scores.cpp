#include "client/linear_scores.hpp"

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

// Few features: with their number known at compile time, all of them stay in registers and there is
// no loop but that over the arms. Four times faster at d = 5.
template <std::size_t d>
void score_few(const Scoring& given) {
  for (std::size_t arm = 0; arm < given.stride; arm += kLanes) {
    const double* x = given.columns + arm;
    Lanes score = given.theta[0] * lanes_at(x);
#pragma GCC unroll 8
    for (std::size_t i = 1; i < d; ++i) score += given.theta[i] * lanes_at(x + i * given.stride);
    Lanes squares{};
    const double* row = given.factor;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < d; ++j) {
      Lanes y = row[0] * lanes_at(x);
#pragma GCC unroll 8
      for (std::size_t i = 1; i <= j; ++i) y += row[i] * lanes_at(x + i * given.stride);
      squares += y * y;
      row += j + 1;
    }
    take_roots(squares);
    score += given.radius * squares;
    lanes_at(given.scores + arm) = score;
  }
}

// Any number of features: two rows of F at a time, so that every feature that was read is used
// twice.
void score_many(const Scoring& given, std::size_t d, bool has_width) {
  const std::size_t stride = given.stride;
  for (std::size_t arm = 0; arm < stride; arm += kLanes) {
    const double* x = given.columns + arm;
    Lanes score = given.theta[0] * lanes_at(x);
    for (std::size_t i = 1; i < d; ++i) score += given.theta[i] * lanes_at(x + i * stride);
    if (has_width) {
      Lanes squares{};
      const double* upper = given.factor;  // row j of F; `lower` is the one after it
      std::size_t j = 0;
      for (; j + 1 < d; j += 2) {
        const double* lower = upper + j + 1;
        Lanes first = upper[0] * lanes_at(x);
        Lanes second = lower[0] * lanes_at(x);
        for (std::size_t i = 1; i <= j; ++i) {
          const Lanes feature = lanes_at(x + i * stride);
          first += upper[i] * feature;
          second += lower[i] * feature;
        }
        second += lower[j + 1] * lanes_at(x + (j + 1) * stride);
        squares += first * first;
        squares += second * second;
        upper = lower + j + 2;
      }
      if (j < d) {
        Lanes last = upper[0] * lanes_at(x);
        for (std::size_t i = 1; i <= j; ++i) last += upper[i] * lanes_at(x + i * stride);
        squares += last * last;
      }
      take_roots(squares);
      score += given.radius * squares;
    }
    lanes_at(given.scores + arm) = score;
  }
}

}  // namespace

void linear_scores(const FeatureBlock& features, std::span<const double> theta,
                   std::span<const double> factor, double radius, std::span<double> scores) {
  const Scoring given{features.columns.data(), features.stride, theta.data(),
                      factor.data(),           radius,          scores.data()};
  const std::uint32_t d = features.dimension;
  switch (factor.empty() ? 0 : d) {
    case 2:
      return score_few<2>(given);
    case 3:
      return score_few<3>(given);
    case 4:
      return score_few<4>(given);
    case 5:
      return score_few<5>(given);
    case 6:
      return score_few<6>(given);
    default:
      return score_many(given, d, !factor.empty());
  }
}

void linear_scores_compact(const FeatureBlock& features, std::span<const double> theta,
                           std::span<const double> factor, double radius,
                           std::span<double> scores) {
  score_many({features.columns.data(), features.stride, theta.data(), factor.data(), radius,
              scores.data()},
             features.dimension, !factor.empty());
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
