// Experiments of the linear family and reports as devices of them would send: real features, real
// rewards, noise of the right size (by Box and Muller: nothing here is private).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "privacy/ball_scale.hpp"
#include "privacy/gram_scale.hpp"
#include "privacy/pair_scale.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/linear_score.hpp"
#include "server/linear/plain_algebra.hpp"

namespace ldp::test {

inline LinearExperiment linear_experiment(Algorithm algorithm, std::uint32_t dimension,
                                          double epsilon, double delta = 1e-5) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  experiment.mechanism = LinearMechanism::gaussian;
  experiment.delta = delta;
  return experiment;
}

inline LinearExperiment ball_experiment(std::uint32_t dimension, double epsilon) {
  LinearExperiment experiment = linear_experiment(Algorithm::ldp_linucb, dimension, epsilon, 0);
  experiment.mechanism = LinearMechanism::ball;
  return experiment;
}

inline LinearExperiment glm_experiment(Algorithm algorithm, std::uint32_t dimension, double epsilon,
                                       LinearMechanism mechanism, double delta = 1e-5) {
  LinearExperiment experiment = linear_experiment(algorithm, dimension, epsilon, delta);
  experiment.mechanism = mechanism;
  if (mechanism == LinearMechanism::ball) experiment.delta = 0;
  return experiment;
}

// An experiment of every learner, and of every choice that its learner has.
inline std::vector<LinearExperiment> every_linear(std::uint32_t d, double epsilon,
                                                  double delta = 1e-3) {
  LinearExperiment ogd = linear_experiment(Algorithm::online_ldp_linucb, d, epsilon, delta);
  ogd.learner = OnlineLearnerKind::ogd;
  LinearExperiment convex = ogd;
  convex.learner = OnlineLearnerKind::ogd_strongly_convex;
  LinearExperiment restarts = linear_experiment(Algorithm::online_ldp_linucb, d, epsilon, delta);
  restarts.restarts = true;
  LinearExperiment published = restarts;
  published.radius = RadiusMode::published;
  published.calibration = Calibration::published;
  LinearExperiment combiner =
      linear_experiment(Algorithm::private_bandits_combiner, d, epsilon, delta);
  LinearExperiment published_combiner = combiner;
  published_combiner.radius = RadiusMode::published;
  const auto glm = [&](Algorithm algorithm, LinearMechanism mechanism) {
    return glm_experiment(algorithm, d, epsilon, mechanism, delta);
  };
  LinearExperiment tuned = glm(Algorithm::ldp_glm_published, LinearMechanism::gaussian);
  tuned.tuning = Tuning::tuned;
  return {ball_experiment(d, epsilon),
          linear_experiment(Algorithm::ldp_linucb, d, epsilon, delta),
          linear_experiment(Algorithm::online_ldp_linucb, d, epsilon, delta),
          ogd,
          convex,
          restarts,
          published,
          combiner,
          published_combiner,
          glm(Algorithm::ldp_glm_newton, LinearMechanism::ball),
          glm(Algorithm::ldp_glm_newton, LinearMechanism::gaussian),
          glm(Algorithm::ldp_glm_gloc, LinearMechanism::ball),
          glm(Algorithm::ldp_glm_sgd, LinearMechanism::ball),
          tuned};
}

struct Visit {
  std::vector<double> x;  // norm 1
  double reward = 0;
};

/// A random unit vector whose last coordinate is sqrt(1/2), and a reward of mean 1/2 + x_0/2.
inline Visit random_visit(SplitMix64& words, std::uint32_t dimension) {
  Visit visit{normals(words, dimension, 1), 0};
  visit.x.back() = 0;
  double square = 0;
  for (const double x : visit.x) square += x * x;
  for (double& x : visit.x) x /= std::sqrt(2 * std::max(square, 1e-300));
  visit.x.back() = std::sqrt(0.5);
  visit.reward = words.real() < 0.5 + visit.x[0] / 2 ? 1 : 0;
  return visit;
}

inline std::int32_t saturated(double value, std::int32_t largest) {
  return static_cast<std::int32_t>(std::clamp(std::round(value), -largest - 1.0, largest * 1.0));
}

