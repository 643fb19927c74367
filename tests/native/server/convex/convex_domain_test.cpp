// Projections and barriers of convex sets: the golden values of docs/spec/convex-and-reductions.md,
// section 12, brute force, and each kind against itself written as a polytope.
#include "server/convex/convex_domain.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "catch.hpp"
#include "server/convex/convex_sets.hpp"
#include "server/convex/small_matrix.hpp"

namespace ldp::test {
namespace {

constexpr double kGolden = 1e-8;

std::vector<double> minimiser(const ConvexDomain& domain, std::vector<double> slope,
                              double curvature = 0) {
  std::vector<double> w(domain.dimension());
  domain.minimise(slope, curvature, w);
  return w;
}

void require_near(const std::vector<double>& a, const std::vector<double>& b, double margin) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a[i] == Approx(b[i]).margin(margin));
}

// All kinds, about the middle of the sizes that occur.
std::vector<ConvexSet> kinds() {
  return {ball({3, -1, 2}, 2),
          box({-1, 0, 10}, {1, 5, 10.5}),
          simplex(4),
          cut_square(),
          polytope(3, {1, 1, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1}, {1, 0, 0, 0}, 1),
          ball({0.25}, 0.75)};
}

}  // namespace

TEST_CASE("minimisers of slope and barrier have the spec's golden values") {
  require_near(minimiser(domain_of(ball({0, 0}, 1)), {0.6, 0.8}), {-0.24852814, -0.33137085},
               kGolden);
  const ConvexDomain of_box = domain_of(box({-1, 0}, {1, 2}));
  require_near(to_point(of_box, minimiser(of_box, {0.6, -0.8})), {-0.27698396, 1.35078106},
               kGolden);
  // The slope (.2, .4, .8) in coordinates of the hull.
  const ConvexDomain of_simplex = domain_of(simplex(3));
  std::vector<double> slope(2);
  to_hull(of_simplex.set(), std::vector<double>{0.2, 0.4, 0.8}, slope);
  require_near(to_point(of_simplex, minimiser(of_simplex, slope)),
               {0.36319325, 0.33859795, 0.2982088}, kGolden);
  // hl: eta = .05, mu = 1, t = 10, sum g = (3, 4), sum x = (.5, -.5).
  const auto x = minimiser(domain_of(ball({0, 0}, 1)), {0.05 * 2.5, 0.05 * 4.5}, 0.05 * 10);
  require_near(x, {-0.04958219, -0.08924793}, kGolden);
  REQUIRE(std::hypot(x[0], x[1]) == Approx(0.10209596870177967).margin(1e-12));
}

TEST_CASE("the Hessian of a ball's barrier and its inverse root have the golden values") {
  const ConvexDomain domain = domain_of(ball({0, 0}, 1));
  std::array<double, 4> h{};
  domain.hessian(std::vector<double>{0.3, 0.4}, h);
  const std::array<double, 4> golden{3.30666667, 0.85333333, 0.85333333, 3.80444444};
  for (std::size_t i = 0; i < 4; ++i) REQUIRE(h[i] == Approx(golden[i]).margin(kGolden));
  // M is another root of the same inverse: M M^T = Hess^-1 = N N with the symmetric root N.
  REQUIRE(cholesky(2, h));
  std::array<double, 4> m{};
  inverse_transposed(2, h, 1, m);
  const std::array<double, 4> n{0.56268135, -0.06625478, -0.06625478, 0.52403273};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      const double own = m[2 * i] * m[2 * j] + m[2 * i + 1] * m[2 * j + 1];
      REQUIRE(own == Approx(n[2 * i] * n[j] + n[2 * i + 1] * n[2 + j]).margin(2e-8));
    }
  }
  REQUIRE(m[2] == 0);
}

TEST_CASE("a polytope's middle and projection have the golden values") {
  const ConvexDomain domain = domain_of(cut_square());
  require_near(to_point(domain, {0, 0}), {0.35505103, 0.35505103}, kGolden);
  std::vector<double> w = from_point(domain, {1.2, 1.1});
  domain.project(w);
  require_near(to_point(domain, w), {0.8, 0.7}, kGolden);
  REQUIRE(domain.inner() == Approx(0.35505103).margin(kGolden));
  REQUIRE(domain.barrier_parameter() == 5);
}

