/**
 * How many more visitors a collector needs, to be as sure as if it had seen the raw answers.
 *
 * A report is a bit y with P(y = 1) = 1/2 + (m − 1/2) θ, θ = tanh(ε/2), for a page where a share m says
 * yes. Its debiased estimate has variance (1/θ² − (2m − 1)²)/4; a raw answer has m (1 − m). The ratio
 * of the two is the factor (Ren et al. 2020, section 4.2, with the exact Bernoulli variance).
 *
 * @param oddsFactor e^ε, as `explain()` gives it; above 1
 * @param rate share of visitors who say yes, inside (0, 1)
 */
export function visitorsFactor(oddsFactor: number, rate: number): number {
  const theta = (oddsFactor - 1) / (oddsFactor + 1);
  return 1 + (1 / (theta * theta) - 1) / (4 * rate * (1 - rate));
}
