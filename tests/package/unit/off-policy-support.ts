// Logs for off-policy evaluation, made from seeds.
import type { PrivateRow, RawRow } from 'ldp-bandits/server';
import { mulberry32 } from './recomputation/plain-numbers.js';

const EARLY = [0.5, 0.3, 0.2];
const LATE = [0.6, 0.3, 0.1];

/** The private log of docs/spec/off-policy.md, section 2.3. */
export const sixRows: readonly PrivateRow[] = [
  { shares: EARLY, arm: 0, epsilon: 1, bit: 1 },
  { shares: EARLY, arm: 1, epsilon: 1, bit: 0 },
  { shares: EARLY, arm: 0, epsilon: 2, bit: 1 },
  { shares: LATE, arm: 2, epsilon: 1, bit: 1 },
  { shares: LATE, arm: 0, epsilon: 2, bit: 0 },
  { shares: LATE, arm: 1, epsilon: 2, bit: 1 },
];

/** The raw log of section 3.4. */
export const rawRows: readonly Required<RawRow>[] = Array.from({ length: 120 }, (_, i) => {
  const action = i % 40 === 19 ? 3 : Math.floor((5 * i) / 7) % 3;
  const usual = [0.5, 0.3, 0.19][action];
  return {
    stratum: i % 2,
    action,
    reward: ((37 * i) % 11) / 10,
    propensity: usual === undefined ? 0.002 : usual + 0.002 * (i % 3),
  };
});
export const rawTarget = [
  [0.5, 0.2, 0.26, 0.04],
  [0.1, 0.1, 0.76, 0.04],
];

function draw(shares: readonly number[], uniform: number): number {
  let left = uniform;
  const found = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found < 0 ? shares.length - 1 : found;
}

/**
 * Reports of a learner that is greedy up to a floor of .05 an arm and looks at what it got every 50 rows: as far from
 * a log of independent rows as one may be.
 */
export function greedyLog(means: readonly number[], rows: number, seed: number): PrivateRow[] {
  const uniform = mulberry32(seed);
  const epsilon = 1;
  const theta = Math.tanh(epsilon / 2);
  const counts = means.map(() => 1);
  const ones = means.map(() => 0.5);
  let shares = means.map(() => 1 / means.length);
  return Array.from({ length: rows }, (_, row) => {
    if (row % 50 === 0 && row > 0) {
      const rates = ones.map((count, arm) => count / (counts[arm] as number));
      const leader = rates.indexOf(Math.max(...rates));
      shares = means.map((_, arm) => (arm === leader ? 1 - 0.05 * (means.length - 1) : 0.05));
    }
    const arm = draw(shares, uniform());
    const chance = 0.5 + theta * ((means[arm] as number) - 0.5);
    const bit = uniform() < chance ? 1 : 0;
    counts[arm] = (counts[arm] as number) + 1;
    ones[arm] = (ones[arm] as number) + bit;
    return { shares, arm, epsilon, bit };
  });
}

/** Independent clicks at these rates, shown with these shares. */
export function clickLog(
  rates: readonly number[],
  shares: readonly number[],
  rows: number,
  seed: number,
): RawRow[] {
  const uniform = mulberry32(seed);
  return Array.from({ length: rows }, () => {
    const action = draw(shares, uniform());
    const reward = uniform() < (rates[action] as number) ? 1 : 0;
    return { action, reward, propensity: shares[action] as number };
  });
}

export const meanUnder = (means: readonly number[], target: readonly number[]) =>
  means.reduce((sum, mean, arm) => sum + mean * (target[arm] as number), 0);
