/**
 * What the integers of a packet stand for: the ℓ2-ball mechanism of Duchi, Jordan, Wainwright 2018, section
 * 4.2.1, as the library has it.
 *
 * A vector of length at most N is released as an arrow of length N B(ε, q) in q dimensions, B = coth(ε/2) √π
 * Γ((q+1)/2) / Γ(q/2); or, where ε is large, as the mean of m such arrows with ε/m each.
 */

/** Bounds on the vectors that the two kinds of packet are made of: public, part of the mechanism. */
export const LONGEST = { moment: 0.5, design: 1 } as const;
export type Part = keyof typeof LONGEST;

/** The integers of a packet have 16 bits, and together at most this length. */
const DIRECTION = 32_767;
/** One arrow per this much of ε: the sum of m arrows has the least noise at ε/m = 2.1773. */
const EPSILON_OF_AN_ARROW = 2.1773;

export function arrows(epsilon: number): number {
  return Math.max(1, Math.floor(epsilon / EPSILON_OF_AN_ARROW + 0.5));
}

/** Γ(n/2) for whole n ≥ 1, from Γ(1/2) = √π and Γ(1) = 1. */
function gammaOfHalf(n: number): number {
  let value = n % 2 === 0 ? 1 : Math.sqrt(Math.PI);
  for (let k = n % 2 === 0 ? 2 : 1; k < n; k += 2) value *= k / 2;
  return value;
}

/** B(ε, q): by how much one arrow is longer than the longest vector that it may stand for. */
export function stretch(epsilon: number, dimension: number): number {
  const gammas = gammaOfHalf(dimension + 1) / gammaOfHalf(dimension);
  return (Math.sqrt(Math.PI) * gammas) / Math.tanh(epsilon / 2);
}

/** Unbiased estimates of the numbers that a packet was made of. */
export function readAs(part: Part, integers: readonly number[], epsilon: number): number[] {
  const m = arrows(epsilon);
  const length = LONGEST[part] * stretch(epsilon / m, integers.length);
  return integers.map((integer) => (integer * length) / (m * Math.floor(DIRECTION / m)));
}
