// The learner with which Online LDP-LinUCB fits its parameter: online convex optimisation on the
// ball of radius D, one gradient after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "protocol/linear_experiment.hpp"
#include "server/linear/maler.hpp"
#include "server/linear/ogd.hpp"

namespace ldp {

/// Both have: theta() -> [d], the point to play; step(gradient [d]) at that point; begin_at(point
/// [d]): move there, before the first step. No step allocates.
using OnlineLearner = std::variant<Maler, Ogd>;

}  // namespace ldp
