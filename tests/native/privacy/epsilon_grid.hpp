// The epsilons at which the tests prove privacy: the ends of the range and their neighbours, round
// numbers, every thousandth up to 2, and random doubles, which have no short form at all.
#pragma once

#include <cmath>
#include <vector>

#include "privacy/guarantee.hpp"
#include "random/split_mix64.hpp"

namespace ldp::test {

inline std::vector<double> epsilon_grid() {
  std::vector<double> grid{kMinEpsilon, std::nextafter(kMinEpsilon, 1.0), kMaxEpsilon,
                           std::nextafter(kMaxEpsilon, 1.0)};
  for (int i = 1; i <= 2000; ++i) grid.push_back(i / 1000.0);
  for (int i = 1; i <= 256; ++i) grid.push_back(i / 8.0);
  for (int i = 1; i <= 320; ++i) grid.push_back(i / 10.0);
  for (int i = 33; i <= 128; ++i) grid.push_back(i);
  SplitMix64 random(2024);
  for (int i = 0; i < 600; ++i) grid.push_back(std::exp2(-10 + 17 * random.real()));
  std::erase_if(grid, [](double epsilon) { return epsilon < kMinEpsilon; });
  return grid;
}

}  // namespace ldp::test
