// The sensitivity of a vector release: the largest Euclidean distance over all pairs of inputs
// (replacement). Features x of norm at most 1.
#pragma once

#include <cmath>

namespace ldp {

/// Of (svec(x x^T), y x) with |y| <= b, and the same if y is in [0, b]; svec has sqrt(2) x_i x_j
/// off the diagonal, so that its Euclidean distance is the Frobenius distance. For b^2 <= 2 it is
/// sqrt(2) (1 + b^2/2), at unit vectors of cosine -b^2/2 and rewards b and b; beyond, 2 b, at
/// opposite vectors. Requires b > 0.
///
/// Proof. The distance is convex in the rewards, so they are +-b, and x -> -x flips the sign of
/// y x: maximise ||x x^T - z z^T||^2 + b^2 ||x - z||^2. Scaling both vectors up increases both
/// terms: ||x|| = 1. With T = ||x - z||^2 and B = ||z||^2 the first term is
/// ((2 + 2 B - T) T + (1 - B)^2)/2: convex in B, so B = 1 or z is a multiple of x. B = 1 gives
/// (4 - T) T/2 + b^2 T, at most (2 + b^2)^2/2, at T = 2 + b^2 if that is at most 4, else 4 b^2. A
/// multiple of norm t gives at most (1 - t)^2 + 2 b^2 (1 + t), convex in t, which is never larger.
inline double gram_sensitivity(double b) {
  return b * b <= 2 ? std::sqrt(2.0) * (1 + b * b / 2) : 2 * b;
}

/// Of (u svec(x x^T), v x) with u in [least, 1], |v| <= b: the larger of gram_sensitivity(b) and
/// what two inputs of weights 1 and `least` can be apart. Requires b > 0, 0 <= least <= 1.
///
/// Proof. The squared distance ||u x x^T - u' z z^T||^2 + ||v x - v' z||^2 is convex in (u, u') and
/// in (v, v'): they are at the ends of their ranges, and x -> -x flips a sign of v. With A =
/// ||x||^2, B = ||z||^2, c = |x . z| it is then u^2 A^2 + u'^2 B^2 - 2 u u' c^2 + b^2 (A + B + 2
/// c), which grows with A and with B and lets c be larger: A = B = 1. u = u' = 1 is
/// gram_sensitivity(b), u = u' = least is less. u = 1, u' = least: 1 + least^2 - 2 least c^2 + b^2
/// (2 + 2 c), largest at c = b^2/(2 least) or at c = 1.
inline double score_sensitivity(double b, double least) {
  const double square = b * b;
  const double apart = square <= 2 * least
                           ? 1 + least * least + 2 * square + square * square / (2 * least)
                           : (1 - least) * (1 - least) + 4 * square;
  const double equal = gram_sensitivity(b);
  return equal * equal > apart ? equal : std::sqrt(apart);
}

/// Of (svec(x x^T), z x, v x) with z = x . point, ||point|| <= S, |v| <= b: with k = b^2/(2 + S^2)
/// it is sqrt((2 + S^2)(1 + k)^2), and 2 b if k > 1. Requires S > 0, b > 0.
///
/// Proof. z x = (x x^T) point, so a shift M of the matrix shifts it by at most S times the largest
/// eigenvalue of M in size. With A, B, c as above the eigenvalues of x x^T - z z^T have the sum A -
/// B and the product c^2 - A B; what they give grows with A and with B at fixed c, so A = B = 1,
/// both are sqrt(1 - c^2) in size, and the square is (2 + S^2)(1 - c^2) + b^2 (2 + 2 c), largest at
/// c = k or 1. It is attained where the point is an eigenvector. S = b = 1: sqrt(16/3).
inline double published_score_sensitivity(double point, double b) {
  const double weight = 2 + point * point;
  const double k = b * b / weight;
  return k < 1 ? std::sqrt(weight) * (1 + k) : 2 * b;
}

/// Of (x, y) with y in an interval of length `range` >= 0: sqrt(4 + range^2), at opposite unit
/// vectors and the two ends of the interval.
inline double pair_sensitivity(double range) { return std::sqrt(4 + range * range); }

}  // namespace ldp
