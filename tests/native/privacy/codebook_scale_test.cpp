#include "privacy/codebook_scale.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "catch.hpp"

using namespace ldp;

namespace {

CodebookScale scale_of(double epsilon, std::uint32_t dimension, std::uint32_t codewords = 0,
                       std::uint32_t near = 0, double norm = 1) {
  return CodebookScale::create({epsilon, dimension, norm, codewords, near}).value();
}

constexpr double kEpsilons[] = {0.2, 0.5, 1, 2, 4, 8, 10};

}  // namespace

// docs/spec/codebook.md, section 10; tests/reference/codebook.py.
TEST_CASE("codebook scale: golden constants") {
  struct Golden {
    std::uint32_t dimension;
    double epsilon;
    std::uint32_t codewords, near;
    double mean, square;
  };
  for (const auto& [dimension, epsilon, codewords, near, mean, square] :
       {Golden{2, 1, 64, 24, 0.243427602555, 0.373380724667},
        Golden{3, 1, 64, 24, 0.207688846911, 0.280471470588},
        Golden{5, 0.2, 64, 31, 0.0338902390372, 0.167185453795},
        Golden{5, 1, 64, 23, 0.166875114866, 0.189823947834},
        Golden{5, 4, 256, 22, 0.578339219644, 0.444455895434},
        Golden{5, 8, 1024, 7, 0.852840595910, 0.772057407455},
        Golden{15, 1, 64, 23, 0.100067181135, 0.0712882665270},
        Golden{20, 0.5, 64, 28, 0.0438349268168, 0.0490999704005},
        Golden{20, 1, 64, 23, 0.0870736521022, 0.0543243471063},
        Golden{20, 2, 64, 14, 0.170478071720, 0.0755925448314},
        Golden{20, 4, 256, 18, 0.323405732539, 0.146882141463},
        Golden{20, 8, 1024, 4, 0.547302837268, 0.331384094666},
        Golden{20, 10, 4096, 3, 0.628671199575, 0.424071461078},
        Golden{230, 1, 64, 22, 0.0260156412298, 0.00501214310772},
        Golden{230, 4, 256, 17, 0.0989125402865, 0.0140104970292},
        Golden{230, 8, 1024, 4, 0.176337556397, 0.0345061098634},
        Golden{8384, 1, 64, 22, 0.00431430492417, 1.38088364610e-4}}) {
    CAPTURE(dimension, epsilon);
    const CodebookScale scale = scale_of(epsilon, dimension, codewords, near);
    CHECK(scale.mean() == Approx(mean).epsilon(6e-12));
    CHECK(scale.square() == Approx(square).epsilon(6e-12));
  }
  const CodebookScale worked = scale_of(1, 3, 16, 6);
  CHECK(worked.mean() == Approx(0.204475354923151).epsilon(1e-14));
  CHECK(worked.square() == Approx(0.278961231694877).epsilon(1e-14));
  CHECK(worked.unit() == Approx(1.49252752183592e-4).epsilon(1e-14));
}

// With two codewords m = (r - s) E|<U, e>| and M2 = 1/D: in closed form for D = 3 and 4.
TEST_CASE("codebook scale: two codewords have the constants of a random direction") {
  const double theta = std::tanh(0.5);
  CHECK(scale_of(1, 2, 2, 1).mean() == Approx(theta / 2).epsilon(1e-12));
  CHECK(scale_of(1, 3, 2, 1).mean() == Approx(theta * 4 / (3 * std::acos(-1.0))).epsilon(1e-12));
  for (const std::uint32_t d : {2u, 3u, 20u, 8384u}) {
    CHECK(scale_of(1, d, 2, 1).square() == Approx(1.0 / (d + 1)).epsilon(1e-12));
    CHECK(std::abs(scale_of(1, d, 2, 1).alpha()) < 1e-6);
  }
  // And so has any N with k = N/2, where nothing but the half-space counts.
  CHECK(scale_of(1, 20, 256, 128).mean() == Approx(scale_of(1, 20, 2, 1).mean()).epsilon(1e-12));
}

