// By how much the average of codebook reports is shorter than what they were made of: m of
// docs/spec/codebook.md, section 6. The core has it to 12 digits for the learner; here a replay only says how
// loud its reports were.

export interface Codebook {
  /** Numbers of the vector, from 2. */
  readonly dimension: number;
  readonly epsilon: number;
  readonly codewords: number;
  readonly near: number;
}

const PANELS = 20_000;

/**
 * m = (r - s) n E[X B(X)], with X = |<U, e>| for U uniform on the unit sphere of dimension + 1 numbers, n = N/2 and B
 * the probability that fewer than k of n - 1 others are nearer. Relative error below 1e-5.
 */
export function codebookMean({ dimension, epsilon, codewords, near }: Codebook): number {
  const pairs = codewords / 2;
  const fewer = fewerThan(near, pairs - 1);
  const angles = Float64Array.from(
    { length: PANELS },
    (_, i) => ((i + 0.5) * Math.PI) / 2 / PANELS,
  );
  // X = sin(angle) has a density like cos(angle)^(d - 1).
  const masses = angles.map((angle) => Math.cos(angle) ** (dimension - 1));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  let above = 0;
  let mean = 0;
  for (let i = PANELS; i-- > 0; ) {
    const share = (masses[i] as number) / total;
    mean += share * Math.sin(angles[i] as number) * fewer(above + share / 2);
    above += share;
  }
  const ratio = Math.exp(epsilon);
  const advantage = (ratio - 1) / (near * ratio + codewords - near);
  return advantage * pairs * mean;
}

/** P(Bin(count, q) < k), as a function of q in (0, 1). */
function fewerThan(k: number, count: number): (q: number) => number {
  const choose = [0];
  for (let j = 1; j < k; j++)
    choose.push((choose[j - 1] as number) + Math.log((count - j + 1) / j));
  return (q) => {
    const [hit, missed] = [Math.log(Math.max(q, 1e-300)), Math.log1p(-q)];
    let sum = 0;
    // With all of them near there is no other that could be nearer.
    for (let j = 0; j < k && j <= count; j++)
      sum += Math.exp((choose[j] as number) + j * hit + (count - j) * missed);
    return Math.min(sum, 1);
  };
}
