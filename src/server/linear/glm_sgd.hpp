// glm-sgd: stochastic gradient descent and greedy play, after Han, Liang, Wang, Zhang 2021,
// "Generalized Linear Bandits with Local Differential Privacy" (docs/spec/generalized-linear.md,
// section 5.3). A report is a score alone, d numbers. Nothing explores: it is for contexts that
// vary from visitor to visitor, and can lock in on a wrong arm where they are few or fixed.
//
//   th <- P_S(th - h/(lambda (t + t0))),  t = reports with this one,  t0 = sg sqrt d/(lambda S)
//
// lambda = 2 mu/d is the curvature of the loss with contexts spread over the sphere. With a large S
// mu is that of the worst parameter, and the steps would be too long: mu counts for at least 0.075,
// which is that section's lambda = 0.03 of d = 5, S = 3.
//
// Of n reports of an epoch the step is sum h/(lambda (t + n + t0)): these steps are those of the
// leader of the losses lambda |theta - (th_s - h_s/lambda)|^2/2, t0 of them at the beginning, and
// that is where the leader goes if n of them have one point.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_settings.hpp"

namespace ldp {

class GlmSgd {
 public:
  explicit GlmSgd(const GlmSettings& settings);

  /// See GlmNewton; of the sums only the score is there. Here the order of the epochs counts.
  void ingest_epoch(const ScoreSums& sums);
  void estimate(LinearSnapshot& snapshot) const;
  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  void write(ByteWriter& writer) const;
  bool read(ByteReader& reader);

  /// lambda and t0.
  [[nodiscard]] double curvature() const { return curvature_; }
  [[nodiscard]] double delay() const { return delay_; }

 private:
  GlmSettings settings_;
  double curvature_;
  double delay_;
  std::uint64_t reports_ = 0;
  std::vector<double> point_;  // th
};

}  // namespace ldp
