// One number v in [-1, 1], with the noise that an experiment asks for: a bit, or an integer with
// discrete Laplace or Gaussian noise. Zheng, Cai, Huang, Li, Wang 2020, algorithms 1 and 2. It adds
// no mechanism of its own: (1 + v)/2 is a reward in [0, 1], and the three there are release it.
#pragma once

#include <cmath>
#include <cstdint>
#include <variant>

#include "foundation/result.hpp"
#include "mechanisms/convert_to_bernoulli.hpp"
#include "mechanisms/discrete_gaussian_mechanism.hpp"
#include "mechanisms/discrete_laplace_mechanism.hpp"
#include "mechanisms/unit_reward.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/released.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ScalarRelease {
 public:
  /// All the randomness of one release, drawn before the private value exists. It may serve for one
  /// released value only, and must not leave the device.
  using Prepared = std::variant<ConvertToBernoulli::Prepared, DiscreteLaplaceMechanism::Prepared,
                                DiscreteGaussianMechanism::Prepared>;
  /// A bit, or the noisy integer: kRewardGrid (1 + v)/2 plus noise.
  using Value = std::variant<Released<std::uint8_t>, Released<std::int32_t>>;

  /// Errors: those of the mechanism, for epsilon or delta out of its range.
  static Result<ScalarRelease> bit(double epsilon) { return of<ConvertToBernoulli>(epsilon); }
  static Result<ScalarRelease> laplace(double epsilon) {
    return of<DiscreteLaplaceMechanism>(epsilon);
  }
  static Result<ScalarRelease> gaussian(double epsilon, double delta) {
    return of<DiscreteGaussianMechanism>(epsilon, delta);
  }

  [[nodiscard]] Guarantee guarantee() const {
    return std::visit([](const auto& mechanism) { return mechanism.guarantee(); }, mechanism_);
  }

  /// Errors: insecure_randomness if the source has failed.
  template <WordSource S>
  [[nodiscard]] Result<Prepared> prepare(S& source) const {
    return std::visit(
        [&](const auto& mechanism) -> Result<Prepared> {
          const auto prepared = mechanism.prepare(source);
          if (!prepared) return prepared.error();
          return Prepared(prepared.value());
        },
        mechanism_);
  }

  /// Whether the randomness is that of this mechanism.
  [[nodiscard]] bool fits(const Prepared& prepared) const {
    return prepared.index() == mechanism_.index();
  }

  /// The value clamped to [0, 1] by UnitReward, which is what keeps the promise whatever the page
  /// says. Requires fits(prepared).
  [[nodiscard]] Value release(const Prepared& prepared, UnitReward value) const {
    if (const auto* bit = std::get_if<ConvertToBernoulli>(&mechanism_)) {
      return bit->release(*std::get_if<ConvertToBernoulli::Prepared>(&prepared), value);
    }
    if (const auto* laplace = std::get_if<DiscreteLaplaceMechanism>(&mechanism_)) {
      return laplace->release(*std::get_if<DiscreteLaplaceMechanism::Prepared>(&prepared), value);
    }
    return std::get_if<DiscreteGaussianMechanism>(&mechanism_)
        ->release(*std::get_if<DiscreteGaussianMechanism::Prepared>(&prepared), value);
  }

 private:
  using Mechanism =
      std::variant<ConvertToBernoulli, DiscreteLaplaceMechanism, DiscreteGaussianMechanism>;

  explicit ScalarRelease(const Mechanism& mechanism) : mechanism_(mechanism) {}

  template <class M, class... Parameters>
  static Result<ScalarRelease> of(Parameters... parameters) {
    const Result<M> mechanism = M::create(parameters...);
    if (!mechanism) return mechanism.error();
    return ScalarRelease(Mechanism(mechanism.value()));
  }

  Mechanism mechanism_;
};

/// v in [-1, 1], clamped, as the reward (1 + v)/2 that mechanisms take. Errors: invalid_argument
/// ("reward") for NaN and infinities; the error does not carry the value.
inline Result<UnitReward> unit_of(double v) { return UnitReward::from(0.5 + v / 2); }

}  // namespace ldp
