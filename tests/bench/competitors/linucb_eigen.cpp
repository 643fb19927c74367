// LinUCB on noisy sums, as one writes it with Eigen: linucb_eigen <d> <arms> <rounds> <every |
// lazy>. The same work as `ldp_linear_bench learner ... theory`: a choice by estimate and width of
// all arms, a Bernoulli reward, one update a round. every: the noise of a report and a
// factorisation in each round. lazy: both after each report up to 200, then after every hundredth
// part of them, ten at most. 64 rounds' contexts are drawn before and taken in turn.
#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSigma = 2.3;  // of one report

class LinUcb {
 public:
  LinUcb(long d, bool is_lazy)
      : is_lazy_(is_lazy),
        gram_(MatrixXd::Zero(d, d)),
        u_(VectorXd::Zero(d)),
        theta_(VectorXd::Zero(d)),
        factor_(MatrixXd::Identity(d, d)) {}

  long choose(const MatrixXd& x) const {
    const VectorXd scores = x * theta_ + radius_ * (x * factor_.transpose()).rowwise().norm();
    Eigen::Index best = 0;
    scores.maxCoeff(&best);
    return best;
  }

  void learn(const VectorXd& x, double reward) {
    gram_ += x * x.transpose();
    u_ += reward * x;
    ++reports_;
    const long wanted = is_lazy_ ? std::clamp(reports_ / 100, 1L, 10L) : 1;
    if (reports_ <= 200 || reports_ - published_ >= wanted) publish();
  }

 private:
  void publish() {
    const long d = u_.size();
    const double root = kSigma * std::sqrt(static_cast<double>(reports_ - published_));
    published_ = reports_;
    for (long i = 0; i < d; ++i) {
      u_(i) += root * normal_(random_);
      gram_(i, i) += root * normal_(random_);
      for (long j = i + 1; j < d; ++j) {
        gram_(i, j) += root * std::sqrt(0.5) * normal_(random_);
        gram_(j, i) = gram_(i, j);
      }
    }
    const double bound = kSigma * std::sqrt(static_cast<double>(reports_)) *
                         (std::sqrt(2.0 * static_cast<double>(d)) + 6.3);
    const MatrixXd v = gram_ + (1 + 2 * bound) * MatrixXd::Identity(d, d);
    const Eigen::LLT<MatrixXd> cholesky(v);
    theta_ = cholesky.solve(u_);
    factor_ = cholesky.matrixL().solve(MatrixXd::Identity(d, d));
    radius_ = std::sqrt(bound);
  }

  bool is_lazy_;
  MatrixXd gram_;
  VectorXd u_;
  VectorXd theta_;
  MatrixXd factor_;
  double radius_ = 1;
  long reports_ = 0;
  long published_ = 0;
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

double play(long d, const std::vector<MatrixXd>& pool, long rounds, bool is_lazy) {
  LinUcb learner(d, is_lazy);
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform;
  double rewards = 0;
  for (long round = 0; round < rounds; ++round) {
    const MatrixXd& x = pool[static_cast<std::size_t>(round) % pool.size()];
    const long arm = learner.choose(x);
    const double mean = 0.5 + 0.5 * x(arm, 0);
    const double reward = uniform(random) < mean ? 1 : 0;
    learner.learn(x.row(arm).transpose(), reward);
    rewards += reward;
  }
  return rewards;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: linucb_eigen <d> <arms> <rounds> <every | lazy>\n", stderr);
    return 2;
  }
  const long d = std::atol(argv[1]);
  const long arms = std::atol(argv[2]);
  const long rounds = std::atol(argv[3]);
  const bool is_lazy = std::string_view(argv[4]) == "lazy";
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::vector<MatrixXd> pool(64, MatrixXd(arms, d));
  for (MatrixXd& x : pool) {
    for (long i = 0; i < x.size(); ++i) x.data()[i] = normal(random);
    x.rowwise().normalize();
  }
  play(d, pool, rounds, is_lazy);
  const auto start = std::chrono::steady_clock::now();
  const double result = play(d, pool, rounds, is_lazy);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::printf("{\"work\":%ld,\"seconds\":%.9f,\"result\":%.17g}\n", rounds, time.count(), result);
  return 0;
}
