// Elementary functions, each in the most obvious way, for the second implementation.

/** P(Z <= z) of a standard normal Z: the Taylor series, and the continued fraction in the tails. */
export function normalBelow(z: number): number {
  if (z > 0) return 1 - normalBelow(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < -6) {
    let fraction = -z;
    for (let k = 60; k >= 1; k -= 1) fraction = -z + k / fraction;
    return density / fraction;
  }
  let term = -z;
  let sum = -z;
  for (let k = 1; Math.abs(term) > 1e-18; k += 1) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 0.5 - density * sum;
}

/** The root of a function that increases from low to high. */
export function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let step = 0; step < 100 && a < b; step += 1) {
    const middle = (a + b) / 2;
    if (f(middle) < 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

/** kl(p, q) of two Bernoulli laws. */
export function divergence(p: number, q: number): number {
  const ones = p === 0 ? 0 : p * Math.log(p / q);
  const zeros = p === 1 ? 0 : (1 - p) * Math.log((1 - p) / (1 - q));
  return ones + zeros;
}

/** Standard deviation of Gaussian noise on a reward in [0, 1]: Balle and Wang 2018, by bisection. */
export function gaussianDeviation(epsilon: number, delta: number): number {
  const excess = (s: number) =>
    normalBelow(1 / (2 * s) - epsilon * s) -
    Math.exp(epsilon) * normalBelow(-1 / (2 * s) - epsilon * s);
  return bisect((s) => delta - excess(s), 1e-3, 1e4);
}

/**
 * P(draw of arm a is the largest) for independent draws with these densities: the trapezoidal rule
 * on a grid, for the distribution functions too.
 */
export function largestProbabilities(
  densities: readonly ((x: number) => number)[],
  low: number,
  high: number,
): readonly number[] {
  const points = 20_000;
  const step = (high - low) / points;
  const values = densities.map((density) =>
    Array.from({ length: points + 1 }, (_, i) => density(low + i * step)),
  );
  const below = values.map((row) => {
    let sum = 0;
    return row.map((value, i) => {
      if (i > 0) sum += ((value + (row[i - 1] as number)) / 2) * step;
      return sum;
    });
  });
  const shares = values.map((row, arm) => {
    const inside = row.map((value, i) =>
      below.reduce((p, other, b) => (b === arm ? p : p * (other[i] as number)), value),
    );
    const ends = ((inside[0] as number) + (inside[points] as number)) / 2;
    return (inside.reduce((sum, value) => sum + value, 0) - ends) * step;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** Arbitrary numbers: a linear congruential generator (Lehmer's, modulus 2^31 - 1). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (48_271 * state) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Mulberry32: multiples of 2^-32 in [0, 1). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}
