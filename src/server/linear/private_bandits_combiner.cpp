#include "server/linear/private_bandits_combiner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"
#include "server/linear/gram_radius.hpp"

namespace ldp {
namespace {

constexpr double kPracticalFactors[] = {0.5, 1, 2, 4};

struct WidthConstants {
  double of_index;      // p
  double of_dismissal;  // p_e
};
constexpr WidthConstants kPractical{0.5, 0.5};
constexpr WidthConstants kPublished{2.8284271247461903, 3};

// x^exponent, x > 0, with the same bits everywhere.
double power_of(double x, double exponent) { return natural_exp(exponent * natural_log(x)); }

const WidthConstants& widths(const OnlineSettings& settings) {
  return settings.is_published ? kPublished : kPractical;
}

}  // namespace

Result<PrivateBanditsCombiner> PrivateBanditsCombiner::create(const LinearExperiment& experiment) {
  if (Status status = validate(experiment); !status.ok()) return status.error();
  const Result<OnlineSettings> settings = OnlineSettings::of(experiment);
  if (!settings.ok()) return settings.error();
  return PrivateBanditsCombiner(experiment.epsilon, settings.value());
}

PrivateBanditsCombiner::PrivateBanditsCombiner(double epsilon, const OnlineSettings& settings)
    : epsilon_(epsilon), settings_(settings) {
  OnlineSettings base = settings;
  if (!settings.is_published) {
    for (const double factor : kPracticalFactors) {
      base.phi = factor;
      base.smallest_eigenvalue = settings.smallest_eigenvalue / factor;
      bases_.emplace_back(base);
      factors_.push_back(factor);
    }
  } else {
    const double least = power_of(horizon_at(settings.horizon, 0), -0.125);
    for (double eigenvalue = least; eigenvalue <= 1 && bases_.size() < kMaximumBases;
         eigenvalue *= 2) {
      base.smallest_eigenvalue = eigenvalue;
      base.restarts = bases_.empty();
      bases_.emplace_back(base);
      factors_.push_back(eigenvalue);
    }
  }
  states_.resize(bases_.size());
  set_constants();
}

void PrivateBanditsCombiner::set_constants() {
  horizon_ = horizon_at(settings_.horizon, reports_);
  const double d = settings_.dimension;
  if (!settings_.is_published) {
    const double sigma = settings_.sigma;
    const double norm = settings_.parameter_norm;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      Base& base = states_[i];
      base.growth = std::sqrt(d) * (1 + norm * sigma + norm * sigma * sigma) * factors_[i];
      base.power = 0.5;
      base.target = base.growth * std::sqrt(horizon_);
    }
    return;
  }
  // Theorem 4.1 with P = P' = 1.
  const double log = natural_log(horizon_);
  const double log_power = log * std::sqrt(log);
  const double q = epsilon_ * power_of(horizon_, 0.125);
  std::vector<double> rates;
  double inverse_rates = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    Base& base = states_[i];
    base.power = i == 0 ? 0.75 : 0.5;
    base.growth = i == 0 ? log_power * std::sqrt(d) * (q + 1) / q
                         : log_power * std::sqrt(d) / (epsilon_ * factors_[i]);
    rates.push_back(i == 0 ? q / (std::sqrt(d * horizon_) * (log_power * q + 1))
                           : epsilon_ / (log_power * std::sqrt(d * horizon_)));
    inverse_rates += 1 / rates.back();
  }
  const double bases = static_cast<double>(states_.size());
  const double log_all = natural_log(horizon_ * horizon_ * horizon_ * bases * horizon_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    Base& base = states_[i];
    const double a = base.power;
    const double b = (1 - a) / a;
    base.target = base.growth * power_of(horizon_, a) +
                  power_of(1 - a, b) * power_of(1 + a, 1 / a) * power_of(a, -b) *
                      power_of(base.growth, 1 / a) * horizon_ * power_of(rates[i], b) +
                  288 * log_all * horizon_ * rates[i] + inverse_rates - 1 / rates[i];
  }
}

