#include "server/combinatorial/slate_plan.hpp"

#include <algorithm>
#include <utility>

#include "protocol/multi_armed_snapshot.hpp"
#include "protocol/public_normal.hpp"
#include "server/arms/debias.hpp"
#include "server/combinatorial/kl_index.hpp"
#include "server/combinatorial/public_beta.hpp"
#include "server/combinatorial/slate_seed.hpp"
#include "server/combinatorial/upper_weights.hpp"

namespace ldp {
namespace {

constexpr double kMiddle = 0.5;
constexpr double kHeld = 1.005;  // docs/spec/combinatorial.md, section 5

}  // namespace

SlatePlan::SlatePlan(const CombinatorialExperiment& experiment, const ArmIndex& index,
                     std::uint64_t public_seed, PlanStart start, std::uint64_t decisions)
    : experiment_(experiment),
      index_(index),
      public_seed_(public_seed),
      typical_weight_(start.typical_weight),
      slates_(static_cast<std::size_t>(std::min<std::uint64_t>(decisions, index.most_slates()))),
      share_(static_cast<double>(decisions) / static_cast<double>(slates_)),
      round_(static_cast<double>(start.reports) + 1),
      kl_menu_(std::move(start.kl_menu)) {
  snapshot_.id = start.snapshot;
  snapshot_.reports = start.reports;
  const RadiusLaw law = index.law_at(round_);
  const bool is_kl = experiment.reports.algorithm == Algorithm::cucb_ldp_kl;
  if (is_kl) {
    kl_ = {implemented_thetas(experiment.reports.levels)[0],
           static_cast<double>(experiment.set.arms), 0};
  }
  for (std::uint32_t i = 0; i < start.sums.size(); ++i) {
    const ArmSums& arm = start.sums[i];
    const bool is_known = arm.weight > 0;
    const double mean = is_known && kl_menu_ ? kl_menu_->likeliest(i) : arm.mean();
    snapshot_.mean.push_back(mean);
    snapshot_.width.push_back(is_known ? law.at(arm.weight) : kNeverPulled);
    means_.push_back(is_known ? mean : kMiddle);
    weights_.push_back(arm.weight);
  }
  if (!is_kl) return;
  refresh_kl_weights();
  for (std::size_t arm = 0; arm < upper_.size(); ++arm) {
    if (weights_[arm] > 0) snapshot_.width[arm] = std::max(upper_[arm] - means_[arm], 0.0);
  }
}

double SlatePlan::kl_weight(std::uint32_t arm) const {
  return kl_menu_ ? kl_menu_->upper(arm, weights_[arm], kl_)
                  : upper_weight(means_[arm], weights_[arm], kl_);
}

void SlatePlan::refresh_kl_weights() {
  upper_.resize(means_.size());
  if (round_ > kHeld * kl_.t) {
    kl_.t = round_;
    for (std::uint32_t arm = 0; arm < upper_.size(); ++arm) upper_[arm] = kl_weight(arm);
  } else {
    for (const std::uint32_t arm : moved_) upper_[arm] = kl_weight(arm);
  }
  moved_.clear();
}

std::span<const double> SlatePlan::next_weights() {
  upper_.resize(means_.size());
  if (experiment_.reports.algorithm == Algorithm::cucb_ldp_kl) {
    refresh_kl_weights();
    return upper_;
  }
  if (experiment_.reports.algorithm == Algorithm::combinatorial_thompson) {
    const auto slate = static_cast<std::uint32_t>(snapshot_.ends.size());
    const std::uint64_t seed = seed_of_slate(public_seed_, snapshot_.id, slate);
    const bool is_beta = experiment_.reports.posterior == Posterior::beta;
    const double theta = is_beta ? implemented_thetas(experiment_.reports.levels)[0] : 0;
    for (std::uint32_t arm = 0; arm < upper_.size(); ++arm) {
      upper_[arm] = 1;
      if (weights_[arm] == 0) continue;
      if (is_beta) {
        const auto [ones, zeros] = bits_of(means_[arm], weights_[arm], theta);
        upper_[arm] = index_of_bit(public_beta(seed, arm, 1 + ones, 1 + zeros), theta);
        continue;
      }
      const double draw =
          means_[arm] + thompson_deviation(weights_[arm]) * public_normal(seed, arm);
      upper_[arm] = std::clamp(draw, 0.0, 1.0);
    }
    return upper_;
  }
  const RadiusLaw law = index_.law_at(round_);
  for (std::size_t arm = 0; arm < upper_.size(); ++arm) {
    upper_[arm] = upper_weight(means_[arm], weights_[arm], law);
  }
  return upper_;
}

void SlatePlan::expect(std::uint32_t arm, double reports) {
  weights_[arm] += reports * typical_weight_;
  if (kl_.t > 0) moved_.push_back(arm);
}

void SlatePlan::take(std::span<const std::uint32_t> arms, std::uint32_t position) {
  if (slates_name_reported(experiment_)) {
    const bool is_sum = experiment_.reports.algorithm == Algorithm::cucb_ldp_sum;
    const std::uint32_t reported =
        is_sum ? position
               : least_reported(arms, public_seed_, [&](std::uint32_t i) { return weights_[i]; });
    snapshot_.reported.push_back(reported);
    expect(reported, share_);
  } else {
    // All of them (CUCB-LDP1), or one that a coin of the device will name.
    const bool is_all = experiment_.coordinate == Coordinate::all;
    const double each = is_all ? share_ : share_ / static_cast<double>(arms.size());
    for (const std::uint32_t arm : arms) expect(arm, each);
  }
  snapshot_.arms.insert(snapshot_.arms.end(), arms.begin(), arms.end());
  snapshot_.ends.push_back(static_cast<std::uint32_t>(snapshot_.arms.size()));
  round_ += share_;
}

CombinatorialSnapshot SlatePlan::finish() && { return std::move(snapshot_); }

}  // namespace ldp
