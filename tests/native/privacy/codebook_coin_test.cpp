#include "privacy/codebook_coin.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "privacy/epsilon_grid.hpp"
#include "privacy/natural.hpp"
#include "privacy/randomized_response.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

CodebookCoin coin_of(double epsilon, std::uint32_t codewords, std::uint32_t near) {
  return CodebookCoin::create(epsilon, codewords, near).value();
}

// (2^64 - T)(N - k) and T k, whose quotient is r/s.
Natural near_side(std::uint64_t threshold, std::uint32_t codewords, std::uint32_t near) {
  return Natural(0 - threshold) * Natural(codewords - near);
}
Natural far_side(std::uint64_t threshold, std::uint32_t near) {
  return Natural(threshold) * Natural(near);
}

// Whether r/s <= e^x, decided by a lower bound of e^x.
bool proves_ratio(std::uint64_t threshold, std::uint32_t codewords, std::uint32_t near,
                  const ExpBounds& bounds) {
  return near_side(threshold, codewords, near) << kExpBits <=
         far_side(threshold, near) * bounds.lower;
}

// Whether r/s > e^x, decided by an upper bound of e^x.
bool refutes_ratio(std::uint64_t threshold, std::uint32_t codewords, std::uint32_t near,
                   const ExpBounds& bounds) {
  return far_side(threshold, near) * bounds.upper <= near_side(threshold, codewords, near)
                                                         << kExpBits;
}

// The grid of all mechanisms and random doubles: 10,000 in all.
std::vector<double> ten_thousand() {
  std::vector<double> grid = epsilon_grid();
  SplitMix64 random(64);
  while (grid.size() < 10'000) grid.push_back(std::exp2(-10 + 15 * random.real()));
  return grid;
}

constexpr std::uint32_t kSizes[] = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

// Of these epsilons with every N and k, those whose ratio is at most e^epsilon, and whose near
// codewords are the likelier ones.
std::uint64_t proved_coins(const std::vector<double>& epsilons) {
  std::uint64_t proved = 0;
  for (const double epsilon : epsilons) {
    const ExpBounds bounds = exp_bounds(epsilon);
    for (const std::uint32_t codewords : kSizes) {
      for (std::uint32_t near = 1; near <= codewords / 2; ++near) {
        const std::uint64_t threshold = coin_of(epsilon, codewords, near).threshold();
        const bool is_proved = proves_ratio(threshold, codewords, near, bounds) &&
                               far_side(threshold, near) <= near_side(threshold, codewords, near);
        if (!is_proved)
          UNSCOPED_INFO("epsilon " << epsilon << ", N " << codewords << ", k " << near);
        proved += is_proved ? 1 : 0;
      }
    }
  }
  return proved;
}

}  // namespace

// docs/spec/codebook.md, section 10.
TEST_CASE("codebook coin: golden thresholds") {
  struct Golden {
    double epsilon;
    std::uint32_t codewords, near;
    std::uint64_t threshold;
  };
  for (const auto& [epsilon, codewords, near, threshold] :
       {Golden{0.2, 64, 30, 8878408933267889393u}, Golden{0.5, 64, 28, 8082386518470314119u},
        Golden{1, 2, 1, 4961093570831998480u}, Golden{1, 16, 6, 7011387588784273825u},
        Golden{1, 64, 23, 7305960057484039141u}, Golden{2, 64, 14, 6010795217189788407u},
        Golden{2, 256, 57, 5919127636054069135u}, Golden{4, 256, 18, 3596367010500294298u},
        Golden{8, 1024, 4, 1453640547137083231u}, Golden{10, 4096, 3, 1075957588851834231u},
        Golden{32, 4096, 1, 956643684u}}) {
    CAPTURE(epsilon, codewords, near);
    CHECK(coin_of(epsilon, codewords, near).threshold() == threshold);
  }
}

// Each epsilon with one N and k that change along the grid, so that all sizes occur.
TEST_CASE("codebook coin: the likelihood ratio is at most e^epsilon, by exact arithmetic") {
  SplitMix64 random(65);
  for (const double epsilon : ten_thousand()) {
    const std::uint32_t codewords = kSizes[random.next() % 12];
    const auto near = static_cast<std::uint32_t>(1 + random.next() % (codewords / 2));
    CAPTURE(epsilon, codewords, near);
    REQUIRE(proves_ratio(coin_of(epsilon, codewords, near).threshold(), codewords, near,
                         exp_bounds(epsilon)));
  }
}

