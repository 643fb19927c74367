// The share of the visitors at each privacy level. Level 0 is the silent visitor, who is served an
// arm and sends nothing. A visitor's level is independent of the rewards; if it were not, every
// estimator here would be biased towards the visitors with little privacy.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "foundation/result.hpp"
#include "random/word_source.hpp"

namespace ldp {

class Population {
 public:
  /// levels: strictly increasing; the first may be 0 (silent), the others in [2^-10, 128], at most
  /// 16 of them and at least one. probabilities: one per level, not negative, adding up to 1 to
  /// within 1e-9. Errors: spec_invalid ("levels", "probabilities").
  static Result<Population> create(std::span<const double> levels,
                                   std::span<const double> probabilities);

  /// Levels of the normal law, moved into [low, high] and rounded down to multiples of 1/256; level
  /// 0 is silent. Levels too rare for a 64-bit word are left out. 0 <= low < high <= 128, deviation
  /// in [2^-10, 128], mean in [-128, 128]. Errors: spec_invalid, naming the parameter.
  static Result<Population> clipped_gaussian(double mean, double deviation, double low,
                                             double high);

  /// The levels above 0: the menu of the experiment.
  [[nodiscard]] const std::vector<double>& menu() const { return menu_; }

  /// A visitor's position in the menu; nothing for a silent one. Draws one word, or none if all
  /// visitors are alike.
  template <WordSource S>
  std::optional<std::uint32_t> draw(S& source) const {
    std::uint32_t group = 0;
    if (!below_.empty()) {
      const std::uint64_t word = source.next();
      group = guide_[word >> kGuideShift];
      while (group < below_.size() && word >= below_[group]) ++group;
    }
    if (group < silent_groups_) return std::nullopt;
    return group - silent_groups_;
  }

 private:
  // Leading bits of a word that say where to begin to look for its group: for most words the group
  // itself, for nearly all others the one before.
  static constexpr int kGuideShift = 64 - 12;

  /// levels: increasing; the first may be 0. shares: one per level, any sum above 0.
  Population(std::span<const double> levels, std::span<const double> shares);

  std::vector<double> menu_;
  std::uint32_t silent_groups_;       // 0 or 1
  std::vector<std::uint64_t> below_;  // group i is drawn by the words in [below_[i-1], below_[i])
  std::vector<std::uint32_t> guide_;  // the group of the first word with these leading bits
};

}  // namespace ldp
