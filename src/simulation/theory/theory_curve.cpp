#include "simulation/theory/theory_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "simulation/theory/golden_section.hpp"

namespace ldp {
namespace {

constexpr double kPiSquared = 9.869604401089358;

double square(double x) { return x * x; }
double theta(double level) { return std::tanh(level / 2); }
double beta(double level) { return 1 / square(theta(level)); }
double alpha(double level) { return 1 / square(level); }

// Sums over the arms that are not best.
class Instance {
 public:
  explicit Instance(std::span<const double> means)
      : best_(*std::max_element(means.begin(), means.end())) {
    for (const double mean : means) {
      if (mean < best_) means_.push_back(mean);
    }
  }

  template <class Function>
  double sum_of_gaps(Function f) const {
    double sum = 0;
    for (const double mean : means_) sum += f(best_ - mean);
    return sum;
  }

  // sum D_a / information(mu_a, mu*)
  template <class Function>
  double cost(Function information) const {
    double sum = 0;
    for (const double mean : means_) sum += (best_ - mean) / information(mean, best_);
    return sum;
  }

  [[nodiscard]] double inverse_gaps() const {
    return sum_of_gaps([](double gap) { return 1 / gap; });
  }
  [[nodiscard]] double gaps() const {
    return sum_of_gaps([](double gap) { return gap; });
  }

