// LDP linear moments: a linear bandit that is told one noisy vector as long as the features, with
// pure epsilon. docs/linear-moments.md derives it, and says where every constant is from.
//
// Devices that explore, a public coin says which, send the moment m = (y - 1/2) w (x - mean) of an
// arm that they drew uniformly; all others play the best arm they know and send their design w S
// (client/centred_arms.hpp). E[m] = D theta with D = E[w S], whatever the reward level of a visitor
// is. So of the two means M and D of the reports,
//
//   theta = sum over eigenpairs (l, q) of D of  q <q, M> l/(l^2 + s^2/tau^2 + v),
//
// D^-1 M with directions left out that the noise hides: s^2 and v are the variances of M and D per
// coordinate, tau^2 the variance of theta's coordinates that |M|^2 speaks for. D itself is taken
// for a multiple of the identity until its reports show that it is not.
//
// Exploration. If M's direction is wrong by a small angle, playing by it loses (d - 1) s^2/(2 |D
// theta|^2) of what a uniform choice loses, and s^2 = sigma^2/(moments so far). Exploring costs all
// of that. So the number of moments after n reports should be sqrt(C n), C = (d - 1) sigma^2/|D
// theta|^2: regret then grows as sqrt(n), for any unknown horizon, with no constant to choose but
// one of order 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/linear/linear_statistics.hpp"
#include "server/linear/symmetric_eigen.hpp"

namespace ldp {

class LinearMoments {
 public:
  /// Errors: those of validate(experiment).
  static Result<LinearMoments> create(const LinearExperiment& experiment);

  /// Standard deviation of one report per coordinate, in real units: sigma of a moment, and of the
  /// svec of a design.
  [[nodiscard]] double moment_sigma() const { return moment_sigma_; }
  [[nodiscard]] double design_sigma() const { return design_sigma_; }

  /// Fills theta, exploration and the number of reports of `snapshot`, from sums in real units:
  /// `moment` [d] of `moments` reports, `design` [d (d + 1)/2] of `designs` reports, an svec. Does
  /// not allocate where the snapshot has room already. The snapshot has no width.
  void estimate(std::span<const double> moment, std::uint64_t moments,
                std::span<const double> design, std::uint64_t designs, LinearSnapshot& snapshot);

  /// The same from the sums of reports.
  void estimate(const LinearStatistics& sums, LinearSnapshot& snapshot);

 private:
  LinearMoments(const LinearExperiment& experiment, double moment_unit, double moment_sigma,
                double design_unit, double design_sigma);

  // Whether D is known well enough to be used; then eigen_ has it, in units of `level_`.
  bool know_design(std::span<const double> design, double designs);
  // The fraction of devices that should explore from now on; `signal` = |D theta|^2.
  [[nodiscard]] double exploration(double signal, double moments, double reports) const;

  LinearExperiment experiment_;
  double moment_unit_;
  double moment_sigma_;
  double design_unit_;
  double design_sigma_;
  double level_ = 1;            // the mean eigenvalue of D
  double design_variance_ = 0;  // of its coordinates, in units of the level
  SymmetricEigen eigen_;
  std::vector<double> matrix_;  // [d][d], upper triangle
  std::vector<double> mean_;    // [d]: M
  std::vector<double> moment_;  // sums in real units
  std::vector<double> design_;
};

}  // namespace ldp
