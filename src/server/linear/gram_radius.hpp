// Bounds of the noise on a Gram matrix and on its vector, and the shift, the floor and the radius
// that follow from them (docs/spec/linear.md, section 1; Shariff & Sheffet 2018, Prop. 4).
//
// Everything is in the layout svec, in which a symmetric matrix has the Euclidean norm of its
// coordinates: the diagonal, and sqrt(2) times what is above it.
#pragma once

#include <cstdint>

namespace ldp {

/// What the noise of all reports together does not exceed in any round but with probability alpha.
struct NoiseBounds {
  double matrix = 0;  // operator norm
  double vector = 0;  // Euclidean norm
};

/// ln(2 T/alpha), for two bounds in every one of T rounds.
[[nodiscard]] double union_log(double horizon, double alpha);

/// Gaussian, with a standard deviation of `matrix_std` in every svec coordinate of the matrix and
/// of `vector_std` in every one of the vector, both summed over the reports: s(sqrt(2 d) + sqrt(2
/// l)), s(sqrt d + sqrt(2 l)). Sharp: this noise matrix is s/sqrt(2) times one of the Gaussian
/// orthogonal ensemble. `log` is union_log().
[[nodiscard]] NoiseBounds gaussian_bounds(double matrix_std, double vector_std,
                                          std::uint32_t dimension, double log);

/// The same noise as the papers bound it: s (4 sqrt d + 2 l) for the matrix.
[[nodiscard]] NoiseBounds published_bounds(double matrix_std, double vector_std,
                                           std::uint32_t dimension, double log);

/// Of `reports` releases of the ball mechanism (docs/spec/privacy.md, section 4.7), where `reach` =
/// N B_q is the length of every release w and q = d (d + 1)/2 + d. It is bounded, and no Gaussian:
///
/// w = reach times a unit vector u. The sign of u depends on the value, the line through u does
/// not, and is uniform; u u^T does not see the sign. So E[w w^T] = (reach^2/q) I exactly: with
/// sigma = reach/sqrt(q) the noise w - E[w] has a covariance of at most sigma^2 I, in any
/// direction, whatever the value. That is the s of the Gaussian formulas, s = sigma sqrt(n), which
/// the radius mode `practical` takes; it is no proof, as they are for Gaussian noise.
///
/// Proved, for mode `theory`. Contexts may depend on earlier reports, so the sums are martingales.
/// (1) Matrix. ||W_t - E W_t|| <= reach + N <= 2 reach = b, and E[(W_t - E W_t)^2] <= sigma^2 (d +
///     1)/2 I. Freedman's inequality for matrices (Tropp 2011, Theorem 1.2) with L = l + ln(2 d):
///     Ups = b L/3 + sqrt((b L/3)^2 + n sigma^2 (d + 1) L).
/// (2) Any direction. Given the value, u is a mixture of the uniform law on the sphere and of that
///     on one half of it. Along the axis of the half its density is proportional to
///     (1 - t^2)^((q-3)/2) on [0, 1], strongly log-concave with constant q - 3, across it is
///     sub-Gaussian with 1/(q - 1): so with q >= 5 each part, about its mean, is sub-Gaussian with
///     1/(q - 3) in any direction. The means are at most sqrt(2/(pi (q - 1)))
///     apart, which adds 1/(2 pi (q - 1)) (Hoeffding). So <w - E w, a> is sub-Gaussian with tau^2 =
///     reach^2 (1/(q - 3) + 1/(2 pi (q - 1))); or reach^2, as |<w, a>| <= reach.
/// (3) Vector. From (2), by Hsu, Kakade & Zhang 2012, "A tail inequality for quadratic forms":
///     h = tau sqrt(n) (sqrt d + sqrt(2 l)).
/// (4) Matrix again. From (2) over a net of 9^d directions (Vershynin 2018, Lemma 4.4.3):
///     Ups = 2 tau sqrt(2 n (d ln 9 + l + ln 2)). The smaller of (1) and (4) is taken.
/// The 16 bits of a coordinate are not counted: half a step is 2^-16 of `reach`.
[[nodiscard]] NoiseBounds ball_bounds(double reach, double reports, std::uint32_t dimension,
                                      double log);

/// Of `reports` codebook releases (docs/spec/codebook.md), whose noise is sub-Gaussian along every
/// direction with the variance proxy `sub_gaussian`, given all earlier reports: (3) and (4) of
/// ball_bounds() with tau^2 = sub_gaussian.
[[nodiscard]] NoiseBounds codebook_bounds(double sub_gaussian, double reports,
                                          std::uint32_t dimension, double log);

/// kappa and r of the formulas: how far the matrix is shifted, and what the radius is multiplied
/// by.
struct RadiusKnobs {
  double kappa = 2;  // 2 and 1 are what the theorem is about
  double r = 1;
};

/// What every learner of this family assumes of rewards in [0, 1] and of the parameter.
struct LinearModel {
  double reward_deviation = 0.5;  // R: sub-Gaussian constant of the reward
  double parameter_norm = 1;      // S
  double ridge = 1;               // lambda0
};

struct GramRadius {
  double shift = 0;    // c: V = gram + c I
  double floor = 0;    // smallest eigenvalue that V is given, > 0
  double ceiling = 0;  // largest shift that the noise can make of c
  double radius = 0;   // beta
};

[[nodiscard]] GramRadius gram_radius(const NoiseBounds& noise, double reports,
                                     std::uint32_t dimension, double alpha,
                                     const RadiusKnobs& knobs, const LinearModel& model = {});

/// T of all logarithms: the horizon, or once there are more reports than that, and where it is not
/// known (0), the next power of two above them, at least 1024.
[[nodiscard]] double horizon_at(std::uint64_t horizon, std::uint64_t reports);

}  // namespace ldp
