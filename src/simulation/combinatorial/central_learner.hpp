// What a trusted server does in CUCB-DP: Chen, Zheng, Zhou, Yang, Chen, Wang 2020, "(Locally)
// Differentially Private Combinatorial Semi-Bandits", algorithm 3, and its better forms
// (docs/spec/combinatorial.md, section 4). Everything that it decides is a function of the noisy
// sums that it released, of counts, which are public, and of public coins. So the sequence of super
// arms is private because the sums are, although each super arm depends on those before.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "privacy/laplace_scale.hpp"
#include "server/combinatorial/upper_weights.hpp"
#include "simulation/combinatorial/changing_oracle.hpp"
#include "simulation/combinatorial/reported_coordinate.hpp"

namespace ldp {

/// How far an index may lie above the mean. b is that of Lap(b), in outcomes.
struct CentralRadius {
  bool is_published = false;
  double scale = 0;     // b; published: 12 K (ln T)^3/epsilon
  double log_arms = 0;  // ln m; published: ln(m T)
};

/// How a central server publishes.
struct CentralTerms {
  CentralRadius radius;
  bool is_one_coordinate = false;  // that of the arm of S_t with the fewest outcomes; else all
  bool is_frozen = true;           // logarithms are held while t grows by 1 %
  std::uint64_t epoch = 1;         // rounds per snapshot
  std::uint64_t public_seed = 0;
};

/// `Sums`: PrefixTree or GrowingBatches.
template <class Sums>
class CentralLearner {
 public:
  /// `sums`: one for each arm of the oracle's set, empty.
  CentralLearner(ChangingOracle oracle, std::vector<Sums> sums, const CentralTerms& terms)
      : oracle_(std::move(oracle)),
        sums_(std::move(sums)),
        terms_(terms),
        least_(static_cast<std::uint32_t>(sums_.size()), terms.public_seed),
        weights_(sums_.size()) {
    for (std::size_t i = 0; i < roots_.size(); ++i) roots_[i] = std::sqrt(static_cast<double>(i));
    changed_.reserve(sums_.size());
    refresh(1);
  }

  /// S_t, ascending; valid until the next outcomes.
  std::span<const std::uint32_t> choose() { return oracle_.arms(); }

  /// The outcomes of the super arm played: `outcome(arm)` in 0..kRewardGrid, asked of those arms
  /// alone whose sums it enters. `draw(arm)` returns the noise of a sum of that arm.
  template <class Outcome, class Draw>
  void learn(std::span<const std::uint32_t> arms, Outcome&& outcome, Draw&& draw) {
    if (terms_.is_one_coordinate) {
      const std::uint32_t arm = least_.of(arms);
      least_.add(arm);
      add(arm, outcome, draw);
    } else {
      for (const std::uint32_t arm : arms) add(arm, outcome, draw);
    }
    ++round_;
    if (round_ % terms_.epoch == 0) refresh(static_cast<double>(round_ + 1));
  }

  [[nodiscard]] const Sums& sums(std::uint32_t arm) const { return sums_[arm]; }

  /// What the oracle is told of an arm: mean and radius, clipped to [0, 1]; 1 before anything of it
  /// was released.
  [[nodiscard]] double weight(std::uint32_t arm) const {
    const Sums& sums = sums_[arm];
    const auto n = static_cast<double>(sums.released_count());
    const double mean =
        n > 0 ? static_cast<double>(sums.released()) / (static_cast<double>(kRewardGrid) * n) : 0;
    if (terms_.radius.is_published) return upper_weight(mean, n, law_);
    // Bernstein's inequality for q Laplace noises: 2 b sqrt(q l) + b l.
    RadiusLaw law = law_;
    law.linear += terms_.radius.scale * 2 * roots_[sums.noises()] * root_;
    return upper_weight(mean, n, law);
  }

 private:
  template <class Outcome, class Draw>
  void add(std::uint32_t arm, Outcome& outcome, Draw& draw) {
    const auto value = static_cast<std::int64_t>(outcome(arm));
    if (sums_[arm].add(value, [&] { return draw(arm); })) changed_.push_back(arm);
  }

  // The weights with which round t is played.
  void refresh(double t) {
    if (t < frozen_until_) {
      for (const std::uint32_t arm : changed_) oracle_.update(arm, weight(arm));
    } else {
      set_law(t);
      for (std::uint32_t arm = 0; arm < sums_.size(); ++arm) weights_[arm] = weight(arm);
      oracle_.assign(weights_);
    }
    changed_.clear();
  }

  void set_law(double t) {
    if (terms_.radius.is_published) {
      law_ = {2 * std::sqrt(terms_.radius.log_arms), terms_.radius.scale, 0};
      frozen_until_ = std::numeric_limits<double>::infinity();
      return;
    }
    frozen_until_ = terms_.is_frozen ? next_log_epoch(t) : t + 1;
    const double bound = bound_at(Bound::la, terms_.is_frozen ? frozen_until_ : t);
    const double log = terms_.radius.log_arms + bound;
    root_ = std::sqrt(log);
    law_ = {std::sqrt(log / 2), terms_.radius.scale * log, 0};
  }

  ChangingOracle oracle_;
  std::vector<Sums> sums_;  // [arms]
  CentralTerms terms_;
  LeastReported least_;
  std::vector<double> weights_;         // [arms]
  std::vector<std::uint32_t> changed_;  // arms with a new released sum since the last snapshot
  std::array<double, 200> roots_{};     // sqrt(q)
  std::uint64_t round_ = 0;
  double frozen_until_ = 0;
  double root_ = 0;  // sqrt(l), l = ln m + ln(1 + t (ln t)^2)
  RadiusLaw law_;
};

}  // namespace ldp
