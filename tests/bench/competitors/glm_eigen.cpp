// glm-newton with the sphere mechanism, as one writes it with Eigen: glm_eigen <d> <arms> <rounds>.
// The same work as `ldp_glm_bench learner ldp-glm-newton`: a choice by estimate and width of all
// arms, logistic feedback, the score and its curvature with noise, and in every round a
// factorisation, an inverse and a new estimate. 64 rounds' contexts are drawn before and taken in
// turn.
#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kBalance = 0.75;
constexpr double kLargestSlope = 0.25;
constexpr double kResidual = 0.7310585786300049;  // g(1)

double mean(double a) { return 1 / (1 + std::exp(-a)); }

class GlmNewton {
 public:
  explicit GlmNewton(long d)
      : d_(d),
        q_(d * (d + 1) / 2 + d),
        v_(MatrixXd::Zero(d, d)),
        b_(VectorXd::Zero(d)),
        theta_(VectorXd::Zero(d)),
        inverse_(MatrixXd::Identity(d, d)),
        direction_(q_),
        value_(q_) {
    const auto q = static_cast<double>(q_);
    const double gammas = std::exp(std::lgamma((q + 1) / 2) - std::lgamma(q / 2));
    reach_ = std::sqrt(1 + 1 / (kBalance * kBalance)) / std::tanh(0.5) * std::sqrt(M_PI) * gammas;
    deviation_ = reach_ / std::sqrt(q);
  }

  long choose(const MatrixXd& x) const {
    const VectorXd scores = x * theta_ + omega_ * (x * inverse_).rowwise().norm();
    Eigen::Index best = 0;
    scores.maxCoeff(&best);
    return best;
  }

  void learn(const VectorXd& x, double y) {
    const double z = x.dot(theta_);
    const double bound = mean(theta_.norm());
    const double residual = std::clamp(mean(z) - y, -bound, bound);
    const double slope = mean(z) * (1 - mean(z));
    long next = 0;
    for (long i = 0; i < d_; ++i) {
      for (long j = 0; j <= i; ++j) {
        value_(next++) = slope / kLargestSlope * x(i) * x(j) * (i == j ? 1 : std::sqrt(2.0));
      }
    }
    value_.tail(d_) = residual / (kBalance * bound) * x;
    perturb();
    MatrixXd w(d_, d_);
    next = 0;
    for (long i = 0; i < d_; ++i) {
      for (long j = 0; j <= i; ++j) {
        w(i, j) = kLargestSlope * direction_(next++) * (i == j ? 1 : std::sqrt(0.5));
        w(j, i) = w(i, j);
      }
    }
    const VectorXd h = kBalance * bound * direction_.tail(d_);
    v_ += w;
    b_ += w * theta_ - h;
    ++reports_;
    publish();
  }

 private:
  // direction_ = the release of value_.
  void perturb() {
    const double longest = std::sqrt(1 + 1 / (kBalance * kBalance));
    const double length = std::min(value_.norm() / longest, 1.0);
    const bool is_kept = uniform_(random_) < (1 + length) / 2;
    const bool is_true = uniform_(random_) < 1 / (1 + std::exp(-1.0));
    for (long i = 0; i < q_; ++i) direction_(i) = normal_(random_);
    const bool is_same_side = direction_.dot(value_) >= 0;
    const double sign = (is_same_side == (is_kept == is_true)) ? 1 : -1;
    direction_ *= sign * reach_ / direction_.norm();
  }

  void publish() {
    const auto t = static_cast<double>(reports_);
    double ridge =
        std::max(kLargestSlope * deviation_ * std::sqrt(2 * static_cast<double>(d_) * t), 1e-3);
    Eigen::LLT<MatrixXd> cholesky;
    for (;; ridge *= 2) {
      cholesky.compute(v_ + ridge * MatrixXd::Identity(d_, d_));
      if (cholesky.info() == Eigen::Success) break;
    }
    inverse_ = cholesky.solve(MatrixXd::Identity(d_, d_));
    theta_ = inverse_ * b_;
    if (theta_.norm() > 1) theta_.normalize();
    omega_ = kBalance * kResidual * deviation_ * std::sqrt(t);
  }

  long d_;
  long q_;
  MatrixXd v_;
  VectorXd b_;
  VectorXd theta_;
  MatrixXd inverse_;
  VectorXd direction_;
  VectorXd value_;
  double reach_ = 0;
  double deviation_ = 0;
  double omega_ = 0;
  long reports_ = 0;
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

double play(long d, const std::vector<MatrixXd>& pool, long rounds) {
  GlmNewton learner(d);
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform;
  double sum = 0;
  for (long round = 0; round < rounds; ++round) {
    const MatrixXd& x = pool[static_cast<std::size_t>(round) % pool.size()];
    const long arm = learner.choose(x);
    const double y = uniform(random) < mean(x(arm, 0)) ? 1 : 0;
    learner.learn(x.row(arm).transpose(), y);
    sum += y;
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: glm_eigen <d> <arms> <rounds>\n", stderr);
    return 2;
  }
  const long d = std::atol(argv[1]);
  const long arms = std::atol(argv[2]);
  const long rounds = std::atol(argv[3]);
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::vector<MatrixXd> pool(64, MatrixXd(arms, d));
  for (MatrixXd& x : pool) {
    for (long i = 0; i < x.size(); ++i) x.data()[i] = normal(random);
    x.rowwise().normalize();
  }
  play(d, pool, rounds);
  const auto start = std::chrono::steady_clock::now();
  const double result = play(d, pool, rounds);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::printf("{\"work\":%ld,\"seconds\":%.9f,\"result\":%.17g}\n", rounds, time.count(), result);
  return 0;
}