// constant * sqrt(n (1 + sigma^2) Lg)
double PrivateBanditsCombiner::width(std::size_t base, double constant) const {
  const double spread =
      static_cast<double>(bases_[base].reports()) * (1 + settings_.sigma * settings_.sigma);
  const double log =
      natural_log(horizon_ * horizon_ * horizon_ * static_cast<double>(bases_.size()) *
                  natural_log(std::max(3.0, spread)) * horizon_);
  return constant * std::sqrt(spread * log);
}

void PrivateBanditsCombiner::add_rewards(std::uint32_t base, double y, std::uint64_t before,
                                         std::uint64_t reports) {
  Base& state = states_[base];
  const double mean = before > 0 ? state.rewards / static_cast<double>(before) : 0;
  state.deviation += mean * static_cast<double>(reports) - y;
  state.rewards += y;
  reports_ += reports;
  if (horizon_at(settings_.horizon, reports_) > horizon_) set_constants();

  const auto alive = std::count_if(states_.begin(), states_.end(),
                                   [](const Base& other) { return other.is_alive; });
  if (!state.is_alive || alive < 2) return;
  const double expected =
      state.growth * power_of(static_cast<double>(bases_[base].reports()), state.power);
  if (state.deviation >= expected + width(base, widths(settings_).of_dismissal)) {
    state.is_alive = false;
  }
}

void PrivateBanditsCombiner::ingest(std::uint32_t base, std::span<const double> x, double y) {
  const std::uint64_t before = bases_[base].reports();
  bases_[base].ingest(x, y);
  add_rewards(base, y, before, 1);
}

void PrivateBanditsCombiner::ingest_epoch(std::uint32_t base, std::span<const double> xx,
                                          std::span<const double> yx, double y,
                                          std::uint64_t reports) {
  if (reports == 0) return;
  const std::uint64_t before = bases_[base].reports();
  bases_[base].ingest_epoch(xx, yx, reports);
  add_rewards(base, y, before, reports);
}

std::uint32_t PrivateBanditsCombiner::choose() const {
  std::uint32_t best = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < bases_.size(); ++i) {
    const Base& base = states_[i];
    if (!base.is_alive) continue;
    const auto n = static_cast<double>(bases_[i].reports());
    double index = 1 - base.target / horizon_;
    if (n > 0) {
      const double gap =
          (base.growth * power_of(n, base.power) + width(i, widths(settings_).of_index)) / n;
      index = base.rewards / n + std::min(1.0, gap) - base.target / horizon_;
    }
    if (index > largest) {
      largest = index;
      best = i;
    }
  }
  return best;
}

void PrivateBanditsCombiner::estimate(LinearSnapshot& snapshot) {
  const std::uint32_t base = choose();
  bases_[base].estimate(snapshot);
  snapshot.reports = reports_;
  snapshot.base = base;
}

void PrivateBanditsCombiner::write(ByteWriter& writer) const {
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    writer.number(states_[i].deviation);
    writer.number(states_[i].rewards);
    writer.integer(static_cast<std::uint8_t>(states_[i].is_alive));
    bases_[i].write(writer);
  }
}

bool PrivateBanditsCombiner::read(ByteReader& reader) {
  const auto is_possible = [](double x) { return std::abs(x) <= 1e60; };  // false for NaN
  reports_ = 0;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    Base& state = states_[i];
    state.deviation = reader.number();
    state.rewards = reader.number();
    const auto is_alive = reader.integer<std::uint8_t>();
    state.is_alive = is_alive == 1;
    if (is_alive > 1 || !is_possible(state.deviation) || !is_possible(state.rewards)) return false;
    if (!bases_[i].read(reader)) return false;
    reports_ += bases_[i].reports();
  }
  set_constants();
  return reader.whole() && std::any_of(states_.begin(), states_.end(),
                                       [](const Base& base) { return base.is_alive; });
}

}  // namespace ldp
