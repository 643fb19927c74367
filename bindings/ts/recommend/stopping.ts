// After how many reports KL-LUCB stops, if the share of ones among the reports about each variant is what it is
// expected to be: the law of large numbers in place of chance. In TypeScript beside bestArmSampleCount, because a page
// that says what a test will take need not load the simulation.
import { invalidArgument, requireNumber, requireRecord } from '../internal/checks.js';

/** zeta(1.1). */
const ZETA = 10.584448464950803;

export interface TestTerms {
  /** Share of visitors who say yes, by variant: 2 to 4,096, each taken into [0, 1]. */
  readonly means: readonly number[];
  /** Of one report, above 0; Infinity: every answer is read in the clear. */
  readonly epsilon: number;
  /** Largest probability of a wrong answer, in (0, 0.5]. */
  readonly errorProbability: number;
}

/**
 * Visitors, one report each, until `ldp-kl-lucb` certifies its answer if every estimate is exact. Infinity where
 * two variants are equally good: then it never does.
 *
 * A report is a bit with mean p = 1/2 + (m - 1/2) tanh(epsilon/2) for a variant that a share m likes.
 * After n of them its bound reaches as far as n kl(p, q) = ln(zeta(1.1) K n^1.1/error). Of two
 * visitors one gets the leader, the other whichever challenger may still be the best; so the
 * challengers' upper bounds come down together, and the test ends at the level q that the leader's
 * lower bound has reached too.
 *
 * Source: Kaufmann and Kalyanakrishnan 2013, Information Complexity in Bandit Subset Selection,
 * section 4, with thresholds that hold at all numbers of reports at once.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`.
 */
export function predictedVisitors(terms: TestTerms): number {
  const { means, epsilon, errorProbability } = readTerms(terms);
  const bits = means.map((mean) => 0.5 + (mean - 0.5) * Math.tanh(epsilon / 2));
  const best = Math.max(...bits);
  const first = bits.indexOf(best);
  const rest = bits.filter((_, i) => i !== first);
  const second = Math.max(...rest);
  if (!(best > second)) return Number.POSITIVE_INFINITY;
  const threshold = (n: number) => Math.log((ZETA * bits.length * n ** 1.1) / errorProbability);
  /** Reports until the bound around p has come as close as q. */
  const until = (p: number, q: number) => {
    const distance = divergence(p, q);
    if (!(distance > 0)) return Number.POSITIVE_INFINITY;
    let n = 1;
    for (let i = 0; i < 60; ++i) {
      const next = Math.max(1, threshold(n) / distance);
      if (next === n) break;
      n = next;
    }
    return n;
  };
  // Of thousands of variants most are often expected to be alike: each share is looked at once.
  const alike = new Map<number, number>();
  for (const p of rest) alike.set(p, (alike.get(p) ?? 0) + 1);
  const challengers = (q: number) =>
    Array.from(alike).reduce((sum, [p, count]) => sum + count * until(p, q), 0);
  // The higher q, the earlier the challengers are done, and the longer the leader needs to get there.
  let [low, high] = [second, best];
  for (let i = 0; i < 60; ++i) {
    const q = (low + high) / 2;
    if (challengers(q) > until(best, q)) low = q;
    else high = q;
  }
  return 2 * challengers(high);
}

function readTerms(terms: unknown): TestTerms {
  const given = requireRecord('terms', terms, ['means', 'epsilon', 'errorProbability']);
  const { means, epsilon } = given;
  if (!Array.isArray(means) || means.length < 2 || means.length > 4096)
    throw invalidArgument('terms.means', means, 'must be a list of 2 to 4096 numbers');
  if (epsilon !== Number.POSITIVE_INFINITY)
    requireNumber('terms.epsilon', epsilon, 2 ** -10, Number.MAX_VALUE);
  return {
    // An estimate may lie beyond what a share can be.
    means: means.map((mean, i) =>
      Math.min(1, Math.max(0, requireNumber(`terms.means[${i}]`, mean))),
    ),
    epsilon: epsilon as number,
    errorProbability: requireNumber('terms.errorProbability', given['errorProbability'], 1e-9, 0.5),
  };
}

/** Relative entropy of a coin p beside a coin q, in nats. */
function divergence(p: number, q: number): number {
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}
