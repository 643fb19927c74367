#include "privacy/sensitivity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "privacy/vector_scale.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

// ||x x^T - z z^T||_F^2 + ||y x - w z||^2, entry by entry.
double squared_distance(const std::vector<double>& x, double y, const std::vector<double>& z,
                        double w) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double entry = x[i] * x[j] - z[i] * z[j];
      sum += entry * entry;
    }
    const double entry = y * x[i] - w * z[i];
    sum += entry * entry;
  }
  return sum;
}

// x, y, z, w in one vector: a point of the domain, ||x||, ||z|| <= 1, y, w in [low, high].
struct Domain {
  std::size_t d;
  double low, high;

  void project(std::vector<double>& point) const {
    for (const std::size_t start : {std::size_t{0}, d + 1}) {
      double norm = 0;
      for (std::size_t i = 0; i < d; ++i) norm += point[start + i] * point[start + i];
      norm = std::sqrt(norm);
      for (std::size_t i = 0; i < d && norm > 1; ++i) point[start + i] /= norm;
      point[start + d] = std::clamp(point[start + d], low, high);
    }
  }

  double value(const std::vector<double>& point) const {
    const auto middle = point.begin() + static_cast<std::ptrdiff_t>(d);
    return squared_distance({point.begin(), middle}, *middle, {middle + 1, point.end() - 1},
                            point.back());
  }
};

// The largest distance that random starts with shrinking random steps find.
double found_maximum(const Domain& domain, SplitMix64& random) {
  double best = 0;
  for (int start = 0; start < 24; ++start) {
    std::vector<double> point(2 * domain.d + 2);
    for (double& entry : point) entry = 4 * random.real() - 2;
    domain.project(point);
    double value = domain.value(point);
    for (double step = 1; step > 1e-6; step *= 0.985) {
      for (int tries = 0; tries < 6; ++tries) {
        std::vector<double> next = point;
        for (double& entry : next) entry += step * (2 * random.real() - 1);
        domain.project(next);
        const double candidate = domain.value(next);
        if (candidate > value) {
          value = candidate;
          point = next;
        }
      }
    }
    best = std::max(best, value);
  }
  return std::sqrt(best);
}

}  // namespace

TEST_CASE("the sensitivity of a Gram matrix with its vector has its known values") {
  CHECK(gram_sensitivity(0.25) == Approx(1.4584077).epsilon(1e-7));
  CHECK(gram_sensitivity(0.25) == Approx(std::sqrt(2.126953125)).epsilon(1e-14));
  CHECK(gram_sensitivity(0.5) == Approx(1.5909903).epsilon(1e-7));
  CHECK(gram_sensitivity(1) == Approx(3 / std::sqrt(2)).epsilon(1e-14));
  CHECK(gram_sensitivity(1.3) == Approx(std::sqrt(6.80805)).epsilon(1e-14));
  CHECK(gram_sensitivity(std::sqrt(2)) == Approx(2 * std::sqrt(2)).epsilon(1e-14));
  CHECK(gram_sensitivity(2) == 4);
  CHECK(gram_sensitivity(3) == 6);
  CHECK(pair_sensitivity(1) == Approx(std::sqrt(5)));
  CHECK(pair_sensitivity(2) == Approx(std::sqrt(8)));
}

// Searched, not derived: nothing in the domain is further apart, and the search comes close.
TEST_CASE("no two users' Gram matrices are further apart than the sensitivity") {
  SplitMix64 random(46);
  for (const double b : {0.25, 0.5, 1.0, 1.3, 1.5, 3.0}) {
    for (const std::size_t d : {2, 3, 5}) {
      for (const double low : {-b, 0.0}) {
        const double found = found_maximum({d, low, b}, random);
        CAPTURE(b, d, low);
        CHECK(found <= gram_sensitivity(b) * (1 + 1e-12));
        CHECK(found >= gram_sensitivity(b) * 0.9995);
      }
    }
  }
}

TEST_CASE("the worst case is two unit vectors of cosine -b^2/2 with rewards b and b") {
  for (const double b : {0.25, 0.5, 1.0, 1.3}) {
    const double cosine = -b * b / 2;
    const double distance =
        squared_distance({1, 0}, b, {cosine, std::sqrt(1 - cosine * cosine)}, b);
    CHECK(std::sqrt(distance) == Approx(gram_sensitivity(b)).epsilon(1e-14));
  }
}

namespace {

// The largest squared distance of the integer messages (X X^T, Y X) over all X in Z^2 with
// X^2 <= `squares` and all Y in [low, high].
std::int64_t exhaustive_maximum(std::int64_t squares, std::int64_t low, std::int64_t high) {
  std::vector<std::array<std::int64_t, 5>> messages;  // a^2, ab, b^2, Ya, Yb
  for (std::int64_t a = -16; a <= 16; ++a) {
    for (std::int64_t b = -16; b <= 16; ++b) {
      if (a * a + b * b > squares) continue;
      for (std::int64_t y = low; y <= high; ++y) {
        messages.push_back({a * a, a * b, b * b, y * a, y * b});
      }
    }
  }
  constexpr std::array<std::int64_t, 5> kWeights{1, 2, 1, 1, 1};
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::int64_t distance = 0;
      for (std::size_t k = 0; k < 5; ++k) {
        const std::int64_t shift = messages[i][k] - messages[j][k];
        distance += kWeights[k] * shift * shift;
      }
      largest = std::max(largest, distance);
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("integers do not inflate the sensitivity: every pair of messages on a small grid") {
  // d = 2, 8 steps a unit, rewards of either sign: 4.5 would be the bound, 4.3303 is reached.
  const double reached = static_cast<double>(exhaustive_maximum(64, -8, 8)) / (8 * 8 * 8 * 8);
  CHECK(reached == Approx(4.3303).epsilon(1e-4));
  CHECK(reached <= 4.5);
  // The bound that GramScale uses, with the rounding of the features on top.
  for (const std::uint32_t steps : {2u, 5u, 8u}) {
    const auto squares = static_cast<std::int64_t>(squared_norm_bound(steps, 2));
    const double bound = static_cast<double>(squares) + steps * steps / 2.0;
    CAPTURE(steps, squares);
    CHECK(static_cast<double>(exhaustive_maximum(squares, 0, steps)) <= 2 * bound * bound);
  }
}
