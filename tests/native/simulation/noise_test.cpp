// The fast noise of the simulation has the law of the devices' noise. Seeds are fixed; a p-value is
// below 10^-4 for one fresh seed in 10^4.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "random/chi_square.hpp"
#include "random/split_mix64.hpp"
#include "simulation/gaussian_noise.hpp"
#include "simulation/laplace_noise.hpp"

namespace ldp {
namespace {

TEST_CASE("fast Laplace noise has the exact probabilities of the discrete Laplace law") {
  for (const double scale : {0.3, 1.0, 8.0, 51.2, 512.0}) {
    const LaplaceNoise noise(scale);
    SeededStream stream(11, 0, Purpose::noise);
    std::vector<std::int64_t> draws(400'000);
    for (std::int64_t& draw : draws) draw = noise(stream.next());
    const double at_zero = std::tanh(0.5 / scale);
    const auto probability = [&](std::int64_t z) {
      return at_zero * std::exp(-static_cast<double>(std::abs(z)) / scale);
    };
    CHECK(test::chi_square_p_value(draws, probability, 4000) > 1e-4);
  }
}

TEST_CASE("a simulated Laplace report has the moments of a device's, and the same range") {
  for (const double epsilon : {0.2, 2.0, 100.0}) {
    const SimulatedLaplace fast = SimulatedLaplace::create(epsilon).value();
    const auto device = DiscreteLaplaceMechanism::create(epsilon).value();
    const UnitReward reward = UnitReward::from(0.3217).value();
    constexpr int kReports = 100'000;
    SeededStream stream(12, 0, Purpose::noise);
    test::SplitMix64 random(12);
    double sums[2] = {};
    double squares[2] = {};
    for (int i = 0; i < kReports; ++i) {
      const double reports[] = {
          fast(stream, reward) / 1024.0,
          device.release(device.prepare(random).value(), reward).value() / 1024.0};
      for (int which = 0; which < 2; ++which) {
        sums[which] += reports[which];
        squares[which] += reports[which] * reports[which];
      }
    }
    const double deviation = std::sqrt(squares[1] / kReports);
    CHECK(std::abs(sums[0] - sums[1]) / kReports < 4.5 * deviation * std::sqrt(2.0 / kReports));
    CHECK(squares[0] == Approx(squares[1]).epsilon(0.04));
  }
}

TEST_CASE("a simulated Gaussian report is the reward plus noise of the calibrated deviation") {
  for (const double epsilon : {0.5, 2.0, 10.0}) {
    const GaussianScale scale = GaussianScale::create(epsilon, 1e-6).value();
    const SimulatedGaussian fast = SimulatedGaussian::create(epsilon, 1e-6).value();
    SeededStream stream(13, 0, Purpose::noise);
    constexpr int kReports = 200'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kReports; ++i) {
      const double report =
          std::ldexp(fast(stream, UnitReward::from(0.75).value()), -scale.grid_bits()) - 0.75;
      sum += report;
      squares += report * report;
    }
    CHECK(std::abs(sum / kReports) < 4.5 * scale.sigma() / std::sqrt(kReports));
    CHECK(std::sqrt(squares / kReports) ==
          Approx(scale.sigma()).epsilon(4.5 / std::sqrt(2.0 * kReports)));
  }
  CHECK_FALSE(SimulatedGaussian::create(17, 1e-6).ok());
}

TEST_CASE("a report that is not sent takes the words of one that is sent") {
  const auto laplace = SimulatedLaplace::create(1).value();
  const auto gaussian = SimulatedGaussian::create(1, 1e-6).value();
  SeededStream sent(14, 0, Purpose::noise);
  SeededStream skipped(14, 0, Purpose::noise);
  for (int i = 0; i < 100; ++i) {
    (void)laplace(sent, UnitReward::one());
    (void)gaussian(sent, UnitReward::one());
    SimulatedLaplace::skip(skipped);
    SimulatedGaussian::skip(skipped);
    REQUIRE(sent.next() == skipped.next());
  }
}

}  // namespace
}  // namespace ldp
