#include "server/forgeries/forgeries.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "server/forgeries/payload_range.hpp"

namespace ldp {
namespace {

// Keeps all products of sums of integers below 2^127.
constexpr std::uint64_t kMostForgeries = std::uint64_t{1} << 40;

template <class Number>
bool is_above(const MeanParts<Number>& one, const MeanParts<Number>& other) {
  return one.value * other.weight > other.value * one.weight;
}

template <class Number>
MeanParts<Number> with(const MeanParts<Number>& arm, const MeanParts<Number>& report,
                       std::uint64_t count) {
  const auto times = static_cast<Number>(count);
  return {arm.value + times * report.value, arm.weight + times * report.weight};
}

template <class Number>
class Contest {
 public:
  Contest(const ForgeableArms<Number>& arms, std::size_t inside, std::size_t outside)
      : levels_(arms.levels),
        inside_(arms.arms[inside]),
        outside_(arms.arms[outside]),
        wins_ties_(outside < inside) {}

  // Whether `total` forged reports can pass the arm from outside over the one inside.
  [[nodiscard]] bool turns(std::uint64_t total) const {
    for (const ForgedLevel<Number>& up : levels_) {
      for (const ForgedLevel<Number>& down : levels_) {
        if (turns(total, up.highest, down.lowest)) return true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] bool turns(std::uint64_t total, const MeanParts<Number>& up,
                           const MeanParts<Number>& down) const {
    // value(k) weight'(total - k) - value'(total - k) weight(k) as a polynomial in k.
    const MeanParts<Number> lowered = with(inside_, down, total);
    const Number square = down.value * up.weight - up.value * down.weight;
    const Number linear = up.value * lowered.weight - outside_.value * down.weight -
                          lowered.value * up.weight + down.value * outside_.weight;
    const double vertex =
        square < 0 ? -0.5 * static_cast<double>(linear) / static_cast<double>(square) : 0;
    const auto most = static_cast<double>(total);
    const auto around = static_cast<std::uint64_t>(std::clamp(std::floor(vertex), 0.0, most));
    // The quotient is rounded, so its neighbours are looked at too.
    const std::uint64_t first = around > 1 ? around - 1 : 0;
    const std::uint64_t last = std::min(around + 2, total);
    for (std::uint64_t k = first; k <= last; ++k) {
      if (is_passed(k, total - k, up, down)) return true;
    }
    return is_passed(0, total, up, down) || is_passed(total, 0, up, down);
  }

  [[nodiscard]] bool is_passed(std::uint64_t raising, std::uint64_t lowering,
                               const MeanParts<Number>& up, const MeanParts<Number>& down) const {
    const MeanParts<Number> raised = with(outside_, up, raising);
    const MeanParts<Number> lowered = with(inside_, down, lowering);
    if (!(raised.weight > 0)) return false;
    return wins_ties_ ? !is_above(lowered, raised) : is_above(raised, lowered);
  }

  const std::vector<ForgedLevel<Number>>& levels_;
  const MeanParts<Number>& inside_;
  const MeanParts<Number>& outside_;
  bool wins_ties_;
};

// The smallest total in [1, most] that turns; 0: none does.
template <class Number>
std::uint64_t smallest_total(const Contest<Number>& contest, std::uint64_t most) {
  if (!contest.turns(most)) return 0;
  std::uint64_t reach = 1;
  while (reach < most && !contest.turns(reach)) reach = std::min(2 * reach, most);
  std::uint64_t short_of = reach / 2;
  while (reach - short_of > 1) {
    const std::uint64_t middle = short_of + (reach - short_of) / 2;
    (contest.turns(middle) ? reach : short_of) = middle;
  }
  return reach;
}

// Those that no other of them makes needless: of an arm with a mean further from the goal and no
// smaller weight the same reports do less. `is_nearer` compares means.
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

ForgeableArms<int128> forgeable_arms(const Experiment& experiment, const Statistics& statistics) {
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
