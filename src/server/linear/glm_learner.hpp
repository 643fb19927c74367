// The learners of generalized linear models behind one interface: server/linear/online_epochs.hpp
// steps them through the epochs of a server, the simulation through its rounds.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"
#include "protocol/linear_score.hpp"
#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_gloc.hpp"
#include "server/linear/glm_newton.hpp"
#include "server/linear/glm_published.hpp"
#include "server/linear/glm_settings.hpp"
#include "server/linear/glm_sgd.hpp"

namespace ldp {

class GlmLearner {
 public:
  /// Errors: those of the scale of the noise. The experiment must be valid, with a link.
  static Result<GlmLearner> create(const LinearExperiment& experiment);

  /// What `reports` reports come to that were made at `point` [d]. Does not allocate.
  void ingest_epoch(const ScoreSums& sums) {
    std::visit([&](auto& learner) { learner.ingest_epoch(sums); }, learner_);
  }

  /// The same from the totals of the numbers of `reports` reports, whose residuals were divided by
  /// `residual`: `totals` of the first part, `curvature` of the part kCurvaturePart, [] without a
  /// coin.
  void ingest_epoch(std::span<const std::int64_t> totals, std::span<const std::int64_t> curvature,
                    std::span<const double> point, double residual, std::uint64_t reports);

  /// Fills the snapshot, but for its id. Does not allocate where it has room already.
  void estimate(LinearSnapshot& snapshot) {
    std::visit([&](auto& learner) { learner.estimate(snapshot); }, learner_);
  }

  [[nodiscard]] std::uint64_t reports() const {
    return std::visit([](const auto& learner) { return learner.reports(); }, learner_);
  }

  void write(ByteWriter& writer) const {
    std::visit([&](const auto& learner) { learner.write(writer); }, learner_);
  }
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader) {
    return std::visit([&](auto& learner) { return learner.read(reader); }, learner_);
  }

 private:
  using Learner = std::variant<GlmNewton, GlmGloc, GlmSgd, GlmPublished>;

  // `curvature` and `score`: of the two blocks, which are of one release or of two.
  static Learner make(const LinearExperiment& experiment, const ScoreNoise& curvature,
                      const ScoreNoise& score);
  GlmLearner(const LinearExperiment& experiment, const ScoreNoise& curvature,
             const ScoreNoise& score);

  LinearExperiment experiment_;
  double curvature_step_;  // what one step of a number of the curvature is worth, but for Q
  double score_step_;      // and of the last block, but for Cs
  double off_diagonal_;    // of the matrix, what its numbers are multiplied by
  Learner learner_;
  // Of an epoch, in real units.
  std::vector<double> curvature_;
  std::vector<double> moment_;
  std::vector<double> score_;
};

}  // namespace ldp