/// All devices of an experiment.
class Devices {
 public:
  explicit Devices(const LinearExperiment& experiment)
      : experiment_(experiment), d_(experiment.dimension) {
    if (has_link(experiment)) {
      const ScoreNoise noise = score_noise(experiment).value();
      longest_ = experiment.algorithm == Algorithm::ldp_glm_sgd ? 1 : 5.0 / 3;
      unit_ = noise.unit;
      sigma_ = noise.sigma / noise.unit;
      sigma_off_diagonal_ = sigma_ * std::sqrt(0.5);
      return;
    }
    if (experiment.mechanism == LinearMechanism::ball) return;
    if (experiment.algorithm == Algorithm::ldp_linucb) {
      const GramScale scale =
          GramScale::create(experiment.epsilon, experiment.delta, d_, experiment.calibration)
              .value();
      sigma_ = scale.sigma() / scale.unit();
      sigma_off_diagonal_ = scale.sigma_off_diagonal() / scale.unit();
      unit_ = scale.unit();
    } else {
      const PairScale scale =
          PairScale::create(experiment.epsilon, experiment.delta, d_, experiment.calibration)
              .value();
      sigma_ = sigma_off_diagonal_ = scale.sigma() / scale.unit();
      unit_ = scale.unit();
    }
  }

  ReceivedLinearReport report(SplitMix64& words, std::uint32_t snapshot) const {
    const Visit visit = random_visit(words, d_);
    const bool is_ball = experiment_.mechanism == LinearMechanism::ball;
    std::vector<double> v;
    std::vector<bool> is_off_diagonal;
    const auto push_matrix = [&] {
      for (std::size_t i = 0; i < d_; ++i) {
        for (std::size_t j = i; j < d_; ++j) {
          is_off_diagonal.push_back(j > i);
          v.push_back(visit.x[i] * visit.x[j] * (j > i && is_ball ? std::sqrt(2.0) : 1));
        }
      }
    };
    if (experiment_.algorithm == Algorithm::ldp_linucb) {
      push_matrix();
      for (const double x : visit.x) v.push_back(visit.reward * x);
    } else if (has_link(experiment_)) {
      // Of the logistic link at the point 0.
      const bool is_joint = experiment_.algorithm == Algorithm::ldp_glm_newton ||
                            experiment_.algorithm == Algorithm::ldp_glm_gloc;
      const bool is_published = experiment_.algorithm == Algorithm::ldp_glm_published;
      if (is_joint || is_published) push_matrix();
      if (is_published) v.resize(v.size() + d_);
      const double scale = is_published ? 1 : is_joint ? 1 / 0.375 : 2;
      for (const double x : visit.x) v.push_back((0.5 - visit.reward) * scale * x);
    } else {
      v = visit.x;
      v.push_back(visit.reward);
    }
    is_off_diagonal.resize(v.size());

    ReceivedLinearReport report;
    report.snapshot = snapshot;
    if (is_ball) {
      report.values = on_ball(v, words);
      return report;
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double sigma = is_off_diagonal[i] ? sigma_off_diagonal_ : sigma_;
      report.values.push_back(saturated(v[i] / unit_ + sigma * normal(words), 0x7f'ffff));
    }
    return report;
  }

 private:
  // A direction, on the side of v (||v|| <= longest_) as the coin says.
  std::vector<std::int32_t> on_ball(const std::vector<double>& v, SplitMix64& words) const {
    const std::vector<double> g = normals(words, v.size(), 1);
    double side = 0;
    double length = 0;
    double square = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      side += g[i] * v[i];
      length += g[i] * g[i];
      square += v[i] * v[i];
    }
    if (words.real() >= (1 + std::sqrt(square) / longest_) / 2) side = -side;
    const bool is_kept = words.real() < 1 / (1 + std::exp(-experiment_.epsilon));
    const double stretch =
        ((side > 0) == is_kept ? 1 : -1) * BallScale::kDirectionNorm / std::sqrt(length);
    std::vector<std::int32_t> values;
    for (const double gi : g) values.push_back(saturated(stretch * gi, 0x7fff));
    return values;
  }

  LinearExperiment experiment_;
  std::uint32_t d_;
  double longest_ = std::sqrt(2.0);
  double sigma_ = 0;  // in steps
  double sigma_off_diagonal_ = 0;
  double unit_ = 1;
};

}  // namespace ldp::test
