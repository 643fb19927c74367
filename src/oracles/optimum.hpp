// The exact optimum of a family where the oracle is approximate: by looking at every super arm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

inline constexpr std::uint64_t kMaximumSearch = 1'000'000;

struct Optimum {
  double value = 0;
  std::vector<std::uint32_t> arms;  // the first of those that attain it
};

/// max r_mean(S). By the oracle where it is exact, else by search. `mean` [arms] in [0, 1]. Errors:
/// invalid_argument, naming `set`: those of Oracle::create, and an approximate oracle with more
/// than kMaximumSearch super arms.
Result<Optimum> optimum(const DecisionSet& set, std::span<const double> mean);

}  // namespace ldp
