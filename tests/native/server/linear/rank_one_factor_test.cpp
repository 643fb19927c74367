// Reference value: docs/spec/linear.md, section 10.
#include "server/linear/rank_one_factor.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/linear/plain_algebra.hpp"

namespace ldp {
namespace {

TEST_CASE("OFUL's radius after (1, 0) twice and (0, 1) once") {
  RankOneFactor v(2, 1);
  v.add(std::vector<double>{1, 0});
  v.add(std::vector<double>{1, 0});
  v.add(std::vector<double>{0, 1});
  CHECK(v.log_determinant() == Approx(std::log(6.0)).epsilon(1e-14));
  const double beta = 0.5 * std::sqrt(2 * std::log(20.0) + v.log_determinant()) + 1;
  CHECK(beta == Approx(2.39492150463).epsilon(1e-11));
  std::vector<double> theta(2);
  v.solve(std::vector<double>{2, 1}, theta);
  CHECK(theta[0] == Approx(2.0 / 3).epsilon(1e-14));
  CHECK(theta[1] == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("one update is the Cholesky factor of the larger matrix") {
  test::SplitMix64 words(8);
  for (const std::uint32_t d : {1u, 3u, 7u}) {
    RankOneFactor updated(d, 1);
    RankOneFactor anew(d, 1);
    for (int n = 0; n < 10; ++n) updated.add(test::normals(words, d, 1));
    anew.assign(updated.gram());
    for (std::size_t i = 0; i < updated.factor().size(); ++i) {
      CHECK(updated.factor()[i] == Approx(anew.factor()[i]).epsilon(1e-12).margin(1e-13));
    }
    CHECK(updated.log_determinant() == Approx(anew.log_determinant()).epsilon(1e-13));
  }
}

TEST_CASE("20000 updates leave a relative drift below 1e-9") {
  test::SplitMix64 words(9);
  for (const std::uint32_t d : {2u, 5u, 20u}) {
    RankOneFactor v(d, 1);
    for (int n = 0; n < 20000; ++n) {
      std::vector<double> x = test::normals(words, d, 1);
      // Features that hardly ever leave a plane: the hard case.
      for (std::size_t i = 2; i < d; ++i) x[i] *= n % 100 == 0 ? 1 : 1e-3;
      v.add(x);
    }
    // Just before it would be computed anew.
    for (std::uint32_t n = 20000 % RankOneFactor::kRefactorAfter;
         n < RankOneFactor::kRefactorAfter - 1; ++n) {
      v.add(test::normals(words, d, 1));
    }
    const std::vector<double> u = test::normals(words, d, 100);
    std::vector<double> theta(d);
    v.solve(u, theta);
    test::Matrix matrix = test::from_triangle(v.gram(), d);
    for (std::size_t i = 0; i < d; ++i) matrix[i][i] += 1;
    const std::vector<double> expected = test::gauss_solve(matrix, u);
    double scale = 0;
    for (const double t : expected) scale = std::max(scale, std::abs(t));
    for (std::size_t i = 0; i < d; ++i) {
      CHECK(theta[i] == Approx(expected[i]).epsilon(0).margin(1e-9 * scale));
    }
    double log_determinant = 0;
    for (const double value : test::jacobi(matrix).values) log_determinant += std::log(value);
    CHECK(v.log_determinant() == Approx(log_determinant).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace ldp
