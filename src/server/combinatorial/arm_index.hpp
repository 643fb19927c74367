// The index of an arm in one experiment: its mean and weight from the integer sums, and its
// confidence radius at a given round. The formulas: upper_weights.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "server/combinatorial/kl_menu_index.hpp"
#include "server/combinatorial/upper_weights.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class ArmIndex {
 public:
  /// The experiment must be valid; `largest` is K, the most arms of a super arm. Errors:
  /// invalid_argument, naming `levels`: K outcomes at epsilon/K each leave less than 2^-10; naming
  /// `set`: more outcomes than a device reports at once.
  static Result<ArmIndex> create(const CombinatorialExperiment& experiment, std::uint32_t largest);

  /// [arms] what was reported about each arm.
  [[nodiscard]] std::vector<ArmSums> sums_of(const Statistics& statistics) const;

  /// The W that one more report is expected to bring: as much as those so far did on average; the
  /// middle of the menu before the first.
  [[nodiscard]] double typical_weight(const Statistics& statistics) const;

  /// Of CUCB-LDP-KL with several levels; else nothing.
  [[nodiscard]] std::optional<KlMenuIndex> kl_menu(const Statistics& statistics) const;

  /// At decision round t = reports + 1.
  [[nodiscard]] RadiusLaw law_at(double t) const;

  /// As many slates as a snapshot can carry, whatever is on them.
  [[nodiscard]] std::uint32_t most_slates() const;

 private:
  ArmIndex() = default;

  Algorithm algorithm_{};
  CombinatorialWidth width_ = CombinatorialWidth::none;
  double horizon_ = 0;  // 0: not known
  double largest_ = 1;
  double epsilon_ = 0;          // of the noise of one number, if reports are numbers
  std::vector<double> thetas_;  // [levels], if they are bits
};

}  // namespace ldp
