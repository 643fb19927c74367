// EXP3, Auer, Cesa-Bianchi, Freund & Schapire 2002, "The Nonstochastic Multiarmed Bandit Problem",
// in losses and with the rate of every round (Lattimore & Szepesvari 2020, chapter 11): the
// comparator of Tsallis-INF. Weights proportional to exp(-eta Lhat), eta = sqrt(ln K/(K t)), and
// importance-weighted estimates. Losses in [0, 1] need no exploration beyond that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ldp {

/// Fills `weights` ([arms], sum 1) for `losses` ([arms], finite, any offset) at round t >= 1.
void exp3_weights(std::span<const double> losses, double round, std::span<double> weights);

/// The algorithm with one round after the other; rounds may also be learnt from late.
class Exp3 {
 public:
  explicit Exp3(std::uint32_t arms);

  /// The law of the arm to play at round t >= 1: [arms], sum 1. Valid until the next call.
  std::span<const double> weights(double round);

  /// The loss in [0, 1] of an arm that was drawn from `weights`.
  void ingest(std::uint32_t arm, double loss, std::span<const double> weights);

  /// The estimated sums of losses: [arms].
  [[nodiscard]] std::span<const double> losses() const { return losses_; }

 private:
  std::vector<double> losses_;
  std::vector<double> weights_;
};

}  // namespace ldp
