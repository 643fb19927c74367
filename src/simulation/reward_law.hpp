// What one arm pays: a law, as a function of one uniform number U.
#pragma once

#include <cstdint>

#include "simulation/schema.generated.hpp"

namespace ldp {

struct RewardLaw {
  using Kind = RewardLawKind;

  Kind kind = Kind::two_point;
  double shape = 0.5;  // a probability, an exponent, a deviation or a concentration above 0
  double low = 0;      // of a normal law, and of a beta law by its mean: the mean
  double high = 1;     // low <= high

  static RewardLaw bernoulli(double mean) { return {Kind::two_point, mean, 0, 1}; }

  [[nodiscard]] double mean() const {
    switch (kind) {
      case Kind::two_point:
        return low + (high - low) * shape;
      case Kind::beta:
        return shape / (1 + shape);
      case Kind::uniform:
        return 0.5 * (low + high);
      case Kind::gaussian:
      case Kind::beta_mean:
        break;
    }
    return low;
  }

  /// Whether all that it pays is in [0, 1].
  [[nodiscard]] bool is_unit() const {
    return kind == Kind::beta || kind == Kind::beta_mean ||
           (kind != Kind::gaussian && low >= 0 && high <= 1);
  }
};

}  // namespace ldp
