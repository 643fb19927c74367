// Private Bandits Combiner: "Improved Rate for Locally Differentially Private Linear Bandits",
// Algorithm 2, after Cutkosky, Das, Purohit 2020 (docs/spec/linear.md, section 5). Several Online
// LDP-LinUCB learners assume different things of the contexts. Every snapshot comes from one of
// them: a rule of confidence bounds chooses it, and dismisses a learner that does worse than its
// bound.
//
// Practical constants (default): four bases whose radii are multiplied by 0.5, 1, 2 and 4.
// Published ones: with P = P' = 1 the rule comes down to one base for any horizon below about 10^7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/online_ldp_linucb.hpp"

namespace ldp {

class PrivateBanditsCombiner {
 public:
  /// Errors: those of OnlineSettings::of.
  static Result<PrivateBanditsCombiner> create(const LinearExperiment& experiment);

  [[nodiscard]] std::size_t bases() const { return bases_.size(); }

  /// One report to a snapshot of this base, in real units. See OnlineLdpLinUcb::ingest.
  void ingest(std::uint32_t base, std::span<const double> x, double y);

  /// An epoch whose snapshot was of this base; `y`: the sum of y~. See OnlineLdpLinUcb.
  void ingest_epoch(std::uint32_t base, std::span<const double> xx, std::span<const double> yx,
                    double y, std::uint64_t reports);

  /// Chooses a base and fills theta, factor, radius and base of `snapshot`. Does not allocate where
  /// it has room already.
  void estimate(LinearSnapshot& snapshot);

  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  [[nodiscard]] bool is_alive(std::size_t base) const { return states_[base].is_alive; }

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a combiner.
  bool read(ByteReader& reader);

 private:
  struct Base {
    double growth = 0;     // C_i: its regret is assumed to be C_i n^power
    double power = 0;      // alpha_i
    double target = 0;     // R_i
    double deviation = 0;  // dev_i: how far its rewards fell short of their mean
    double rewards = 0;    // the sum of the noisy ones
    bool is_alive = true;
  };

  PrivateBanditsCombiner(double epsilon, const OnlineSettings& settings);
  void set_constants();
  [[nodiscard]] std::uint32_t choose() const;
  [[nodiscard]] double width(std::size_t base, double constant) const;
  void add_rewards(std::uint32_t base, double y, std::uint64_t before, std::uint64_t reports);

  double epsilon_;
  OnlineSettings settings_;
  double horizon_ = 0;
  std::uint64_t reports_ = 0;
  std::vector<OnlineLdpLinUcb> bases_;
  std::vector<Base> states_;
  std::vector<double> factors_;  // f_i, or lambda_i
};

}  // namespace ldp
