#include "simulation/world.hpp"

#include <algorithm>
#include <utility>

#include "random/uniform.hpp"
#include "simulation/beta_draw.hpp"
#include "simulation/normal.hpp"

namespace ldp {
namespace {

constexpr double kPhaseGrowth = 1.6;
constexpr double kPhaseDrop = 0.9;

// U^(1/shape); roots are several times faster than powers.
double power(double uniform, double shape) {
  if (shape == 4) return std::sqrt(std::sqrt(uniform));
  if (shape == 2) return std::sqrt(uniform);
  return shape == 1 ? uniform : std::pow(uniform, 1 / shape);
}

// A stream of words that one word seeds: SplitMix64 (Steele, Lea, Flood 2014).
class WordsOf {
 public:
  explicit WordsOf(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }

 private:
  std::uint64_t state_;
};

// Gamma(shape, 1), shape >= 0.1; below 1 by Gamma(shape + 1, 1) U^(1/shape).
double gamma_of(WordsOf& words, double shape) {
  const double draw = gamma_draw(words, std::max(shape, 1.0) + (shape < 1 ? shape : 0));
  return shape < 1 ? draw * std::pow(open_uniform(words.next()), 1 / shape) : draw;
}

// Beta(first, second) as a function of a word.
double beta_of(std::uint64_t word, double first, double second) {
  WordsOf words(word);
  const double x = gamma_of(words, first);
  const double y = gamma_of(words, second);
  return x / (x + y);
}

// ceil(probability 2^53): a 53-bit number is below it with that probability, rounded up to 2^-53.
std::uint64_t threshold_of(double probability) {
  return static_cast<std::uint64_t>(std::ceil(probability * 0x1p53));
}

}  // namespace

Environment Environment::switching(std::uint32_t arms) {
  Environment environment{std::vector<RewardLaw>(arms, RewardLaw::bernoulli(kPhaseDrop)), true};
  environment.arms[0] = RewardLaw::bernoulli(1);
  return environment;
}

World::World(const Environment& environment, const RewardTransform& transform, bool is_realized,
             std::uint64_t seed, std::uint32_t replicate, std::uint64_t horizon)
    : transform_(transform),
      order_(environment.arms.size()),
      rewards_(seed, replicate, Purpose::rewards),
      given_(environment.given),
      is_realized_(is_realized),
      adds_losses_(is_realized || given_ != nullptr || !environment.keeps_gaps()) {
  SeededStream shuffle(seed, replicate, Purpose::arms);
  for (std::uint32_t arm = 0; arm < order_.size(); ++arm) order_[arm] = arm;
  for (std::size_t i = order_.size() - 1; i > 0; --i) {  // Fisher and Yates
    const auto j = static_cast<std::size_t>(uniform_below(shuffle, i + 1));
    std::swap(order_[i], order_[j]);
  }
  double best = -std::numeric_limits<double>::infinity();
  for (const RewardLaw& law : environment.arms) best = std::max(best, law.mean());
  arms_.reserve(order_.size());
  for (const std::uint32_t arm : order_) {
    const RewardLaw& law = environment.arms[arm];
    const bool is_two_point = law.kind == RewardLaw::Kind::two_point;
    if (law.mean() == best) best_ = static_cast<std::uint32_t>(arms_.size());
    arms_.push_back({law, is_two_point ? threshold_of(law.shape) : 0,
                     is_two_point ? transformed(law.low) : UnitReward::zero(),
                     is_two_point ? transformed(law.high) : UnitReward::zero(), best - law.mean()});
  }
  if (given_ != nullptr) {
    given_row_ = std::size_t{replicate - given_->first} * given_->rounds;
    phase_end_ = 0;  // and so before every round
  } else if (environment.is_changing()) {
    changing_.emplace(environment, order_, seed, replicate, horizon);
    phase_end_ = 0;  // the first round begins the first phase
  } else if (environment.is_switching) {
    phase_length_ = 1;
    phase_end_ = 0;  // the first round begins the first phase
  }
}

double World::raw(std::uint32_t position, std::uint64_t word) const {
  const RewardLaw& law = arms_[position].law;
  switch (law.kind) {
    case RewardLaw::Kind::two_point:
      return word >> 11 < arms_[position].threshold ? law.high : law.low;
    case RewardLaw::Kind::beta:
      return power(open_uniform(word), law.shape);
    case RewardLaw::Kind::uniform:
      return law.low + (law.high - law.low) * open_uniform(word);
    case RewardLaw::Kind::beta_mean:
      return beta_of(word, law.shape * law.low, law.shape * (1 - law.low));
    case RewardLaw::Kind::gaussian:
      break;
  }
  return law.low + law.shape * normal_of(word);
}

UnitReward World::transformed(double reward) const {
  if (transform_.kind() == RewardTransform::Kind::unit) return UnitReward::from(reward).value();
  return transform_(reward).value();  // finite, as every reward is
}

UnitReward World::continuous(std::uint32_t position, std::uint64_t word) const {
  return transformed(raw(position, word));
}

void World::change_phase() {
  if (given_ != nullptr) {
    take_given();
    return;
  }
  if (changing_) {
    phase_end_ = changing_->go_to(round_);
    set_means();
    return;
  }
  phase_length_ *= kPhaseGrowth;
  phase_end_ += static_cast<std::uint64_t>(phase_length_);
  is_low_phase_ = !is_low_phase_;
  const double drop = is_low_phase_ ? kPhaseDrop : 0;
  for (Arm& arm : arms_) arm.threshold = threshold_of(std::max(0.0, arm.law.shape - drop));
}

void World::set_means() {
  const std::span<const double> means = changing_->means();
  best_ = static_cast<std::uint32_t>(std::max_element(means.begin(), means.end()) - means.begin());
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    arms_[i].law.shape = means[i];
    arms_[i].threshold = threshold_of(means[i]);
    arms_[i].gap = means[best_] - means[i];
  }
}

void World::take_given() {
  const std::size_t row = given_row_ + static_cast<std::size_t>((round_ - 1) % given_->rounds);
  const std::size_t start = row * arms_.size();
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    Arm& arm = arms_[i];
    const double mean = given_->means[start + order_[i]];
    if (mean > best) {
      best = mean;
      best_ = static_cast<std::uint32_t>(i);
    }
    if (given_->rewards.empty()) {
      arm.law = RewardLaw::bernoulli(mean);
      arm.threshold = threshold_of(mean);
    } else {
      const double reward = given_->rewards[start + order_[i]];
      arm.law.low = arm.law.high = reward;
      arm.low = arm.high = transformed(reward);
    }
    arm.gap = mean;
  }
  for (Arm& arm : arms_) arm.gap = best - arm.gap;
}

void World::add_loss(std::uint32_t position, std::uint64_t word) {
  losses_ += is_realized_ ? raw(best_, word) - raw(position, word) : arms_[position].gap;
}

double World::regret(std::span<const std::uint64_t> plays) const {
  if (adds_losses_) return losses_;
  double regret = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    regret += static_cast<double>(plays[i]) * arms_[i].gap;
  }
  return regret;
}

}  // namespace ldp
