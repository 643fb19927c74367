#include "simulation/theory/threshold_chooser.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "random/split_mix64.hpp"

namespace ldp {
namespace {

LevelLaw discrete() {
  return LevelLaw::table(std::vector<double>{0, 0.2, 1, 2, 100},
                         std::vector<double>{0.2, 0.2, 0.2, 0.2, 0.2})
      .value();
}
LevelLaw gaussian() { return LevelLaw::clipped_gaussian(1, 1, 0, 100).value(); }

double v_b(const LevelLaw& law, double threshold) {
  return threshold_factor(law, ReportKind::bernoulli, threshold);
}
double v_l(const LevelLaw& law, double threshold) {
  return threshold_factor(law, ReportKind::laplace, threshold);
}

// A law with up to 8 levels.
LevelLaw random_law(test::SplitMix64& random) {
  std::vector<double> levels;
  std::vector<double> shares;
  double sum = 0;
  for (double level = 0; levels.size() < 2 + random.next() % 7;) {
    levels.push_back(level);
    shares.push_back(1 + static_cast<double>(random.next() % 100));
    sum += shares.back();
    level += 0.05 + static_cast<double>(random.next() % 64) / 16;
  }
  for (double& share : shares) share /= sum;
  return LevelLaw::table(levels, shares).value();
}

TEST_CASE("uniform levels {0, .2, 1, 2, 100}: the reference values, B best at 2 and L at 100") {
  const LevelLaw law = discrete();
  CHECK(v_b(law, 0.2) == Approx(33.773).epsilon(2e-5));
  CHECK(v_b(law, 1) == Approx(4.1149).epsilon(2e-5));
  CHECK(v_b(law, 2) == Approx(3.4051).epsilon(2e-5));
  CHECK(v_b(law, 100) == Approx(5).epsilon(1e-12));
  CHECK(v_l(law, 0.2) == Approx(148.78).epsilon(5e-5));
  CHECK(v_l(law, 1) == Approx(19.490).epsilon(5e-5));
  CHECK(v_l(law, 2) == Approx(12.602).epsilon(5e-5));
  CHECK(v_l(law, 100) == Approx(5.408).epsilon(5e-5));
  CHECK(weighted_factor(law) == Approx(2.7724).epsilon(2e-5));

  const ThresholdChoice b = choose_threshold(law, ReportKind::bernoulli);
  CHECK(b.best == 2);
  CHECK(b.factor == v_b(law, 2));
  CHECK(b.weighted == weighted_factor(law));
  CHECK(b.thresholds == std::vector<double>{0.2, 1, 2, 100});
  CHECK(choose_threshold(law, ReportKind::laplace).best == 100);
}

TEST_CASE("Gaussian(1, 1) levels clipped to [0, 100]: the reference values, both best near 1") {
  const LevelLaw law = gaussian();
  CHECK(v_b(law, 0.5) == Approx(5.902).epsilon(1e-4));
  CHECK(v_b(law, 1) == Approx(4.735).epsilon(1e-4));
  CHECK(v_b(law, 1.5) == Approx(5.638).epsilon(1e-4));
  CHECK(v_b(law, 2) == Approx(9.004).epsilon(1e-4));
  CHECK(v_l(law, 0.5) == Approx(30.53).epsilon(2e-4));
  CHECK(v_l(law, 1) == Approx(25.05).epsilon(2e-4));
  CHECK(v_l(law, 1.5) == Approx(29.04).epsilon(2e-4));
  CHECK(v_l(law, 2) == Approx(43.90).epsilon(2e-4));
  CHECK(weighted_factor(law) == Approx(3.6584).epsilon(2e-5));
  CHECK(law.tail(1e-3) == Approx(0.8411).epsilon(1e-3));  // 15.9 % of the users are silent

  for (const ReportKind kind : {ReportKind::bernoulli, ReportKind::laplace}) {
    const ThresholdChoice choice = choose_threshold(law, kind);
    CHECK(choice.best == Approx(0.95).margin(0.1));
    CHECK(choice.thresholds.size() >= 160);
    CHECK(std::is_sorted(choice.thresholds.begin(), choice.thresholds.end()));
    CHECK(choice.factor <= *std::min_element(choice.factors.begin(), choice.factors.end()));
    // At the minimum a small step to either side costs next to nothing.
    CHECK(threshold_factor(law, kind, choice.best + 1e-3) == Approx(choice.factor).epsilon(1e-5));
  }
}

TEST_CASE("a continuous law agrees with a fine table of it") {
  constexpr int kCells = 4000;  // of 1/512 each
  std::vector<double> levels{0};
  std::vector<double> shares;
  const LevelLaw law = gaussian();
  for (int cell = 1; cell < kCells; ++cell) levels.push_back((cell + 0.5) / 512);
  for (int cell = 0; cell < kCells; ++cell) {
    const double low = cell / 512.0;
    shares.push_back(cell == 0 ? 1 - law.tail(1 / 512.0)
                               : law.tail(low) - law.tail(low + 1 / 512.0));
  }
  shares.back() += law.tail(kCells / 512.0);
  const LevelLaw table = LevelLaw::table(levels, shares).value();
  for (const double threshold : {0.25, 1.0, 2.0}) {
    CHECK(v_b(table, threshold) == Approx(v_b(law, threshold)).epsilon(1e-4));
    CHECK(v_l(table, threshold) == Approx(v_l(law, threshold)).epsilon(1e-4));
  }
  CHECK(weighted_factor(table) == Approx(weighted_factor(law)).epsilon(1e-4));
}

TEST_CASE("a sample of levels is the table of its shares; of many levels the best one is exact") {
  const LevelLaw sample = LevelLaw::sample(std::vector<double>{2, 100, 0, 0.2, 1}).value();
  const ThresholdChoice choice = choose_threshold(sample, ReportKind::bernoulli);
  CHECK(choice.best == 2);
  CHECK(choice.factor == Approx(v_b(discrete(), 2)).epsilon(1e-12));

  test::SplitMix64 random(1);
  std::vector<double> levels(3000);
  for (double& level : levels) {
    level = static_cast<double>(random.next() >> 12) * 0x1p-52 * 3 + 0.001;
  }
  const LevelLaw many = LevelLaw::sample(levels).value();
  const ThresholdChoice best = choose_threshold(many, ReportKind::bernoulli);
  CHECK(best.thresholds.size() <= 202);
  CHECK(std::count(best.thresholds.begin(), best.thresholds.end(), best.best) == 1);
  double least = INFINITY;
  for (const double level : levels) least = std::min(least, v_b(many, level));
  CHECK(best.factor == Approx(least).epsilon(1e-12));
}

TEST_CASE("the weighted factor is at most that of every threshold") {
  test::SplitMix64 random(2);
  for (int trial = 0; trial < 500; ++trial) {
    const LevelLaw law = random_law(random);
    const ThresholdChoice choice = choose_threshold(law, ReportKind::bernoulli);
    CHECK(choice.weighted <= choice.factor * (1 + 1e-12));
    CHECK(choice.factor == *std::min_element(choice.factors.begin(), choice.factors.end()));
  }
  const LevelLaw one = LevelLaw::table(std::vector<double>{0.7}, std::vector<double>{1}).value();
  CHECK(weighted_factor(one) == Approx(v_b(one, 0.7)).epsilon(1e-12));  // equal at one level
}

TEST_CASE("the chooser is monotone: users who allow more never make the best factor larger") {
  test::SplitMix64 random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const LevelLaw law = random_law(random);
    // A share of the users of one level moves to the next higher one.
    std::vector<double> levels;
    std::vector<double> shares;
    for (const LevelLaw::Atom& atom : law.atoms()) {
      levels.push_back(atom.level);
      shares.push_back(atom.probability);
    }
    const std::size_t from = random.next() % (levels.size() - 1);
    const double moved = shares[from] * static_cast<double>(1 + random.next() % 9) / 10;
    shares[from] -= moved;
    shares[from + 1] += moved;
    const LevelLaw bolder = LevelLaw::table(levels, shares).value();
    for (const ReportKind kind : {ReportKind::bernoulli, ReportKind::laplace}) {
      const ThresholdChoice before = choose_threshold(law, kind);
      const ThresholdChoice after = choose_threshold(bolder, kind);
      CHECK(after.factor <= before.factor * (1 + 1e-12));
      CHECK(after.weighted <= before.weighted * (1 + 1e-12));
    }
  }
}

TEST_CASE("a law of levels says what is wrong with it") {
  const auto parameter = [](const Result<LevelLaw>& law) { return law.error().parameter; };
  using Doubles = std::vector<double>;
  CHECK(parameter(LevelLaw::table(Doubles{}, Doubles{})) == "levels");
  CHECK(parameter(LevelLaw::table(Doubles{1, 1}, Doubles{0.5, 0.5})) == "levels");
  CHECK(parameter(LevelLaw::table(Doubles{1, 129}, Doubles{0.5, 0.5})) == "levels");
  CHECK(parameter(LevelLaw::table(Doubles{0}, Doubles{1})) == "levels");
  CHECK(parameter(LevelLaw::table(Doubles{0, 1}, Doubles{1, 0})) == "levels");
  CHECK(parameter(LevelLaw::table(Doubles{1}, Doubles{0.5})) == "probabilities");
  CHECK(parameter(LevelLaw::table(Doubles{1}, Doubles{0.5, 0.5})) == "probabilities");
  CHECK(parameter(LevelLaw::table(Doubles{1, 2}, Doubles{-0.5, 1.5})) == "probabilities");
  CHECK(parameter(LevelLaw::sample(Doubles{})) == "levels");
  CHECK(parameter(LevelLaw::sample(Doubles{0, 0})) == "levels");
  CHECK(parameter(LevelLaw::sample(Doubles{NAN})) == "levels");
  CHECK(parameter(LevelLaw::clipped_gaussian(NAN, 1, 0, 1)) == "mean");
  CHECK(parameter(LevelLaw::clipped_gaussian(1, 0, 0, 1)) == "deviation");
  CHECK(parameter(LevelLaw::clipped_gaussian(1, 1, 1, 1)) == "low");
  CHECK(parameter(LevelLaw::clipped_gaussian(1, 1, 0, 129)) == "high");
  CHECK(parameter(LevelLaw::clipped_gaussian(-1000, 1, 0, 1)) == "mean");
  CHECK(std::isinf(v_b(discrete(), 101)));
}

}  // namespace
}  // namespace ldp
