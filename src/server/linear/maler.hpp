// Maler: Wang, Lu, Zhang 2019, "Adaptivity and Optimality: A Universal Algorithm for Online Convex
// Optimization". Many experts at once, one for convex losses, a ladder of step sizes for strongly
// convex and for exp-concave ones, and weights that find out which of them the losses are like
// (docs/spec/linear.md, section 4.4).
//
// Weights live in the log domain, with their maximum subtracted. One that underflows is correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "server/learner/saved_bytes.hpp"
#include "server/linear/symmetric_eigen.hpp"

namespace ldp {

class Maler {
 public:
  /// `gradient`: G, no gradient is longer. `radius`: D. `horizon`: T >= 1 steps. 2 J + 3 experts, J
  /// = ceil(log2(T)/2); each costs O(d^2) a step, and seldom one O(d^3).
  Maler(std::uint32_t dimension, double gradient, double radius, double horizon);

  [[nodiscard]] std::span<const double> theta() const { return theta_; }
  void step(std::span<const double> gradient);
  void begin_at(std::span<const double> point);

  [[nodiscard]] std::size_t experts() const { return 2 * rates_.size() + 1; }

  void write(ByteWriter& writer) const;
  /// False unless these are the bytes of such a learner.
  bool read(ByteReader& reader);

 private:
  [[nodiscard]] std::span<double> point(std::size_t expert) {
    return std::span<double>(points_).subspan(expert * d_, d_);
  }
  void weigh(std::span<const double> gradient);
  void step_convex(std::span<const double> gradient);
  void step_strongly_convex(std::size_t rate, std::span<const double> gradient);
  void step_exp_concave(std::size_t rate, std::span<const double> gradient);
  void play();

  std::size_t d_;
  double gradient_;
  double radius_;
  double convex_rate_;         // eta_c
  std::vector<double> rates_;  // eta_i, i = 0..J
  std::uint64_t clock_ = 0;

  // Experts: the convex one, then the strongly convex ones, then the exp-concave ones.
  std::vector<double> points_;       // [experts][d]
  std::vector<double> log_weights_;  // [experts]: ln pi
  std::vector<double> shifts_;       // [experts]: <x_e - theta, g>
  std::vector<double> metrics_;      // [J + 1][d][d]: W of the exp-concave ones
  std::vector<double> inverses_;     // [J + 1][d][d]: W^-1
  std::vector<double> theta_;        // [d]
  std::vector<double> direction_;    // [d] scratch
  std::vector<double> image_;        // [d] scratch
  SymmetricEigen eigen_;
};

/// argmin over the ball of `radius` of (z - y)^T W (z - y): `point` is y, and then z. `metric` is
/// W, [d][d], symmetric, positive definite. `rotated`: [d] scratch.
void project_in_metric(std::span<const double> metric, double radius, SymmetricEigen& eigen,
                       std::span<double> rotated, std::span<double> point);

/// The nearest point of the ball.
void project_on_ball(double radius, std::span<double> point);

}  // namespace ldp
