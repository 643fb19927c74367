/** How well several reports can be guessed through, exactly; `explain` of the library has the bounds. */
import { explain } from 'ldp-bandits/explain';

/**
 * How often the best guess about one answer with even odds is right, after several one-bit reports of that same answer:
 * the side with more reports, a fair coin at a tie. Exact; the binomial law of reports that are true with e^ε/(1 + e^ε).
 * That the reports all agree is rare, so this lies far below the bound of what they could say,
 * e^(reports ε)/(1 + e^(reports ε)).
 *
 * @param reports 1 to 1000
 * @param epsilon of one report, above 0
 * @returns in [1/2, 1]
 */
export function guessRate(reports: number, epsilon: number): number {
  const { bestGuessInHundred, oddsFactor: odds } = explain({ epsilon, delta: 0 });
  const right = bestGuessInHundred / 100;
  // P(k reports are true), from the largest k down; more than half of them, and half of a tie.
  let chance = right ** reports;
  let sum = 0;
  for (let k = reports; 2 * k >= reports; --k) {
    sum += 2 * k === reports ? chance / 2 : chance;
    chance *= k / (reports - k + 1) / odds;
  }
  return Math.min(1, sum);
}
