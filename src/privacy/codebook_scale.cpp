#include "privacy/codebook_scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "foundation/natural_exp.hpp"
#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

constexpr int kNodes = 16;
constexpr int kPanels = 256;

// Gauss-Legendre with 16 nodes on [-1, 1]: the positive nodes, largest first, and their weights.
constexpr double kNode[kNodes / 2] = {
    0x1.fa92c264d787ep-1, 0x1.e39f56616f9b0p-1, 0x1.bb3403514e483p-1, 0x1.82c45dda4726bp-1,
    0x1.3c5a466d5e8b8p-1, 0x1.d50259a43a772p-2, 0x1.205cae642337cp-2, 0x1.852bd6676a9f9p-4};
constexpr double kWeight[kNodes / 2] = {
    0x1.bcddab4b7c211p-6, 0x1.fdfb1a2c1265dp-5, 0x1.85c4ee79cc258p-4, 0x1.fe7af2bad386ap-4,
    0x1.325f61bca3cbfp-3, 0x1.5a6ebbb5a75fcp-3, 0x1.75f8c77e0c00fp-3, 0x1.83feae80e4dfcp-3};

double node(int i) { return i < kNodes / 2 ? -kNode[i] : kNode[kNodes - 1 - i]; }
double weight(int i) { return kWeight[i < kNodes / 2 ? i : kNodes - 1 - i]; }

// above(i, j): what the value at node j adds to the integral from node i to 1, exact for
// polynomials of degree 15: w_j ((1 - x_i)/2 + sum_{p=1..15} P_p(x_j) (P_{p-1}(x_i) -
// P_{p+1}(x_i))/2).
struct IntegralAbove {
  double at[kNodes][kNodes] = {};

  IntegralAbove() {
    double legendre[kNodes][kNodes + 1];
    for (int i = 0; i < kNodes; ++i) {
      legendre[i][0] = 1;
      legendre[i][1] = node(i);
      for (int p = 2; p <= kNodes; ++p) {
        legendre[i][p] =
            ((2 * p - 1) * node(i) * legendre[i][p - 1] - (p - 1) * legendre[i][p - 2]) / p;
      }
    }
    for (int i = 0; i < kNodes; ++i) {
      for (int j = 0; j < kNodes; ++j) {
        double sum = (1 - node(i)) / 2;
        for (int p = 1; p < kNodes; ++p) {
          sum += legendre[j][p] * (legendre[i][p - 1] - legendre[i][p + 1]) / 2;
        }
        at[i][j] = weight(j) * sum;
      }
    }
  }
};

