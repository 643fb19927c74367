// CUCB-LDP-KL with a menu of levels: the index of an arm whose bits are of several levels
// (docs/spec/combinatorial.md, section 5).
//
//   index = max{x in [x_hat, 1] : ll(x_hat) - ll(x) <= f},   x_hat = argmax of ll in [0, 1],
//
// ll the likelihood of server/arms/menu_likelihood.hpp and f that of one level, with all reports
// about the arm. Planned reports stretch ll: they are taken to be like those that came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/arms/arm_estimate.hpp"
#include "server/combinatorial/kl_index.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class KlMenuIndex {
 public:
  /// theta of every level, each in (0, 1]; what was reported, which is copied. `typical_weight` is
  /// the theta^2 that a report about an arm is taken to have of which only planned reports are
  /// known, in (0, 1].
  KlMenuIndex(std::span<const double> thetas, const Statistics& coordinates, double typical_weight);

  /// x_hat: which mean reward makes the bits about an arm likeliest, in [0, 1]. 1/2 without any.
  [[nodiscard]] double likeliest(std::uint32_t arm) const { return arms_[arm].likeliest; }

  /// The weight of an arm for the oracle, in [likeliest, 1], when the theta^2 of its reports, and
  /// of those planned, add up to `weight`. 1 if that is 0. Of `law` t and arms count.
  [[nodiscard]] double upper(std::uint32_t arm, double weight, KlIndexLaw law) const;

 private:
  struct Arm {
    double reports = 0;
    double weight = 0;  // the sum of their theta^2
    double likeliest = 0.5;
  };

  [[nodiscard]] ArmCounts counts(std::uint32_t arm) const {
    const std::size_t row = 2 * thetas_.size();
    return ArmCounts(std::span(counts_).subspan(row * arm, row));
  }

  std::vector<double> thetas_;
  std::vector<std::int64_t> counts_;  // [arms][levels][count, ones]
  double typical_theta_;
  std::vector<Arm> arms_;
};

}  // namespace ldp
