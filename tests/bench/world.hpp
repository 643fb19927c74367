// The instance of Ren et al. 2020, section 5: one arm of mean 0.9, five of 0.8, five of 0.7, five
// of 0.6, four of 0.5. cases/simulation.mjs has the same numbers.
#pragma once

#include <array>

namespace ldp::bench {

inline constexpr std::array<double, 20> kTwentyArms{0.9, 0.8, 0.8, 0.8, 0.8, 0.8, 0.7,
                                                    0.7, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6,
                                                    0.6, 0.6, 0.5, 0.5, 0.5, 0.5};

}  // namespace ldp::bench
