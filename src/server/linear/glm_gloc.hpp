// glm-gloc: Algorithm 3 of Zheng, Cai, Huang, Li, Wang 2020 with its report repaired
// (docs/spec/generalized-linear.md, sections 3 and 5.2), after GLOC of Jun, Bhargava, Nowak,
// Willett 2017.
//
// Two parameters. An online gradient descent finds th, where visitors take their scores; the least
// squares fit theta_t of its predictions x . th is what arms are chosen by:
//
//   V += x x^T,  u += x x^T th0,  A += |h|^2,  th <- P_S(th - (S/sqrt A) h)
//
// with th0 the point of the report's snapshot. An epoch of several reports is one round of the
// descent, with their sum as its gradient: what is minimised is the sum of the epochs' losses, and
// the bound S sqrt(2 sum |h|^2) of its regret (Streeter & McMahan 2010) holds of that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/linear_snapshot.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/glm_settings.hpp"
#include "server/linear/shifted_gram.hpp"

namespace ldp {

class GlmGloc {
 public:
  explicit GlmGloc(const GlmSettings& settings);

  /// See GlmNewton. Here the order of the epochs counts.
  void ingest_epoch(const ScoreSums& sums);
  void estimate(LinearSnapshot& snapshot);
  [[nodiscard]] std::uint64_t reports() const { return reports_; }
  void write(ByteWriter& writer) const;
  bool read(ByteReader& reader);

 private:
  GlmSettings settings_;
  std::uint64_t reports_ = 0;
  std::vector<double> gram_sum_;  // V, upper triangle
  std::vector<double> target_;    // u
  double squares_ = 0;            // A
  std::vector<double> point_;     // th
  ShiftedGram gram_;
};

}  // namespace ldp
