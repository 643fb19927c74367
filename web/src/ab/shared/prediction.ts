/**
 * How many visitors a test takes, if every estimate were already exact: what KL-LUCB would do then, without the
 * chance in it (Kaufmann and Kalyanakrishnan 2013, with the thresholds of `ldp-kl-lucb`).
 *
 * A report is a bit with mean p = 1/2 + (m − 1/2) tanh(ε/2) for a variant that a share m likes. After n of them
 * the bound reaches as far as n kl(p, q) = x(n), x(n) = ln(ζ(1.1) K n^1.1 / error). Of two visitors one gets the
 * leader, the other whichever challenger may still be the best; so the challengers' upper bounds come down
 * together, and the test ends at the level q that the leader's lower bound has reached too.
 */

/** ζ(1.1) */
const ZETA = 10.584448464950803;

export interface TestTerms {
  /** Share of visitors who say yes, by variant. */
  readonly means: readonly number[];
  /** Of one report; Infinity: every answer is read in the clear. */
  readonly epsilon: number;
  /** Largest probability of a wrong answer. */
  readonly error: number;
}

/** @returns Infinity where two variants are equally good: then a test never ends by itself */
export function predictedVisitors({ means, epsilon, error }: TestTerms): number {
  const bits = means.map((mean) => 0.5 + (clamp(mean) - 0.5) * Math.tanh(epsilon / 2));
  const best = Math.max(...bits);
  const rest = bits.filter((_, i) => i !== bits.indexOf(best));
  const second = Math.max(...rest);
  if (!(best > second)) return Infinity;
  const x = (n: number) => Math.log((ZETA * bits.length * n ** 1.1) / error);
  /** Reports until the bound around p has come as close as q. */
  const until = (p: number, q: number) => {
    const distance = kl(p, q);
    if (!(distance > 0)) return Infinity;
    let n = 1;
    for (let i = 0; i < 60; i++) n = Math.max(1, x(n) / distance);
    return n;
  };
  const challengers = (q: number) => rest.reduce((sum, p) => sum + until(p, q), 0);
  // The higher q, the earlier the challengers are done, and the longer the leader needs to get there.
  let [low, high] = [second, best];
  for (let i = 0; i < 60; i++) {
    const q = (low + high) / 2;
    if (challengers(q) > until(best, q)) low = q;
    else high = q;
  }
  return 2 * challengers(high);
}

/** Relative entropy of a coin p beside a coin q, in nats. */
function kl(p: number, q: number): number {
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}

/** An estimate may lie beyond what a share can be. */
const clamp = (mean: number) => Math.min(1, Math.max(0, mean));
