// The law of the users' privacy levels, as the theory needs it: how many reach a threshold, and
// means over those who do. Level 0 is a silent user.
#pragma once

#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "simulation/theory/quadrature.hpp"

namespace ldp {

class LevelLaw {
 public:
  /// A table. levels: 1 to 4096, strictly increasing; the first may be 0, the others lie in
  /// [2^-10, 128]. probabilities: one per level, not negative, adding up to 1 to within 1e-9.
  static Result<LevelLaw> table(std::span<const double> levels,
                                std::span<const double> probabilities);

  /// Levels as they were observed, in any order: 1 to 1,000,000, each 0 or in [2^-10, 128].
  static Result<LevelLaw> sample(std::span<const double> levels);

  /// A normal law, moved to the nearer end where it falls outside [low, high]: 0 <= low < high <=
  /// 128, high >= 2^-10, deviation > 0.
  static Result<LevelLaw> clipped_gaussian(double mean, double deviation, double low, double high);

  /// Every law has users above 0. Errors of all three: invalid_argument, naming `levels`,
  /// `probabilities`, `mean`, `deviation`, `low` or `high`.

  /// P(level >= from).
  [[nodiscard]] double tail(double from) const;

  /// E[f(level); level >= from]: divided by the tail it is the conditional mean.
  template <class Function>
  double partial_mean(Function f, double from) const {
    double sum = 0;
    for (const Atom& atom : atoms_) {
      if (atom.level >= from) sum += atom.probability * f(atom.level);
    }
    if (!continuous()) return sum;
    const double low = from > low_ ? from : low_;
    return sum + integrate([&](double level) { return density(level) * f(level); }, low, high_);
  }

  /// Largest level that a user has.
  [[nodiscard]] double largest() const;

  /// Levels that single users share, in increasing order. Of a clipped normal law: its ends.
  struct Atom {
    double level;
    double probability;
  };
  [[nodiscard]] const std::vector<Atom>& atoms() const { return atoms_; }

  /// Whether there are levels between the atoms.
  [[nodiscard]] bool continuous() const { return deviation_ > 0; }

  /// Of the continuous part: the level below which the share p of all users is, p in (0, 1); not
  /// clipped.
  [[nodiscard]] double quantile(double p) const;

  /// The interval of the continuous part, without the tails beyond 12 deviations.
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  [[nodiscard]] double density(double level) const;

  std::vector<Atom> atoms_;
  double mean_ = 0;
  double deviation_ = 0;  // 0: atoms only
  double low_ = 0;
  double high_ = 0;
};

}  // namespace ldp
