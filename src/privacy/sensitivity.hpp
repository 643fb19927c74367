// How far two users' vectors can lie apart: the largest Euclidean distance over all pairs of
// inputs (replacement). Features x of norm at most 1.
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

/// Of (x, y) with y in an interval of length `range` >= 0: sqrt(4 + range^2), at opposite unit
/// vectors and the two ends of the interval.
inline double pair_sensitivity(double range) { return std::sqrt(4 + range * range); }

}  // namespace ldp
