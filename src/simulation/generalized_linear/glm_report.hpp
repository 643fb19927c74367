// What the devices of a generalized linear experiment send, drawn fast and in real units: the law
// of the mechanisms but for their grids, which are 16 bits of a direction and about 2^-20 of the
// Gaussian noise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_snapshot.hpp"
#include "protocol/link.hpp"
#include "server/linear/glm_settings.hpp"
#include "simulation/linear/counter_words.hpp"
#include "simulation/linear/pure_noise.hpp"

namespace ldp {

/// The sum of the reports of one epoch.
class GlmReports {
 public:
  /// Errors: those of the mechanism's scale. The experiment must be valid, with a link.
  static Result<GlmReports> create(const LinearExperiment& experiment);

  /// Adds the report of a device that played `x` ([d]) by this snapshot and saw `feedback`, which
  /// it clamps. Pure noise is drawn here.
  void add(const LinearSnapshot& snapshot, std::span<const double> x, double feedback,
           CounterWords& words);

  /// Ends the epoch. Gaussian noise is drawn here, that of all its reports at once: the sum of
  /// theirs is Gaussian, of as many times the variance. Valid until the next add().
  [[nodiscard]] ScoreSums close(const LinearSnapshot& snapshot, CounterWords& words);

 private:
  GlmReports(const LinearExperiment& experiment, std::vector<PureNoise> pure, double sigma);
  void begin();

  LinkModel model_;
  bool has_coin_;
  bool has_matrix_;
  bool has_moment_;
  bool is_weighted_;             // the curvature has the weight g'
  double curvature_unit_;        // what released numbers are worth ...
  double residual_unit_;         // ... for a residual of 1, or whatever it is
  bool is_relative_;             // the residual is sent divided by Cs
  double sigma_;                 // Gaussian: of a released number on the diagonal and on vectors
  double off_diagonal_;          // Gaussian: what it is multiplied by off the diagonal
  std::vector<PureNoise> pure_;  // one for each part; Gaussian: none
  bool is_closed_ = true;
  std::uint64_t reports_ = 0;
  std::vector<double> curvature_;
  std::vector<double> moment_;
  std::vector<double> score_;
  std::vector<double> value_;    // of a device, in svec coordinates; pure noise only
  std::vector<double> release_;  // pure noise: of it; Gaussian: normal numbers
};

}  // namespace ldp