TEST_CASE("codebook scale: defaults") {
  struct Default {
    std::uint32_t dimension;
    std::vector<std::uint32_t> near, codewords;
  };
  for (const auto& [dimension, near, codewords] :
       {Default{5, {31, 28, 92, 61, 22, 7, 8}, {64, 64, 256, 256, 256, 1024, 4096}},
        Default{20, {30, 27, 90, 57, 18, 4, 3}, {64, 64, 256, 256, 256, 1024, 4096}},
        Default{230, {30, 27, 22, 56, 17, 4, 1}, {64, 64, 64, 256, 256, 1024, 1024}}}) {
    for (std::size_t i = 0; i < near.size(); ++i) {
      CAPTURE(dimension, kEpsilons[i]);
      CHECK(default_codewords(kEpsilons[i], dimension) == codewords[i]);
      CHECK(best_near(kEpsilons[i], dimension, codewords[i]).value() == near[i]);
      const CodebookShape shape = with_defaults({kEpsilons[i], dimension, 1}).value();
      CHECK(shape.codewords == codewords[i]);
      CHECK(shape.near == near[i]);
      CHECK(scale_of(kEpsilons[i], dimension).shape() == shape);
    }
  }
  CHECK(default_codewords(0.75, 20) == 256);
  CHECK(default_codewords(1.49, 62) == 256);
  CHECK(default_codewords(1.49, 63) == 256);
  CHECK(default_codewords(1.49, 64) == 128);
  CHECK(default_codewords(1.5, 64) == 256);
  CHECK(default_codewords(5, 20) == 1024);
  CHECK(default_codewords(9, 20) == 4096);
  CHECK(default_codewords(9, 8384) == 16);
}

TEST_CASE("codebook scale: no other k has a larger m") {
  for (const double epsilon : {0.2, 2.0, 8.0}) {
    for (const std::uint32_t dimension : {2u, 20u}) {
      const std::uint32_t best = best_near(epsilon, dimension, 64).value();
      const double most = scale_of(epsilon, dimension, 64, best).mean();
      for (std::uint32_t near = 1; near <= 32; ++near) {
        CAPTURE(epsilon, dimension, near);
        if (near < best) REQUIRE(scale_of(epsilon, dimension, 64, near).mean() < most);
        if (near > best) REQUIRE(scale_of(epsilon, dimension, 64, near).mean() <= most);
      }
    }
  }
}

// Mean squared error of a full vector: {PrivUnit with its best cap, codebook as its multiple}, at
// epsilon 0.2, 0.5, 1, 2, 4, 8, 10. docs/spec/codebook.md, section 11; tests/reference/codebook.py.
// Within 1 % and half a unit of the last digit shown.
// Tails near the end of the range are differences of sums, which rounding may take below 0.
TEST_CASE("codebook scale: constants are finite, and the noise grows with the dimension") {
  for (const auto& [epsilon, codewords] : {std::pair{1.0, 64u}, std::pair{9.5, 4096u}}) {
    double last = 0;
    for (std::uint32_t d = 2; d <= 64; ++d) {
      CAPTURE(d, epsilon);
      const CodebookScale scale = scale_of(epsilon, d, codewords);
      CHECK(scale.shape().near < codewords / 2);
      CHECK(std::isfinite(scale.unit()));
      const double error = d * scale.variance();
      CHECK(error > last);
      last = error;
    }
  }
}

TEST_CASE("codebook scale: the error against the optimum") {
  struct Cell {
    double optimum, factor;
  };
  struct Row {
    std::uint32_t dimension;
    Cell cells[7];
  };
  const Row rows[] = {
      {2,
       {{246.4, 1.08},
        {39.13, 1.09},
        {9.522, 1.10},
        {2.14, 1.15},
        {0.3556, 1.37},
        {0.02173, 2.4},
        {0.005691, 3.3}}},
      {3,
       {{399.7, 1.04},
        {63.67, 1.05},
        {15.67, 1.05},
        {3.683, 1.08},
        {0.7241, 1.18},
        {0.07602, 1.6},
        {0.02732, 1.9}}},
      {5,
       {{710.9, 1.019},
        {113.5, 1.024},
        {28.19, 1.023},
        {6.857, 1.034},
        {1.539, 1.08},
        {0.2545, 1.23},
        {0.1217, 1.31}}},
      {10,
       {{1494, 1.007},
        {239.1, 1.011},
        {59.73, 1.008},
        {14.9, 1.013},
        {3.674, 1.03},
        {0.8418, 1.08},
        {0.4978, 1.10}}},
      {20,
       {{3064, 1.004},
        {490.7, 1.008},
        {123, 1.004},
        {31.04, 1.008},
        {8.008, 1.018},
        {2.131, 1.05},
        {1.387, 1.05}}},
      {50,
       {{7778, 1.003},
        {1246, 1.007},
        {312.9, 1.003},
        {79.53, 1.006},
        {21.06, 1.015},
        {6.095, 1.03},
        {4.178, 1.04}}},
      {100,
       {{15634, 1.003},
        {2505, 1.007},
        {629.3, 1.006},
        {160.4, 1.006},
        {42.82, 1.014},
        {12.73, 1.03},
        {8.872, 1.07}}},
      {230,
       {{36060, 1.003},
        {5778, 1.007},
        {1452, 1.012},
        {370.5, 1.006},
        {99.41, 1.014},
        {30.01, 1.03},
        {21.1, 1.10}}},
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < 7; ++i) {
      const Cell& cell = row.cells[i];
      const double digits = cell.factor < 1.05 ? 5e-4 : cell.factor < 2 ? 5e-3 : 5e-2;
      CAPTURE(row.dimension, kEpsilons[i], cell.factor);
      const double error = scale_of(kEpsilons[i], row.dimension).squared_error();
      CHECK(std::abs(error / cell.optimum - cell.factor) < 0.01 * cell.factor + digits);
    }
  }
}

