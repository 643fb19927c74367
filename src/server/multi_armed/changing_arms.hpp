// What ldp-thompson-drift believes of the arms after each epoch, and when it stops to believe what
// it learnt before (docs/spec/drift.md, section 2).
//
// Counts N and ones S of an arm are those of its history, and a base in units of 2^-20: what is
// left of bits that are believed less, or that fade with a discount. All is integers, so states are
// equal where the epochs are.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/multi_armed_experiment.hpp"
#include "server/arms/arm_estimate.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/learner/statistics.hpp"
#include "server/multi_armed/bit_history.hpp"
#include "server/multi_armed/largest_probability.hpp"

namespace ldp {

class ChangingArms {
 public:
  /// Reports after which changes are looked for again, at the end of an epoch.
  static constexpr std::uint64_t kTestEvery = 16;

  /// The experiment must be valid, of one level of bits.
  explicit ChangingArms(const MultiArmedExperiment& experiment);

  /// Takes the reports of one epoch. Epochs in their order; reports inside of one have none.
  void take(const Statistics& epoch);

  /// The same in parts: the bits of each arm, then the end. end_epoch says whether more than the
  /// arms that were added to have changed.
  void add(std::uint32_t arm, std::int64_t count, std::int64_t ones);
  bool end_epoch();

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(arms_.size()); }
  /// Beta(1 + S, 1 + N - S) of the probability of a one.
  [[nodiscard]] BetaBelief belief(std::uint32_t arm) const;
  /// For display: the mean of the rewards by S/N, and its width.
  [[nodiscard]] ArmEstimate estimate(std::uint32_t arm) const;
  /// The share of decisions that is spread over all arms, now: in [0, 1].
  [[nodiscard]] double forced_share() const;
  /// The number of reports up to which forced_share() is what it is now.
  [[nodiscard]] std::uint64_t same_share_until() const;
  /// The shares of the arms: [arms], sum 1.
  [[nodiscard]] std::vector<double> weights() const;

  [[nodiscard]] const BitHistory& history(std::uint32_t arm) const { return arms_[arm].history; }
  /// Whether changes are watched for: without a discount.
  [[nodiscard]] bool is_watching() const { return discount_ == 0; }
  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  [[nodiscard]] std::uint64_t alarms() const { return alarms_; }
  /// The number of reports at the last alarm; 0: there was none.
  [[nodiscard]] std::uint64_t last_alarm() const { return last_alarm_; }

  void write(ByteWriter& writer) const;
  /// False for bytes that no reports lead to; do not use the object then.
  [[nodiscard]] bool read(ByteReader& reader);

  bool operator==(const ChangingArms&) const = default;

 private:
  struct Arm {
    std::int64_t base_count = 0;  // in units of 2^-20
    std::int64_t base_ones = 0;
    bool is_untested = false;  // has bits since the last test
    BitHistory history;

    [[nodiscard]] double count() const;
    [[nodiscard]] double ones() const;
    [[nodiscard]] bool is_possible() const;
    bool operator==(const Arm&) const = default;
  };

  [[nodiscard]] bool test();
  void alarm(std::uint32_t arm, const RateChange& change);
  [[nodiscard]] std::uint32_t leader() const;
  void fade();

  double theta_;
  std::uint64_t horizon_;   // 0: not known
  std::uint64_t discount_;  // 0: changes are watched for
  std::int64_t shrunk_;     // 10/theta^2, in units of 2^-20
  std::vector<Arm> arms_;
  std::uint64_t reports_ = 0;
  std::uint64_t untested_ = 0;  // reports since the last test; with a discount, of this epoch
  std::uint64_t alarms_ = 0;
  std::uint64_t last_alarm_ = 0;
};

}  // namespace ldp
