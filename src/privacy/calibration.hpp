// How large Gaussian noise is made.
#pragma once

#include <cstdint>

namespace ldp {

enum class Calibration : std::uint8_t {
  tight,      // the least noise with which the exact curve keeps the stated (epsilon, delta)
  published,  // the constant of the paper, with the curve that it really has
};

}  // namespace ldp