TEST_CASE("codebook coin: so it is with every N and k, at each hundredth epsilon and both ends") {
  std::vector<double> grid{kMinEpsilon, 1, 32};
  const std::vector<double> all = ten_thousand();
  for (std::size_t i = 0; i < all.size(); i += 100) grid.push_back(all[i]);
  CHECK(proved_coins(grid) == grid.size() * 4095);
}

// 41 million coins, about a minute: the stage `native`.
TEST_CASE("codebook coin: so it is with every N and k, at every epsilon", "[.][full]") {
  CHECK(proved_coins(ten_thousand()) == 10'000 * 4095);
}

TEST_CASE("codebook coin: the proof can fail, since a threshold 2^-40 smaller is refuted") {
  for (const double epsilon : {0.1, 1.0, 3.3, 8.0}) {
    const std::uint64_t threshold = coin_of(epsilon, 256, 18).threshold();
    const std::uint64_t small = threshold - (threshold >> 40);
    CHECK(refutes_ratio(small, 256, 18, exp_bounds(epsilon)));
    CHECK_FALSE(proves_ratio(small, 256, 18, exp_bounds(epsilon)));
    // So is the coin of twice the epsilon.
    CHECK(refutes_ratio(coin_of(2 * epsilon, 256, 18).threshold(), 256, 18, exp_bounds(epsilon)));
  }
}

TEST_CASE("codebook coin: the stated loss bounds the true one, and is tight") {
  SplitMix64 random(66);
  for (const double epsilon : epsilon_grid()) {
    const std::uint32_t codewords = kSizes[random.next() % 12];
    const auto near = static_cast<std::uint32_t>(1 + random.next() % (codewords / 2));
    const CodebookCoin coin = coin_of(epsilon, codewords, near);
    CAPTURE(epsilon, codewords, near);
    REQUIRE(coin.epsilon() <= epsilon);
    REQUIRE(coin.guarantee().epsilon() == coin.epsilon());
    REQUIRE(coin.guarantee().delta() == 0);
    REQUIRE(proves_ratio(coin.threshold(), codewords, near, exp_bounds(coin.epsilon())));
    if (epsilon > 16) continue;  // T is small there, and one word of it counts
    REQUIRE(refutes_ratio(coin.threshold(), codewords, near,
                          exp_bounds(coin.epsilon() - coin.epsilon() * 0x1p-30)));
    REQUIRE(coin.epsilon() > epsilon - 0x1p-30);
  }
}

TEST_CASE("codebook coin: two codewords are randomised response") {
  for (const double epsilon : epsilon_grid()) {
    CAPTURE(epsilon);
    const std::uint64_t bit = RandomizedResponse::create(epsilon).value().threshold();
    REQUIRE(coin_of(epsilon, 2, 1).threshold() == bit);
    REQUIRE(coin_of(epsilon, 64, 32).threshold() == bit);
  }
}

TEST_CASE("codebook coin: probabilities add up to one and stand in the stated ratio") {
  for (const double epsilon : {kMinEpsilon, 0.01, 1.0, 4.0, 10.0}) {
    const CodebookCoin coin = coin_of(epsilon, 256, 18);
    CAPTURE(epsilon);
    CHECK(18 * coin.near_probability() + 238 * coin.far_probability() == Approx(1).epsilon(1e-14));
    CHECK(coin.near_probability() / coin.far_probability() ==
          Approx(std::exp(epsilon)).epsilon(1e-12));
    CHECK(coin.advantage() / coin.far_probability() == Approx(std::expm1(epsilon)).epsilon(1e-9));
  }
}

TEST_CASE("codebook coin: bad parameters are refused") {
  const auto refused = [](double epsilon, std::uint32_t codewords, std::uint32_t near) {
    const auto coin = CodebookCoin::create(epsilon, codewords, near);
    REQUIRE_FALSE(coin.ok());
    CHECK(coin.error().code == ErrorCode::invalid_argument);
    return coin.error().parameter;
  };
  for (const double epsilon :
       {0.0, -1.0, std::nextafter(kMinEpsilon, 0.0), 129.0,
        std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK(refused(epsilon, 64, 1) == "epsilon");
  }
  for (const std::uint32_t codewords : {0u, 1u, 3u, 63u, 8192u, 1u << 31}) {
    CHECK(refused(1, codewords, 1) == "codewords");
  }
  for (const std::uint32_t near : {0u, 33u, 64u, ~0u}) CHECK(refused(1, 64, near) == "near");
}
