// Which of many independent Beta variables is the largest, by drawing them, except the draws that
// cannot be the largest. Above its mode the density f of a Beta law lies below an
// exponential: f(x) <= f(v) exp(-rate (x - v)) with the slope of ln f at v, for ln f is concave. So
// a candidate above the best draw v so far appears with probability f(v)/rate, is drawn from the
// exponential and kept with the ratio of the two: that is exactly the part of the law above v.
#pragma once

#include <cstdint>
#include <vector>

#include "simulation/seeded_stream.hpp"

namespace ldp {

/// ln(n!) = ln Gamma(n + 1) for n >= 0: of whole numbers to a relative 1e-15, else to 1e-14.
[[nodiscard]] double log_factorial(double n);

class BetaPosteriors {
 public:
  /// All laws are Beta(1, 1).
  BetaPosteriors(std::uint32_t arms, SeededStream stream) : laws_(arms), stream_(stream) {}

  /// The law of an arm from now on: Beta(1 + ones, 1 + zeros). Numbers >= 0.
  void set(std::uint32_t arm, double ones, double zeros);

  /// The position of the largest draw.
  [[nodiscard]] std::uint32_t draw();

  /// A word of the same stream, for other uses.
  [[nodiscard]] std::uint64_t word() { return stream_.next(); }

 private:
  struct Law {
    double ones = 0;
    double zeros = 0;
    double log_factor = 0;  // ln f(x) = log_factor + ones ln x + zeros ln(1 - x)
  };

  struct Best {
    std::uint32_t arm;
    double value;
    double log_value;       // ln value
    double log_complement;  // ln(1 - value)
  };

  [[nodiscard]] Best best(std::uint32_t arm, double value) const;
  [[nodiscard]] double whole_draw(const Law& law);
  [[nodiscard]] double draw_above(const Law& law, const Best& best);

  std::vector<Law> laws_;
  SeededStream stream_;
  std::uint32_t last_ = 0;  // the last draw's largest: likely to be large again
};

}  // namespace ldp