 private:
  double best_;
  std::vector<double> means_;
};

// kl between the bits of two arms at one level.
double bit_divergence(double level, double mean, double best) {
  const double half = theta(level) / 2;
  return bernoulli_divergence(0.5 + (2 * mean - 1) * half, 0.5 + (2 * best - 1) * half);
}

// What theorems 7 and 10 need to know of the levels that reach the threshold.
struct Reached {
  double tail;       // p0
  double mean;       // alpha_0 or beta_0
  double range;      // Q
  double threshold;  // epsilon_min
};

template <class Function>
Reached reached(const LevelLaw& law, double threshold, Function f) {
  const double tail = law.tail(threshold);
  return {tail, law.partial_mean(f, threshold) / tail, f(threshold) - f(law.largest()), threshold};
}

// The part of both theorems that falls with kappa, per unit of gap: ln(p0 T e^(2 c kappa^2)) /
// (2 p0 kappa^2) without its limit c/p0. Below one expected report the logarithm counts as 0.
double falling_term(const Reached& users, double log_rounds, double kappa) {
  return std::max(0.0, log_rounds + std::log(users.tail)) / (2 * users.tail * square(kappa));
}

// The least over kappa > 0. Without a range of levels kappa = infinity is best.
template <class Function>
double best_kappa(const Reached& users, Function bound) {
  if (!(users.range > 0)) return bound(INFINITY);
  const auto of_logarithm = [&](double log_kappa) { return bound(std::exp(log_kappa)); };
  return of_logarithm(golden_section(of_logarithm, -12, 24));
}

double upper_laplace(const Instance& arms, const Reached& users, double log_rounds) {
  const double forced = 2 / (users.tail * square(users.mean)) *
                        (4 * users.mean * alpha(users.threshold) + square(alpha(users.threshold))) *
                        log_rounds;
  return best_kappa(users, [&](double kappa) {
    const double spread = users.range > 0 ? kappa * users.range : 0;
    const double leading =
        8 / users.tail * square(1 + 4 * std::sqrt(users.mean + spread)) * log_rounds;
    const double rest =
        falling_term(users, log_rounds, kappa) + 3 / users.tail + 2 * kPiSquared / 3;
    return arms.sum_of_gaps(
        [&](double gap) { return std::max(leading / gap, forced * gap) + rest * gap; });
  });
}

double upper_bernoulli(const Instance& arms, const Reached& users, double log_rounds) {
  return best_kappa(users, [&](double kappa) {
    const double spread = users.range > 0 ? kappa * users.range : 0;
    const double leading = 8 / users.tail * (users.mean + spread) * log_rounds;
    const double rest =
        falling_term(users, log_rounds, kappa) + 1 + 1 / users.tail + kPiSquared / 3;
    return arms.sum_of_gaps([&](double gap) { return leading / gap + rest * gap; });
  });
}

// 8 factor ln T sum 1/D + constant sum D, the form of all bounds at one level.
double plain_bound(const Instance& arms, double factor, double constant, double log_rounds) {
  return 8 * factor * log_rounds * arms.inverse_gaps() + constant * arms.gaps();
}

double upper_weighted(const Instance& arms, double information, double log_rounds) {
  return arms.sum_of_gaps([&](double gap) {
    return 8 * log_rounds / (information * gap * (1 - gap / 2)) + gap * (2 + 2 * kPiSquared / 3);
  });
}

double value_at(TheoryCurve curve, const Instance& arms, const LevelLaw* law, double epsilon_min,
                double log_rounds) {
  const double level = law == nullptr ? INFINITY : law->largest();
  switch (curve) {
    case TheoryCurve::lower4:
      return log_rounds * arms.inverse_gaps() / square(2 * std::sinh(level));
    case TheoryCurve::lower_rr:
    case TheoryCurve::lower_aware:
      return log_rounds *
             arms.cost([&](double mean, double best) { return bit_divergence(level, mean, best); });
    case TheoryCurve::lower_he:
      return log_rounds * arms.cost([&](double mean, double best) {
        return law->partial_mean([&](double e) { return bit_divergence(e, mean, best); }, 0);
      });
    case TheoryCurve::upper_l:
      return upper_laplace(arms, reached(*law, epsilon_min, alpha), log_rounds);
    case TheoryCurve::upper_b:
      return upper_bernoulli(arms, reached(*law, epsilon_min, beta), log_rounds);
    case TheoryCurve::cor8:
      return plain_bound(arms, square(1 + 4 / level), 3 + 2 * kPiSquared / 3, log_rounds);
    case TheoryCurve::cor11:
      return plain_bound(arms, beta(level), 2 + kPiSquared / 3, log_rounds);
    case TheoryCurve::ucb1:
      return plain_bound(arms, 1, 1 + kPiSquared / 3, log_rounds);
    case TheoryCurve::upper_wb:
      return upper_weighted(arms, law->partial_mean([](double e) { return square(theta(e)); }, 0),
                            log_rounds);
  }
  return NAN;
}

bool has_threshold(TheoryCurve curve) {
  return curve == TheoryCurve::upper_l || curve == TheoryCurve::upper_b;
}

bool has_one_level(TheoryCurve curve) {
  return curve == TheoryCurve::lower4 || curve == TheoryCurve::lower_rr ||
         curve == TheoryCurve::cor8 || curve == TheoryCurve::cor11;
}

Status check_levels(TheoryCurve curve, const LevelLaw* law) {
  if (law == nullptr) {
    if (curve == TheoryCurve::ucb1 || curve == TheoryCurve::lower_rr) return {};
    return invalid("levels", "this curve depends on the levels");
  }
  if (curve == TheoryCurve::ucb1) return invalid("levels", "this curve has no levels");
  if (has_one_level(curve) && (law->continuous() || law->atoms().size() != 1)) {
    return invalid("levels", "this curve is for a single level");
  }
  return {};
}

Status check(TheoryCurve curve, std::span<const double> means, const LevelLaw* law,
             double epsilon_min, std::span<const double> rounds) {
  if (means.empty() || means.size() > kMaximumArms) {
    return invalid("means", "there must be 1 to 4096 arms", static_cast<double>(means.size()));
  }
  for (const double mean : means) {
    if (!(mean >= 0 && mean <= 1)) return invalid("means", "a mean must be in [0, 1]", mean);
  }
  if (Status status = check_levels(curve, law); !status.ok()) return status;
  if (has_threshold(curve)) {
    if (!(epsilon_min >= kMinimumEpsilon && epsilon_min <= kMaximumEpsilon)) {
      return invalid("epsilonMin", "the threshold must be in [2^-10, 128]", epsilon_min);
    }
    if (!(law->tail(epsilon_min) > 0)) {
      return invalid("epsilonMin", "no visitor has a level that high", epsilon_min);
    }
  } else if (epsilon_min != 0) {
    return invalid("epsilonMin", "this curve has no threshold", epsilon_min);
  }
  for (const double time : rounds) {
    if (!(time >= 1 && std::isfinite(time))) {
      return invalid("rounds", "a number of rounds must be 1 or more", time);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<double>> theory_curve(TheoryCurve curve, std::span<const double> means,
                                         const LevelLaw* law, double epsilon_min,
                                         std::span<const double> rounds) {
  if (Status status = check(curve, means, law, epsilon_min, rounds); !status.ok()) {
    return status.error();
  }
  const Instance arms(means);
  std::vector<double> values;
  for (const double time : rounds) {
    values.push_back(value_at(curve, arms, law, epsilon_min, std::log(time)));
  }
  return values;
}

}  // namespace ldp