TEST_CASE("a projection is the nearest point: brute force over the vertices") {
  // p is nearest to z exactly if (z - p).(y - p) <= 0 for every vertex y.
  const ConvexDomain of_box = domain_of(box({-1, 0, 10}, {1, 5, 10.5}));
  const ConvexDomain of_simplex = domain_of(simplex(4));
  const ConvexDomain of_square = domain_of(cut_square());
  std::vector<std::vector<double>> corners;
  for (unsigned bits = 0; bits < 8; ++bits) {
    corners.push_back({bits & 1 ? -1.0 : 1.0, bits & 2 ? 0.0 : 5.0, bits & 4 ? 10 : 10.5});
  }
  std::vector<std::vector<double>> units;
  for (std::size_t i = 0; i < 4; ++i) {
    units.emplace_back(4, 0.0);
    units.back()[i] = 1;
  }
  const std::vector<std::vector<double>> square{{0, 0}, {1, 0}, {1, 0.5}, {0.5, 1}, {0, 1}};
  const auto check = [](const ConvexDomain& domain, const auto& vertices) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::vector<double> z = random_vector(domain.dimension(), 4 * domain.outer(), seed);
      std::vector<double> p = z;
      domain.project(p);
      REQUIRE(domain.contains(p, 1e-12));
      for (const auto& vertex : vertices) {
        const std::vector<double> y = from_point(domain, vertex);
        double product = 0;
        for (std::size_t i = 0; i < p.size(); ++i) product += (z[i] - p[i]) * (y[i] - p[i]);
        REQUIRE(product <= 1e-8);
      }
    }
  };
  check(of_box, corners);
  check(of_simplex, units);
  check(of_square, square);
}

TEST_CASE("a polytope of many tangents projects as the ball") {
  // Between 256 tangents no point is farther than 1/cos(pi/256) - 1 = 7.6e-5 from the disc.
  constexpr int kRows = 256;
  std::vector<double> normals;
  for (int i = 0; i < kRows; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / kRows;
    normals.insert(normals.end(), {std::cos(angle), std::sin(angle)});
  }
  const ConvexDomain disc = domain_of(ball({0, 0}, 1));
  const ConvexDomain tangents =
      domain_of(polytope(2, normals, std::vector<double>(kRows, 1.0), 1.0001));
  REQUIRE(tangents.inner() == Approx(1).margin(1e-9));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<double> a = random_vector(2, 3, seed);
    std::vector<double> b = a;
    disc.project(a);
    tangents.project(b);
    // Two nearest points of convex sets at Hausdorff distance h are within about sqrt(2 h |z|).
    REQUIRE(distance(a, b) < 0.02);
    REQUIRE(std::hypot(b[0], b[1]) <= 1 + 7.6e-5);
  }
}

TEST_CASE("a box and a simplex written as polytopes are the same sets, barriers included") {
  const ConvexSet of_box = box({-1, 0, 10}, {1, 5, 10.5});
  const std::vector<std::pair<ConvexSet, ConvexSet>> pairs{{of_box, as_polytope(of_box)},
                                                           {simplex(5), hull_of_simplex(5)}};
  for (const auto& pair : pairs) {
    const ConvexDomain own = domain_of(pair.first);
    const ConvexDomain rows = domain_of(pair.second);
    const std::size_t d = own.dimension();
    REQUIRE(own.inner() == Approx(rows.inner()).epsilon(1e-9));
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      std::vector<double> a = random_vector(d, 2 * own.outer(), seed);
      std::vector<double> b = a;
      own.project_shrunk(0.25, a);
      rows.project_shrunk(0.25, b);
      require_near(a, b, 1e-7);
      REQUIRE(own.barrier(a) == Approx(rows.barrier(a)).margin(1e-9));
      std::vector<double> g(d);
      std::vector<double> h(d * d);
      std::vector<double> rows_g(d);
      std::vector<double> rows_h(d * d);
      own.gradient(a, g);
      own.hessian(a, h);
      rows.gradient(a, rows_g);
      rows.hessian(a, rows_h);
      const double scale = 1 / (own.inner() * own.inner());
      require_near(g, rows_g, 1e-7 * scale);
      require_near(h, rows_h, 1e-6 * scale);
      const std::vector<double> slope = random_vector(d, 20 / own.inner(), seed + 1000);
      require_near(minimiser(own, slope), minimiser(rows, slope), 1e-7);
      require_near(minimiser(own, slope, 3), minimiser(rows, slope, 3), 1e-7);
    }
  }
}

