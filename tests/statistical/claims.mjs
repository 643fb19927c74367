// What the package promises about one report, and the inputs on which the promise is tested.
// Epsilons span the range in which sampling comes close to the claim: below 0.25 a million reports say
// little about the scale. The smallest is there for the faults that show only where the noise is wide:
// a source with few states, a float that cannot reach every integer.

const kGrid = 1024; // privacy grid of the Laplace reports (units per reward)

/** @typedef {{mechanism: string, epsilon: number, algorithm: object, inputs: [number, number], outside: [number, number], centres: [number, number], scale?: number}} Claim */

/** @returns {Claim} one bit per report */
export function bitClaim(epsilon) {
  return {
    mechanism: 'convert-to-Bernoulli',
    epsilon,
    algorithm: { type: 'weighted-ldp-ucb', arms: 2 },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, 1],
  };
}

/** @returns {Claim} one integer per report, reward times 1024 plus discrete Laplace noise */
export function laplaceClaim(epsilon) {
  return {
    mechanism: 'discrete Laplace',
    epsilon,
    algorithm: { type: 'he-ldp-ucb-laplace', arms: 2, epsilonMin: epsilon },
    inputs: [0, 1],
    outside: [-2, 3],
    centres: [0, kGrid],
    scale: kGrid / epsilon,
  };
}

export const kClaims = [
  ...[0.25, 0.5, 1, 2, 4].map(bitClaim),
  ...[2 ** -10, 0.25, 0.5, 1, 2, 4].map(laplaceClaim),
];