double power(double base, std::uint32_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

// m and M2 but for the factors of the coin.
struct Moments {
  double first = 0;   // S1 = n E[G(x)]
  double second = 0;  // S2 = n E[H(x)]
};

// Shares near 0 are differences of sums, which rounding may take below it. Below this nothing
// counts.
constexpr double kLeastShare = 1e-290;

// X = |<U, e>|, U uniform on the sphere of R^D, at the nodes of a quadrature in
// tau, X = 2 tau/(1 + tau^2). G(x) = E[X; X > x] and H(x) = E[X^2; X > x] = ((D-1) x G + q)/D,
// q = P(X > x). docs/spec/codebook.md, section 6.
class Cap {
 public:
  explicit Cap(std::uint32_t length) {
    static const IntegralAbove above;
    const double half_panel =
        std::min(1.0, 5.6 / std::sqrt(static_cast<double>(length))) / kPanels / 2;
    std::vector<double> density(std::size_t{kNodes} * kPanels);
    std::vector<double> along(density.size());
    std::vector<double> height(density.size());  // sqrt(1 - x^2)^(D-1)
    for (int panel = 0; panel < kPanels; ++panel) {
      for (int i = 0; i < kNodes; ++i) {
        const int at = panel * kNodes + i;
        const double tau = (2 * panel + 1 + node(i)) * half_panel;
        const double root = (1 - tau * tau) / (1 + tau * tau);
        const double lower = power(root, length - 2);
        density[at] = lower * 2 / (1 + tau * tau);
        along[at] = 2 * tau / (1 + tau * tau);
        height[at] = lower * root;
      }
    }
    std::vector<double> masses(kPanels);
    double total = 0;
    for (int panel = kPanels; panel-- > 0;) {
      for (int i = 0; i < kNodes; ++i) {
        masses[panel] += weight(i) * density[panel * kNodes + i] * half_panel;
      }
      total += masses[panel];
    }
    points_.resize(density.size());
    double later = 0;
    for (int panel = kPanels; panel-- > 0;) {
      for (int i = 0; i < kNodes; ++i) {
        const int at = panel * kNodes + i;
        double rest = 0;
        for (int j = 0; j < kNodes; ++j) {
          rest += above.at[i][j] * density[panel * kNodes + j] * half_panel;
        }
        Point& point = points_[at];
        point.mass = weight(i) * density[at] * half_panel / total;
        const double tail = std::max((later + rest) / total, kLeastShare);
        point.log_tail = natural_log(tail);
        point.log_rest = masses[panel] - rest;  // completed below
        point.first = height[at] / (total * (length - 1));
        point.second = ((length - 1) * along[at] * point.first + tail) / length;
      }
      later += masses[panel];
    }
    double earlier = 0;
    for (int panel = 0; panel < kPanels; ++panel) {
      for (int i = 0; i < kNodes; ++i) {
        double& rest = points_[panel * kNodes + i].log_rest;
        rest = natural_log(std::max((earlier + rest) / total, kLeastShare));
      }
      earlier += masses[panel];
    }
    peak_ = {1 / (total * (length - 1)), 1.0 / length};
  }

  // Of the k nearest of n = N/2 pairs: q at the k-th largest of n - 1 has the law Beta(k, n - k).
  [[nodiscard]] Moments moments(std::uint32_t pairs, std::uint32_t near) const {
    if (near == pairs) return {pairs * peak_.first, pairs * peak_.second};
    const double in = near - 1.0;
    const double out = static_cast<double>(pairs) - near - 1;
    double shift = 0;  // the logarithm of q^(k-1) (1-q)^(n-k-1) where it is largest
    if (in > 0) shift += in * natural_log(in / (in + out));
    if (out > 0) shift += out * natural_log(out / (in + out));
    double total = 0;
    Moments sum;
    for (const Point& point : points_) {
      const double exponent = in * point.log_tail + out * point.log_rest - shift;
      if (exponent < -60) continue;
      const double share = point.mass * natural_exp(exponent);
      total += share;
      sum.first += share * point.first;
      sum.second += share * point.second;
    }
    return {pairs * sum.first / total, pairs * sum.second / total};
  }

 private:
  struct Point {
    double mass = 0;
    double log_tail = 0;  // ln q
    double log_rest = 0;  // ln(1 - q)
    double first = 0;     // G
    double second = 0;    // H
  };

  std::vector<Point> points_;
  Moments peak_;
};

Status check_shape(const CodebookShape& shape) {
  if (shape.dimension < 2 || shape.dimension > kMaxCodebookDimension) {
    return invalid("dimension", "must be between 2 and 8384", shape.dimension);
  }
  if (!(shape.norm > 0 && shape.norm <= std::numeric_limits<double>::max())) {
    return invalid("norm", "must be positive and finite", shape.norm);
  }
  const Result<CodebookCoin> coin = CodebookCoin::create(shape.epsilon, shape.codewords, 1);
  if (!coin) return coin.error();
  return {};
}

// Requires a valid shape but for `near`. m grows with k up to its maximum, then falls.
std::uint32_t best_near(const CodebookShape& shape, const Cap& cap) {
  const auto mean = [&](std::uint32_t near) {
    const CodebookCoin coin = CodebookCoin::create(shape.epsilon, shape.codewords, near).value();
    return coin.advantage() * cap.moments(shape.codewords / 2, near).first;
  };
  std::uint32_t low = 1;
  std::uint32_t high = shape.codewords / 2;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (mean(middle) >= mean(middle + 1)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

std::uint32_t default_codewords(double epsilon, std::uint32_t dimension) {
  std::uint32_t codewords = epsilon < 0.75 ? 64 : epsilon < 5 ? 256 : epsilon < 9 ? 1024 : 4096;
  const auto halve = [&](std::uint32_t least, std::uint64_t numbers) {
    while (codewords > least && codewords * (std::uint64_t{dimension} + 1) > numbers) {
      codewords /= 2;
    }
  };
  if (epsilon < 1.5) halve(64, 1u << 14);
  halve(16, 1u << 18);
  return codewords;
}

Result<std::uint32_t> best_near(double epsilon, std::uint32_t dimension, std::uint32_t codewords) {
  const CodebookShape shape{epsilon, dimension, 1, codewords, 0};
  if (const Status status = check_shape(shape); !status) return status.error();
  return best_near(shape, Cap(dimension + 1));
}

Result<CodebookShape> with_defaults(CodebookShape shape) {
  if (shape.codewords == 0) shape.codewords = default_codewords(shape.epsilon, shape.dimension);
  if (const Status status = check_shape(shape); !status) return status.error();
  if (shape.near == 0) shape.near = best_near(shape, Cap(shape.dimension + 1));
  return shape;
}

Result<CodebookScale> CodebookScale::create(CodebookShape shape) {
  if (shape.codewords == 0) shape.codewords = default_codewords(shape.epsilon, shape.dimension);
  if (const Status status = check_shape(shape); !status) return status.error();
  const Cap cap(shape.dimension + 1);
  if (shape.near == 0) shape.near = best_near(shape, cap);
  const Result<CodebookCoin> coin =
      CodebookCoin::create(shape.epsilon, shape.codewords, shape.near);
  if (!coin) return coin.error();
  const Moments moments = cap.moments(shape.codewords / 2, shape.near);
  const double advantage = coin.value().advantage();
  const double blind = shape.codewords * coin.value().far_probability();
  return CodebookScale(shape, coin.value(), advantage * moments.first,
                       blind / (shape.dimension + 1.0) + advantage * moments.second);
}

double CodebookScale::alpha() const {
  return ((dimension() + 1) * square_ - 1) / (dimension() * mean_ * mean_);
}

double CodebookScale::beta() const { return (1 - square_) / (dimension() * mean_ * mean_); }

double CodebookScale::squared_error(double share) const {
  return norm() * norm() * (dimension() * beta() + (alpha() - 1) * share * share);
}

double CodebookScale::variance() const {
  return norm() * norm() * (beta() + std::max(alpha() - 1, 0.0));
}

double CodebookScale::coordinate_square() const {
  const double length = norm() / mean_;
  return length * length * (1 - (1 - square_) / dimension()) / dimension();
}

// docs/spec/codebook.md, section 7. Along u a codeword is one of two: uniform on the sphere with
// probability N s, of mean 0 and proxy 1/D, or one of the k nearest, whose density along u is
// (D-3)-strongly log-concave on [0, 1], of mean m/p, p = k (r - s). Which of the two it is moves
// the mean like a coin of probability p, of proxy (1 - 2p)/(2 ln((1-p)/p)) (Kearns, Saul 1998; at
// most 1/4). Across u it is uniform on a sphere of R^d, of proxy 1/d.
double CodebookScale::sub_gaussian() const {
  const double d = dimension();
  const double blind = coin_.codewords() * coin_.far_probability();
  const double near = coin_.near() * coin_.advantage();
  const double jump = mean_ / near;
  const double lean = blind - near;
  const double coin = std::abs(lean) < 1e-3 ? 0.25 : lean / (2 * natural_log(blind / near));
  const double of_near = d > 6 ? 1 / (d - 2) : 0.25;
  const double along = std::min(1.0, std::max(of_near, 1 / (d + 1)) + jump * jump * coin);
  const double length = norm() / mean_;
  return length * length * std::max(along, 1 / d);
}

double CodebookScale::longest() const {
  const double rounding = std::sqrt(static_cast<double>(dimension())) / (2.0 * kCodewordNorm);
  return norm() / mean_ * (1 + rounding);
}

}  // namespace ldp
