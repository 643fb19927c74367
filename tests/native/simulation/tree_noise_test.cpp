#include "simulation/linear/tree_noise.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "simulation/linear/ziggurat.hpp"
#include "simulation/seeded_stream.hpp"

namespace ldp {
namespace {

std::vector<double> released(const TreeNoise& tree, std::size_t numbers) {
  std::vector<double> sums(numbers);
  tree.add_to(sums);
  return sums;
}

TEST_CASE("a tree for T reports has 1 + ceil(log2 T) levels") {
  CHECK(TreeNoise(1, 1, false).levels() == 1);
  CHECK(TreeNoise(2, 1, false).levels() == 2);
  CHECK(TreeNoise(1024, 1, false).levels() == 11);
  CHECK(TreeNoise(1025, 1, false).levels() == 12);
  CHECK(TreeNoise(20000, 1, false).levels() == 16);
}

TEST_CASE("a release is the nodes of the bits of t, and two share the levels not cleared between") {
  constexpr std::uint64_t kHorizon = 200;
  // A noise object is named by the report that closed its node.
  TreeNoise tree(kHorizon, 1, false);
  for (std::uint64_t t = 1; t <= kHorizon; ++t) {
    int drawn = 0;
    tree.advance([&](std::span<double> object) {
      object[0] = static_cast<double>(t);
      ++drawn;
    });
    CHECK(drawn == 1);
    CHECK(tree.objects() == static_cast<std::uint32_t>(__builtin_popcountll(t)));
    // The dyadic intervals of [1, t], largest first, end at these reports.
    double expected = 0;
    std::uint64_t end = 0;
    for (int bit = 63; bit >= 0; --bit) {
      if ((t >> bit & 1) == 0) continue;
      end += std::uint64_t{1} << bit;
      expected += static_cast<double>(end);
    }
    CHECK(released(tree, 1)[0] == expected);
  }
  CHECK(tree.is_over());
  tree.advance([](std::span<double> object) { object[0] = 1e9; });
  CHECK(tree.reports() == kHorizon);
  CHECK(released(tree, 1)[0] < 1e9);
}

TEST_CASE("the variance of a release at t is popcount(t) times that of a node") {
  constexpr int kTrees = 4000;
  SeededStream source(1, 0, Purpose::noise);
  const std::uint64_t times[] = {1, 2, 3, 7, 8, 100, 127};
  std::vector<double> squares(std::size(times));
  std::vector<double> products(3);
  for (int i = 0; i < kTrees; ++i) {
    TreeNoise tree(127, 1, false);
    double at_three = 0;
    double at_four = 0;
    for (std::uint64_t t = 1; t <= 127; ++t) {
      tree.advance([&](std::span<double> object) { fill_normal(source, object); });
      const double noise = released(tree, 1)[0];
      if (t == 3) at_three = noise;
      if (t == 4) at_four = noise;
      if (t == 7) products[0] += at_three * noise;
      if (t == 7) products[1] += at_four * noise;
      if (t == 8) products[2] += at_four * noise;
      for (std::size_t k = 0; k < std::size(times); ++k) {
        if (times[k] == t) squares[k] += noise * noise;
      }
    }
  }
  // The mean square of 4000 normal numbers is known to 2.2 %; 6 standard errors, 9 checks: false
  // alarm below 1e-7.
  for (std::size_t k = 0; k < std::size(times); ++k) {
    CHECK(squares[k] / kTrees == Approx(__builtin_popcountll(times[k])).epsilon(0.14));
  }
  // 3 = [1, 2] + [3], 4 = [1..4], 7 = [1..4] + [5, 6] + [7], 8 = [1..8]: 4 and 7 share a node.
  CHECK(products[0] / kTrees == Approx(0).margin(6 * std::sqrt(6.0 / kTrees)));
  CHECK(products[1] / kTrees == Approx(1).margin(6 * std::sqrt(4.0 / kTrees)));
  CHECK(products[2] / kTrees == Approx(0).margin(6 * std::sqrt(1.0 / kTrees)));
}

TEST_CASE("with dummies every release has all levels, and cleared ones are drawn anew") {
  TreeNoise tree(6, 1, true);  // 4 levels
  double next = 0;
  std::vector<double> drawn;
  const auto advance = [&] {
    drawn.clear();
    tree.advance([&](std::span<double> object) {
      object[0] = std::ldexp(1, static_cast<int>(next));
      drawn.push_back(next++);
    });
  };
  advance();  // 4 dummies, then level 0
  CHECK(drawn.size() == 5);
  CHECK(released(tree, 1)[0] == 2 + 4 + 8 + 16);
  advance();  // level 0 a dummy again, level 1 its node
  CHECK(drawn.size() == 2);
  CHECK(released(tree, 1)[0] == 32 + 64 + 4 + 8);
  advance();
  CHECK(drawn.size() == 1);
  advance();
  CHECK(drawn.size() == 3);
  CHECK(tree.objects() == 4);
}

}  // namespace
}  // namespace ldp
