// The same bits from every compiler, natively and as wasm: a snapshot does not depend on the
// machine that publishes it. The values are those of g++ 12, clang 14 and em++ 3.1.6, which agreed.
#include <cstdint>
#include <cstring>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/linear/linear_factor.hpp"
#include "server/linear/maler.hpp"

namespace ldp {
namespace {

class Digest {
 public:
  void add(std::span<const double> numbers) {
    for (const double number : numbers) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &number, sizeof bits);
      value_ = (value_ ^ bits) * 0x100000001b3u;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

TEST_CASE("estimate and factor of noisy matrices, four indefinite and one definite per dimension") {
  test::SplitMix64 words(1);
  const struct {
    std::uint32_t d;
    std::uint64_t digest;
  } expected[] = {{1, 0x2969ac52faf7f5bf},  {2, 0xaf7798cbd5246776},  {5, 0x8109d06f0b9f6da7},
                  {20, 0x1c8f9fa009e63abb}, {64, 0xc28730fe8169af96}, {100, 0x8bc650811ea7413f},
                  {128, 0xc1a46d2c4dd8c406}};
  for (const auto& [d, value] : expected) {
    Digest digest;
    GramFactor factor(d);
    std::vector<double> gram(d * (d + 1) / 2);
    std::vector<double> u(d);
    std::vector<double> theta(d);
    std::vector<double> lower(gram.size());
    for (int k = 0; k < 5; ++k) {
      for (double& x : gram) x = 200 * words.real() - 100;
      for (double& x : u) x = 200 * words.real() - 100;
      factor.compute(gram, u, k == 4 ? 1e5 : 30, 3, theta, lower);
      digest.add(theta);
      digest.add(lower);
    }
    CHECK(digest.value() == value);
  }
}

TEST_CASE("2000 steps of Maler") {
  test::SplitMix64 words(1);
  // As many words as the matrices above take.
  for (const std::uint32_t d : {1u, 2u, 5u, 20u, 64u, 100u, 128u}) {
    for (std::uint32_t i = 0; i < 5 * (d * (d + 1) / 2 + d); ++i) words.next();
  }
  Digest digest;
  Maler maler(5, 3, 1, 20000);
  std::vector<double> gradient(5);
  for (int k = 0; k < 2000; ++k) {
    for (double& x : gradient) x = 2 * words.real() - 1;
    gradient[0] += 1;
    maler.step(gradient);
    digest.add(maler.theta());
  }
  CHECK(digest.value() == 0x363932dc7f228528);
}

}  // namespace
}  // namespace ldp
