#include "server/forgeries/forgeries.hpp"

#include <algorithm>

#include "server/forgeries/contest.hpp"
#include "server/forgeries/payload_range.hpp"

namespace ldp {
namespace {

// The candidates that no other one dominates: the same reports do less for an arm with a mean
// further from the goal and no smaller weight. `is_nearer` compares means.
template <class Number, class IsNearer>
std::vector<std::size_t> worth_forging(const ForgeableArms<Number>& arms,
                                       std::vector<std::size_t> candidates, IsNearer is_nearer) {
  std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
    return is_nearer(arms.arms[a], arms.arms[b]);
  });
  std::vector<std::size_t> kept;
  for (const std::size_t arm : candidates) {
    const bool is_needless = std::any_of(kept.begin(), kept.end(), [&](std::size_t nearer) {
      return is_nearer(arms.arms[nearer], arms.arms[arm]) &&
             !(arms.arms[nearer].weight > arms.arms[arm].weight);
    });
    if (!is_needless) kept.push_back(arm);
  }
  return kept;
}

template <class Number>
std::optional<std::uint64_t> fewest(const ForgeableArms<Number>& arms, std::size_t chosen) {
  std::vector<std::size_t> known;
  std::vector<std::size_t> outside;
  for (std::size_t arm = 0; arm < arms.arms.size(); ++arm) {
    // Arms without reports are all alike: the first of them is the best of them.
    if (arms.arms[arm].weight > 0) {
      known.push_back(arm);
    } else if (outside.empty()) {
      outside.push_back(arm);
    }
  }
  if (known.size() < chosen || chosen == 0 || arms.levels.empty()) return std::nullopt;
  std::stable_sort(known.begin(), known.end(), [&](std::size_t a, std::size_t b) {
    return is_above(arms.arms[a], arms.arms[b]);
  });
  const auto border = known.begin() + static_cast<std::ptrdiff_t>(chosen);
  const auto lower = [](const MeanParts<Number>& a, const MeanParts<Number>& b) {
    return is_above(b, a);
  };
  const std::vector<std::size_t> inside =
      worth_forging(arms, std::vector<std::size_t>(known.begin(), border), lower);
  const std::vector<std::size_t> rivals =
      worth_forging(arms, std::vector<std::size_t>(border, known.end()), is_above<Number>);
  outside.insert(outside.end(), rivals.begin(), rivals.end());

  std::optional<std::uint64_t> least;
  for (const std::size_t in : inside) {
    for (const std::size_t out : outside) {
      const Contest<Number> contest(arms, in, out);
      const std::uint64_t most = least ? *least - 1 : kMostForgeries;
      if (most == 0) return least;
      if (const std::uint64_t total = smallest_total(contest, most); total > 0) least = total;
    }
  }
  return least;
}

}  // namespace

ForgeableArms<int128> forgeable_arms(const MultiArmedExperiment& experiment,
                                     const Statistics& statistics) {
  ForgeableArms<int128> arms;
  arms.arms.reserve(statistics.arms());
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    const auto row = statistics.of_arm(arm);
    arms.arms.push_back({row[1], row[0]});
  }
  const PayloadRange range = payload_range(experiment, 0);
  arms.levels = {{{range.lowest, 1}, {range.highest, 1}}};
  return arms;
}

std::optional<std::uint64_t> fewest_forgeries(const ForgeableArms<int128>& arms,
                                              std::size_t chosen) {
  return fewest(arms, chosen);
}

std::optional<std::uint64_t> fewest_forgeries(const ForgeableArms<double>& arms,
                                              std::size_t chosen) {
  return fewest(arms, chosen);
}

}  // namespace ldp
