/** How often luck alone gives a score. */

/** @returns P(Binomial(rounds, p) >= right) */
export function atLeast(right: number, rounds: number, p: number): number {
  let sum = 0;
  for (let k = right; k <= rounds; ++k) sum += choose(rounds, k) * p ** k * (1 - p) ** (rounds - k);
  return Math.min(1, sum);
}

function choose(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; ++i) product = (product * (n - k + i)) / i;
  return product;
}
