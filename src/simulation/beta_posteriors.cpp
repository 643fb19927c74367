#include "simulation/beta_posteriors.hpp"

#include <cmath>

#include "simulation/beta_draw.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

// A candidate of smaller probability is never drawn: no uniform number of 53 bits is below it.
constexpr double kLogNever = -38;

}  // namespace

double log_factorial(double n) {
  if (n < 16 && n != std::floor(n)) {
    double product = 1;
    for (int i = 1; i <= 16; ++i) product *= n + i;
    return log_factorial(n + 16) - std::log(product);
  }
  if (n < 16) {
    double product = 1;
    for (int i = 2; i <= n; ++i) product *= i;
    return std::log(product);
  }
  // Stirling's series; the first term left out is below 1e-12.
  const double inverse = 1 / n;
  const double square = inverse * inverse;
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  return (n + 0.5) * std::log(n) - n + kHalfLogTwoPi +
         inverse *
             (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680))));
}

void BetaPosteriors::set(std::uint32_t arm, double ones, double zeros) {
  laws_[arm] = {ones, zeros,
                log_factorial(ones + zeros + 1) - log_factorial(ones) - log_factorial(zeros)};
}

std::uint32_t BetaPosteriors::draw() {
  Best leader = best(last_, whole_draw(laws_[last_]));
  for (std::uint32_t arm = 0; arm < laws_.size(); ++arm) {
    if (arm == last_) continue;
    const double value = draw_above(laws_[arm], leader);
    if (value > leader.value) leader = best(arm, value);
  }
  last_ = leader.arm;
  return leader.arm;
}

BetaPosteriors::Best BetaPosteriors::best(std::uint32_t arm, double value) const {
  return {arm, value, std::log(value), std::log1p(-value)};
}

double BetaPosteriors::whole_draw(const Law& law) {
  return beta_draw(stream_, 1 + law.ones, 1 + law.zeros);
}

// A draw of the law if it is above the best value, else anything below that.
double BetaPosteriors::draw_above(const Law& law, const Best& best) {
  const double complement = 1 - best.value;
  const double rate = law.zeros / complement - law.ones / best.value;
  if (!(rate > 0)) return whole_draw(law);  // the mode is above
  const double log_density =
      law.log_factor + law.ones * best.log_value + law.zeros * best.log_complement;
  const double log_chance = log_density - std::log(rate);
  if (log_chance >= 0) return whole_draw(law);
  if (log_chance < kLogNever || open_uniform(stream_.next()) >= std::exp(log_chance)) return -1;
  const double step = -std::log(open_uniform(stream_.next())) / rate;
  if (step >= complement) return -1;
  const double log_ratio = law.ones * std::log1p(step / best.value) +
                           law.zeros * std::log1p(-step / complement) + rate * step;
  return std::log(open_uniform(stream_.next())) < log_ratio ? best.value + step : -1;
}

}  // namespace ldp