TEST_CASE("codebook scale: the noise is what its moments say, and scales with the norm") {
  for (const double epsilon : kEpsilons) {
    for (const std::uint32_t dimension : {2u, 3u, 20u, 230u}) {
      const CodebookScale scale = scale_of(epsilon, dimension);
      const CodebookScale triple = scale_of(epsilon, dimension, 0, 0, 3);
      CAPTURE(epsilon, dimension);
      CHECK(triple.unit() == Approx(3 * scale.unit()));
      CHECK(triple.variance() == Approx(9 * scale.variance()));
      CHECK(triple.sub_gaussian() == Approx(9 * scale.sub_gaussian()));
      CHECK(triple.longest() == Approx(3 * scale.longest()));
      // E||w||^2 of a full vector: the D-th coordinate of the codeword is what is left out.
      const double all = 1 / (scale.mean() * scale.mean());
      const double out = (1 - scale.square()) / dimension;
      CHECK(scale.squared_error() == Approx(all * (1 - out) - 1).epsilon(1e-9));
      CHECK(scale.coordinate_square() * dimension ==
            Approx(scale.squared_error() + 1).epsilon(1e-9));
      CHECK(scale.variance() * dimension >= scale.squared_error() * (1 - 1e-12));
      // A sub-Gaussian proxy is never below the variance, nor so far above it that a radius from it
      // would be useless.
      CHECK(scale.sub_gaussian() >= scale.variance());
      if (dimension >= 20) {
        CHECK(scale.sub_gaussian() <= (epsilon <= 2 ? 1.7 : 5) * scale.variance());
      }
      CHECK(scale.alpha() > 0.4);
      CHECK(scale.alpha() < 1.1);
    }
  }
}

TEST_CASE("codebook scale: bad shapes are refused") {
  const auto refused = [](const CodebookShape& shape) {
    const auto scale = CodebookScale::create(shape);
    REQUIRE_FALSE(scale.ok());
    CHECK(scale.error().code == ErrorCode::invalid_argument);
    return scale.error().parameter;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const std::uint32_t dimension : {0u, 1u, 8385u, ~0u}) {
    CHECK(refused({1, dimension, 1, 64, 20}) == "dimension");
    CHECK(refused({1, dimension, 1}) == "dimension");
  }
  for (const double norm : {0.0, -1.0, kInfinity, std::nan("")}) {
    CHECK(refused({1, 5, norm, 64, 20}) == "norm");
  }
  for (const double epsilon : {0.0, 129.0, std::nan("")}) {
    CHECK(refused({epsilon, 5, 1, 64, 20}) == "epsilon");
    CHECK(refused({epsilon, 5, 1}) == "epsilon");
  }
  CHECK(refused({1, 5, 1, 48, 20}) == "codewords");
  CHECK(refused({1, 5, 1, 64, 33}) == "near");
  CHECK_FALSE(best_near(1, 1, 64).ok());
  CHECK_FALSE(best_near(1, 5, 0).ok());
  CHECK(CodebookScale::create({128, 8384, 1e300}).ok());
  CHECK(CodebookScale::create({kMinEpsilon, 2, 1e-300}).ok());
}