TEST_CASE("gradient and Hessian are the barrier's derivatives") {
  for (const ConvexSet& set : kinds()) {
    const ConvexDomain domain = domain_of(set);
    const std::size_t d = domain.dimension();
    const double step = 1e-5 * domain.inner();
    REQUIRE(domain.barrier(std::vector<double>(d)) == Approx(0).margin(1e-12));
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      std::vector<double> w = random_vector(d, 2 * domain.outer(), seed);
      domain.project_shrunk(0.3, w);
      std::vector<double> g(d);
      std::vector<double> h(d * d);
      domain.gradient(w, g);
      domain.hessian(w, h);
      for (std::size_t i = 0; i < d; ++i) {
        std::vector<double> up = w;
        std::vector<double> down = w;
        up[i] += step;
        down[i] -= step;
        const double slope = (domain.barrier(up) - domain.barrier(down)) / (2 * step);
        REQUIRE(g[i] == Approx(slope).epsilon(1e-5).margin(1e-5 / domain.inner()));
        std::vector<double> g_up(d);
        std::vector<double> g_down(d);
        domain.gradient(up, g_up);
        domain.gradient(down, g_down);
        for (std::size_t j = 0; j < d; ++j) {
          const double bend = (g_up[j] - g_down[j]) / (2 * step);
          const double unit = domain.inner() * domain.inner();
          REQUIRE(h[i * d + j] == Approx(bend).epsilon(1e-5).margin(1e-5 / unit));
        }
      }
    }
  }
}

TEST_CASE("closed forms and damped Newton agree, and the gradient vanishes at both") {
  for (const ConvexSet& set : kinds()) {
    const ConvexDomain domain = domain_of(set);
    const std::size_t d = domain.dimension();
    for (const double size : {0.0, 0.1, 10.0, 1e4}) {
      for (const double curvature : {0.0, 0.5, 300.0}) {
        const double unit = 1 / domain.inner();
        const auto slope = random_vector(d, size * unit, static_cast<std::uint64_t>(size) + 7);
        std::vector<double> closed(d);
        std::vector<double> newton(d);
        domain.minimise(slope, curvature * unit * unit, closed);
        domain.minimise_by_newton(slope, curvature * unit * unit, newton);
        require_near(closed, newton, 1e-8 * domain.outer());
        REQUIRE(std::isfinite(domain.barrier(closed)));
        std::vector<double> g(d);
        domain.gradient(closed, g);
        for (std::size_t i = 0; i < d; ++i) {
          const double sum = slope[i] + curvature * unit * unit * closed[i] + g[i];
          REQUIRE(sum == Approx(0).margin(1e-5 * unit * (1 + size * size)));
        }
      }
    }
  }
}

TEST_CASE("every point of a shrunk set can be explored around") {
  for (const ConvexSet& set : kinds()) {
    const ConvexDomain domain = domain_of(set);
    for (const double shrink : {0.01, 0.5}) {
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        std::vector<double> w = random_vector(domain.dimension(), 5 * domain.outer(), seed);
        domain.project_shrunk(shrink, w);
        REQUIRE(depth(set, to_point(domain, w)) >= shrink * domain.inner() * (1 - 1e-9));
      }
    }
  }
}

TEST_CASE("coordinates of the hull are a round trip without stretching") {
  for (const ConvexSet& set : kinds()) {
    const ConvexDomain domain = domain_of(set);
    const auto a = random_vector(domain.dimension(), 1, 1);
    const auto b = random_vector(domain.dimension(), 1, 2);
    require_near(from_point(domain, to_point(domain, a)), a, 1e-13);
    REQUIRE(distance(to_point(domain, a), to_point(domain, b)) == Approx(distance(a, b)));
  }
}

TEST_CASE("NaN is in no set, and sets without inside or end are refused") {
  for (const ConvexSet& set : kinds()) {
    const ConvexDomain domain = domain_of(set);
    REQUIRE_FALSE(domain.contains(std::vector<double>(domain.dimension(), std::nan(""))));
    REQUIRE(domain.contains(std::vector<double>(domain.dimension())));
  }
  const std::vector<ConvexSet> refused{
      polytope(1, {1, -1}, {0, -1}, 1),                          // x <= 0 and x >= 1
      polytope(1, {1, -1}, {0, 0}, 1),                           // one point
      polytope(2, {1, 0, -1, 0}, {1, 1}, 5),                     // a strip
      polytope(2, {1, 0, 0, 1, -1, 0, 0, -1}, {9, 9, 9, 9}, 1),  // farther than its radius
  };
  for (const ConvexSet& set : refused) {
    const auto domain = ConvexDomain::create(set);
    REQUIRE_FALSE(domain.ok());
    REQUIRE(domain.error().parameter == "set");
  }
}

}  // namespace ldp::test
