// Which of many independent normal variables is the largest, by drawing them, without computing
// most of the draws. A draw is the quantile of a uniform number, so an arm is out if its number is
// below the probability that it stays behind the best draw so far; a table bounds that probability
// from below. The law is that of drawing all.
#pragma once

#include <cstdint>
#include <vector>

#include "simulation/seeded_stream.hpp"

namespace ldp {

class NormalPosteriors {
 public:
  NormalPosteriors(std::uint32_t arms, SeededStream stream);

  /// The law of an arm from now on. deviation > 0.
  void set(std::uint32_t arm, double mean, double deviation);

  /// The position of the largest draw; if some arms have no law yet, one of these, each with equal
  /// probability.
  [[nodiscard]] std::uint32_t draw();

 private:
  struct Law {
    double mean = 0;
    double precision = 0;  // 1/deviation; 0: none yet
    double deviation = 0;
  };

  std::vector<Law> laws_;
  std::vector<std::uint32_t> without_law_;
  SeededStream stream_;
  std::uint32_t last_ = 0;  // the last draw's largest: likely to be large again
  std::vector<std::uint64_t> words_;
};

}  // namespace ldp
