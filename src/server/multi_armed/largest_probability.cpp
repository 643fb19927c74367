#include "server/multi_armed/largest_probability.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "server/arms/bernoulli_divergence.hpp"
#include "server/multi_armed/gauss_legendre.hpp"

namespace ldp {
namespace {

using Row = GaussLegendre::Row;
constexpr std::size_t kOrder = GaussLegendre::kOrder;

// An arm's ends are where its density has fallen by e^-30 from its peak. All densities here are
// log-concave, so what lies beyond an end is less than 1e-13.
constexpr double kDrop = 30;

// Widths of panels in widths of the narrowest arm, from end to end, that is not done yet.
constexpr double kPanel = 0.125;
// The error allowed for a panel, and how often panels may be halved to reach it: about twenty times
// where thousands of arms push the largest draw to the end of its range.
constexpr double kPanelError = 1e-10;
constexpr int kMaximumHalvings = 100;

// In place of 0, so that no quotient is infinite; a product with it is as good as 0.
constexpr double kNothing = 1e-200;

// Where an arm's density is, and its values relative to an origin that all arms share.
class NormalArm {
 public:
  explicit NormalArm(const NormalBelief& belief) : belief_(belief) {}

  [[nodiscard]] double lower() const { return belief_.mean - kReach * belief_.deviation; }
  [[nodiscard]] double upper() const { return belief_.mean + kReach * belief_.deviation; }

  // From here on arguments are distances from `origin`. Returns F(origin).
  double start(double origin) {
    center_ = belief_.mean - origin;
    return 0.5 * std::erfc(center_ / (belief_.deviation * std::sqrt(2.0)));
  }
  [[nodiscard]] double density(double distance) const {
    const double z = (distance - center_) / belief_.deviation;
    return kPeak / belief_.deviation * std::exp(-0.5 * z * z);
  }

 private:
  static constexpr double kReach = 7.745966692414834;  // sqrt(2 kDrop)
  static constexpr double kPeak = 0.3989422804014327;  // 1/sqrt(2 pi)

  NormalBelief belief_;
  double center_ = 0;
};

class BetaArm {
 public:
  explicit BetaArm(const BetaBelief& belief) : tosses_(belief.ones + belief.zeros) {
    if (tosses_ == 0) return;  // uniform
    mode_ = belief.ones / tosses_;
    lower_ = kl_lower_bound(mode_, kDrop / tosses_);
    upper_ = kl_upper_bound(mode_, kDrop / tosses_);
  }

  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }

  double start(double origin) {
    center_ = mode_ - origin;
    const double below = mass(lower_ - origin, 0);
    const double total = below + mass(0, upper_ - origin);
    height_ /= total;
    return below / total;
  }
  [[nodiscard]] double density(double distance) const {
    if (tosses_ == 0) return height_;
    return height_ * std::exp(-tosses_ * bernoulli_divergence_at(mode_, distance - center_));
  }

 private:
  // Over [from, to], an interval within the arm's ends.
  [[nodiscard]] double mass(double from, double to) const {
    constexpr int kPanels = 4;
    const GaussLegendre& rule = GaussLegendre::instance();
    const double width = (to - from) / kPanels;
    double sum = 0;
    for (int panel = 0; panel < kPanels && width > 0; ++panel) {
      Row values;
      for (std::size_t k = 0; k < kOrder; ++k) {
        values[k] = density(from + width * (panel + rule.nodes()[k]));
      }
      sum += width * rule.integral(values);
    }
    return sum;
  }

  double tosses_;
  double mode_ = 0;
  double lower_ = 0;
  double upper_ = 1;
  double center_ = 0;
  double height_ = 1;
};

template <class Arm>
class Contest {
 public:
  template <class Belief>
  explicit Contest(std::span<const Belief> beliefs) : probability_(beliefs.size(), 0.0) {
    std::vector<Arm> arms(beliefs.begin(), beliefs.end());
    double origin = arms[0].lower();
    for (const Arm& arm : arms) origin = std::max(origin, arm.lower());
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const double width = arms[i].upper() - arms[i].lower();
      if (!(arms[i].upper() > origin)) continue;  // certainly not the largest
      const double below = arms[i].start(origin);
      open_.push_back({arms[i], i, arms[i].upper() - origin, below, 0, {}, 0});
      narrowest_ = open_.size() == 1 ? width : std::min(narrowest_, width);
      end_ = std::max(end_, open_.back().end);
    }
  }

  std::vector<double> run() {
    double from = 0;
    double width = kPanel * narrowest_;
    int halvings = 0;
    while (from < end_) {
      const double to = std::min(from + width, end_);
      const bool is_precise = play(from, to - from);
      if (!is_precise && halvings < kMaximumHalvings) {
        width *= 0.5;
        ++halvings;
        continue;
      }
      accept();
      from = to;
      std::erase_if(open_, [&](const Open& arm) { return arm.end <= from; });
      width = std::min(2 * width, std::max(kPanel * narrowest_, kPanel * from));
    }
    double sum = 0;
    for (const double value : probability_) sum += value;
    for (double& value : probability_) value /= sum;
    return std::move(probability_);
  }

 private:
  struct Open {
    Arm arm;
    std::size_t position;
    double end;    // upper end, as a distance
    double below;  // F at the start of the panel
    double next;   // F at its end
    Row hazard;    // f/F at its nodes
    double share;  // of the panel's integral
  };

  // Integrates one panel. False if the arms' shares do not sum to what the largest of all draws has
  // there, which is known: the growth of the product of all F.
  bool play(double from, double width) {
    const GaussLegendre& rule = GaussLegendre::instance();
    Row product;
    product.fill(1);
    double before = 1;
    double after = 1;
    for (Open& arm : open_) {
      Row density;
      for (std::size_t k = 0; k < kOrder; ++k) {
        density[k] = arm.arm.density(from + width * rule.nodes()[k]);
      }
      for (std::size_t k = 0; k < kOrder; ++k) {
        const double below = std::max(arm.below + width * rule.integral_to(k, density), kNothing);
        product[k] *= below;
        arm.hazard[k] = density[k] / below;
      }
      arm.next = std::min(arm.below + width * rule.integral(density), 1.0);
      before *= arm.below;
      after *= arm.next;
    }
    double sum = 0;
    for (Open& arm : open_) {
      Row integrand;
      for (std::size_t k = 0; k < kOrder; ++k) integrand[k] = arm.hazard[k] * product[k];
      arm.share = width * rule.integral(integrand);
      sum += arm.share;
    }
    return std::abs(sum - (after - before)) <= kPanelError;
  }

  void accept() {
    for (Open& arm : open_) {
      probability_[arm.position] += arm.share;
      arm.below = arm.next;
    }
  }

  std::vector<double> probability_;
  std::vector<Open> open_;
  double narrowest_ = 0;
  double end_ = 0;
};

}  // namespace

std::vector<double> largest_probability(std::span<const NormalBelief> arms) {
  return Contest<NormalArm>(arms).run();
}

std::vector<double> largest_probability(std::span<const BetaBelief> arms) {
  return Contest<BetaArm>(arms).run();
}

}  // namespace ldp
