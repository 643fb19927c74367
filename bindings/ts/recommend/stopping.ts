// After how many reports KL-LUCB stops, if the share of ones among the reports about each variant is what it is
// expected to be: the law of large numbers in place of chance.
// Kaufmann and Kalyanakrishnan 2013, Information Complexity in Bandit Subset Selection, section 4, with the threshold
// ln(zeta(1.1) K n^1.1/error) that holds at all numbers n of reports at once.

/** zeta(1.1). */
const ZETA = 10.584448464950803;

/** kl(p, q) of Bernoulli laws, p and q inside (0, 1). */
function divergence(p: number, q: number): number {
  return p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
}

/** The largest q above p with n kl(p, q) <= threshold. */
function upperBound(p: number, n: number, threshold: number): number {
  let low = p;
  let high = 1 - 1e-12;
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    if (n * divergence(p, middle) <= threshold) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Reports in all until the lower bound of the best variant reaches the upper ones of the others.
 *
 * Half of them are about the best variant, since each step asks about the leader and a rival; the
 * others share the rest. `shrinkage`: of the difference of means by the randomisation, in (0, 1].
 */
export function stoppingReports(
  variants: number,
  gap: number,
  errorProbability: number,
  shrinkage: number,
): number {
  const half = Math.min((gap / 2) * shrinkage, 0.5 - 1e-9);
  const threshold = (n: number) =>
    Math.log((ZETA * variants * Math.max(n, 1) ** 1.1) / errorProbability);
  const stops = (each: number) => {
    const best = (variants - 1) * each;
    const lower = 1 - upperBound(0.5 - half, best, threshold(best));
    return lower >= upperBound(0.5 - half, each, threshold(each));
  };
  let high = 1;
  while (!stops(high)) high *= 2;
  let low = high / 2;
  while (high - low > Math.max(0.5, high * 1e-6)) {
    const middle = (low + high) / 2;
    if (stops(middle)) high = middle;
    else low = middle;
  }
  return 2 * (variants - 1) * high;
}
