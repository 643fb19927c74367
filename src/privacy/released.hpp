// Released<T>: a value that has been through a mechanism. A report is built from these and from
// nothing else, so a raw reward cannot be put into a report: it does not compile.
#pragma once

#include <type_traits>
#include <utility>

namespace ldp {

// The complete list of what may release a value. Adding a name here is adding a privacy claim.
class ConvertToBernoulli;
class DiscreteLaplaceMechanism;
class DiscreteGaussianMechanism;
class BallRelease;
class CodebookRelease;
class GramRelease;
class PairRelease;
class ScoreRelease;
class SlateRelease;
class WindowMechanism;

template <class T>
class Released {
 public:
  [[nodiscard]] constexpr const T& value() const { return value_; }

 private:
  friend class ConvertToBernoulli;
  friend class DiscreteLaplaceMechanism;
  friend class DiscreteGaussianMechanism;
  friend class BallRelease;
  friend class CodebookRelease;
  friend class GramRelease;
  friend class PairRelease;
  friend class ScoreRelease;
  friend class SlateRelease;
  friend class WindowMechanism;

  constexpr explicit Released(T value) : value_(std::move(value)) {}

  T value_;
};

}  // namespace ldp
