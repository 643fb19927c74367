// What the package promises about one report, and the inputs on which the promise is tested.
// Epsilons span the range in which sampling comes close to the claim: below 0.25 a million reports say
// little about the scale. The smallest is there for the faults that show only where the noise is wide:
// a source with few states, a float that cannot reach every integer.

const kGrid = 1024; // privacy grid of Laplace and window reports (units per reward)

/**
 * `claimed` is the loss that is promised, measured by epsilon, or by mu where the noise is Gaussian.
 *
 * @typedef {{mechanism: string, epsilon: number, delta?: number, loss: 'epsilon' | 'mu', claimed: number,
 *   algorithm: object, inputs: [number, number], outside: [number, number], centres: [number, number],
 *   scale?: number}} Claim
 */

/** The input of each decision by its index: one for all, or two by turns. */
export const constant = (value) => () => value;
export const alternating = (even, odd) => (index) => (index % 2 === 0 ? even : odd);

/** What is promised is epsilon itself, for a mechanism without delta. */
export const pureLoss = (mechanism, epsilon) => ({
  ...{ mechanism, epsilon },
  ...{ loss: 'epsilon', claimed: epsilon },
});

/** @returns {Claim} one bit per report */
export function bitClaim(epsilon) {
  return {
    ...pureLoss('convert-to-Bernoulli', epsilon),
    algorithm: { type: 'weighted-ldp-ucb', arms: 2 },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, 1],
  };
}

/** @returns {Claim} one integer per report, reward times 1024 plus discrete Laplace noise */
export function laplaceClaim(epsilon) {
  return {
    ...pureLoss('discrete Laplace', epsilon),
    algorithm: { type: 'he-ldp-ucb-laplace', arms: 2, epsilonMin: epsilon },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, kGrid],
    scale: kGrid / epsilon,
  };
}

/**
 * Noise per unit of sensitivity that (epsilon, delta) needs, 1/mu with Phi(mu/2 - epsilon/mu) - e^epsilon
 * Phi(-mu/2 - epsilon/mu) = delta (Balle and Wang 2018), to 50 digits elsewhere; and k, the grid 2^-k on
 * which the scale is from 2^26 to 2^27.
 */
const kGaussians = [
  { epsilon: 0.5, delta: 1e-6, kappa: 8.057618480725043, k: 23 },
  { epsilon: 1, delta: 1e-6, kappa: 4.224678889326835, k: 24 },
  { epsilon: 4, delta: 1e-6, kappa: 1.1935185871579852, k: 26 },
  { epsilon: 10, delta: 1e-5, kappa: 0.4998886197090085, k: 28 },
  { epsilon: 10, delta: 0.1, kappa: 0.28181207212613935, k: 28 },
];

/** @returns {Claim} one integer per report, reward times 2^k plus discrete Gaussian noise */
export function gaussianClaim(epsilon, delta) {
  const { kappa, k } = kGaussians.find((row) => row.epsilon === epsilon && row.delta === delta);
  return {
    mechanism: 'discrete Gaussian',
    epsilon,
    delta,
    loss: 'mu',
    claimed: 1 / kappa,
    algorithm: { type: 'ldp-gaussian-ucb', arms: 2, delta },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, 2 ** k],
  };
}

/** @returns {Claim} one integer per report, in a window around the reward times 1024 or outside */
export function windowClaim(epsilon) {
  return {
    ...pureLoss('window', epsilon),
    algorithm: { type: 'ldp-thompson-graded', arms: 2 },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, kGrid],
  };
}

export const kClaims = [
  ...[0.25, 0.5, 1, 2, 4].map(bitClaim),
  ...[2 ** -10, 0.25, 0.5, 1, 2, 4].map(laplaceClaim),
  ...kGaussians.map(({ epsilon, delta }) => gaussianClaim(epsilon, delta)),
  ...[0.5, 1, 2, 4].map(windowClaim),
];
