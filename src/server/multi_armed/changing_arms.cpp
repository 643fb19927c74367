#include "server/multi_armed/changing_arms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/arms/debias.hpp"

namespace ldp {
namespace {

constexpr double kUnits = 1 << 20;
constexpr std::int64_t kMaximumBase = std::int64_t{1} << 62;
constexpr double kErrorProbability = 0.1;  // b of the threshold
constexpr double kForced = 0.05;           // of the forced share, times theta
constexpr double kShrunk = 10;             // bits that are left, times theta^2

double real(std::int64_t value) { return static_cast<double>(value); }

// In units, but never more than a base can be: a discount of 10^12 may ask for it.
std::int64_t units(double value) {
  return std::llround(std::min(value * kUnits, real(kMaximumBase)));
}

}  // namespace

double ChangingArms::Arm::count() const {
  return real(base_count) / kUnits + real(history.count());
}
double ChangingArms::Arm::ones() const { return real(base_ones) / kUnits + real(history.ones()); }

ChangingArms::ChangingArms(const MultiArmedExperiment& experiment)
    : theta_(implemented_thetas(experiment.levels).front()),
      horizon_(experiment.horizon),
      discount_(experiment.discount),
      shrunk_(units(kShrunk / (theta_ * theta_))),
      arms_(experiment.arms) {}

void ChangingArms::take(const Statistics& epoch) {
  for (std::uint32_t arm = 0; arm < size(); ++arm) {
    const auto row = epoch.of_arm(arm);
    add(arm, row[0], row[1]);
  }
  end_epoch();
}

void ChangingArms::add(std::uint32_t arm, std::int64_t count, std::int64_t ones) {
  if (count == 0) return;
  arms_[arm].history.add(count, ones);
  arms_[arm].is_untested = true;
  reports_ += static_cast<std::uint64_t>(count);
  untested_ += static_cast<std::uint64_t>(count);
}

bool ChangingArms::end_epoch() {
  if (!is_watching()) {
    const bool has_faded = untested_ > 0;
    if (has_faded) fade();
    return has_faded;
  }
  return untested_ >= kTestEvery && test();
}

bool ChangingArms::test() {
  const std::uint64_t before = alarms_;
  const double log_factor = std::log(4 * static_cast<double>(size()) / kErrorProbability);
  for (std::uint32_t arm = 0; arm < size(); ++arm) {
    if (!std::exchange(arms_[arm].is_untested, false)) continue;
    const BitHistory& history = arms_[arm].history;
    if (history.buckets().size() < 2) continue;
    const double threshold = log_factor + 1.5 * std::log(real(history.count()));
    if (const auto change = find_change(history, threshold)) alarm(arm, *change);
  }
  untested_ = 0;
  return alarms_ != before;
}

void ChangingArms::alarm(std::uint32_t arm, const RateChange& change) {
  const bool was_leader = leader() == arm;
  arms_[arm].base_count = arms_[arm].base_ones = 0;
  arms_[arm].history.keep_from(change.border);
  ++alarms_;
  last_alarm_ = reports_;
  const bool has_fallen = real(change.newer.ones) / real(change.newer.count) <
                          real(change.older.ones) / real(change.older.count);
  if (!was_leader || !has_fallen) return;
  for (std::uint32_t other = 0; other < size(); ++other) {
    Arm& believed = arms_[other];
    if (other == arm || !(believed.count() > real(shrunk_) / kUnits)) continue;
    believed.base_ones = std::llround(real(shrunk_) * (believed.ones() / believed.count()));
    believed.base_count = shrunk_;
    believed.history.clear();
  }
}

std::uint32_t ChangingArms::leader() const {
  std::uint32_t best = 0;
  double largest = -1;
  for (std::uint32_t arm = 0; arm < size(); ++arm) {
    const double count = arms_[arm].count();
    if (!(count > 0 && arms_[arm].ones() / count > largest)) continue;
    largest = arms_[arm].ones() / count;
    best = arm;
  }
  return best;
}

// All that was known before the epoch fades by its number of reports; its own bits count in full.
void ChangingArms::fade() {
  const double share =
      std::exp(static_cast<double>(untested_) * std::log1p(-1 / static_cast<double>(discount_)));
  for (Arm& arm : arms_) {
    arm.base_count = units(real(arm.base_count) / kUnits * share + real(arm.history.count()));
    arm.base_ones = std::min(
        arm.base_count, units(real(arm.base_ones) / kUnits * share + real(arm.history.ones())));
    arm.history.clear();
    arm.is_untested = false;
  }
  untested_ = 0;
}

BetaBelief ChangingArms::belief(std::uint32_t arm) const {
  const double ones = arms_[arm].ones();
  return {ones, std::max(arms_[arm].count() - ones, 0.0)};
}

ArmEstimate ChangingArms::estimate(std::uint32_t arm) const {
  const double count = arms_[arm].count();
  if (!(count > 0)) return {};
  return {0.5 + (arms_[arm].ones() / count - 0.5) / theta_, std::sqrt(0.5 / count) / theta_};
}

std::uint64_t ChangingArms::same_share_until() const {
  if (horizon_ > 0 || !is_watching()) return ~std::uint64_t{0};
  // The next power of two above t = reports + 1; it is that of all t below it.
  std::uint64_t power = 2;
  while (power <= reports_ + 1) power *= 2;
  return power - 2;
}

double ChangingArms::forced_share() const {
  if (!is_watching()) return 0;
  const auto horizon = static_cast<double>(horizon_ > 0 ? horizon_ : same_share_until() + 2);
  return std::min(
      1.0, kForced / theta_ * std::sqrt(static_cast<double>(size()) * std::log(horizon) / horizon));
}

std::vector<double> ChangingArms::weights() const {
  std::vector<BetaBelief> beliefs;
  beliefs.reserve(size());
  for (std::uint32_t arm = 0; arm < size(); ++arm) beliefs.push_back(belief(arm));
  std::vector<double> weights = largest_probability(std::span<const BetaBelief>(beliefs));
  const double forced = forced_share();
  for (double& weight : weights) weight = (1 - forced) * weight + forced / size();
  return weights;
}

// reports u64 | reports since the last test u64 | alarms u64 | reports at the last u64 | each arm:
// base i64[2] | has bits since the last test u8 | length i64 | buckets: count u8, each: i64[2]
void ChangingArms::write(ByteWriter& writer) const {
  for (const std::uint64_t number : {reports_, untested_, alarms_, last_alarm_}) {
    writer.integer(number);
  }
  for (const Arm& arm : arms_) {
    writer.integer(arm.base_count);
    writer.integer(arm.base_ones);
    writer.integer(static_cast<std::uint8_t>(arm.is_untested));
    writer.integer(arm.history.length());
    writer.integer(static_cast<std::uint8_t>(arm.history.buckets().size()));
    for (const BitBucket& bucket : arm.history.buckets()) {
      writer.integer(bucket.count);
      writer.integer(bucket.ones);
    }
  }
}

bool ChangingArms::Arm::is_possible() const {
  return base_ones >= 0 && base_ones <= base_count && base_count <= kMaximumBase;
}

bool ChangingArms::read(ByteReader& reader) {
  for (std::uint64_t* number : {&reports_, &untested_, &alarms_, &last_alarm_}) {
    *number = reader.integer<std::uint64_t>();
  }
  if (reports_ > kMaximumReports || untested_ >= kTestEvery || untested_ > reports_ ||
      last_alarm_ > reports_ || alarms_ > reports_ || (alarms_ == 0) != (last_alarm_ == 0)) {
    return false;
  }
  std::uint64_t bits = 0;
  for (Arm& arm : arms_) {
    arm.base_count = reader.integer<std::int64_t>();
    arm.base_ones = reader.integer<std::int64_t>();
    const auto is_untested = reader.integer<std::uint8_t>();
    const auto length = reader.integer<std::int64_t>();
    std::vector<BitBucket> buckets(reader.integer<std::uint8_t>());
    for (BitBucket& bucket : buckets) {
      bucket.count = reader.integer<std::int64_t>();
      bucket.ones = reader.integer<std::int64_t>();
    }
    if (!reader.whole() || is_untested > 1 || !arm.is_possible() ||
        !arm.history.assign(length, std::move(buckets))) {
      return false;
    }
    arm.is_untested = is_untested == 1;
    bits += static_cast<std::uint64_t>(arm.history.count());
    if (bits > reports_) return false;
  }
  return true;
}

}  // namespace ldp
