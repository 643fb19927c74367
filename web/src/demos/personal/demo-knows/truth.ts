/**
 * The ground truth of the demo: how much the simulated visitors follow each of their wishes. A real site
 * never has these numbers, which is why nothing outside this folder may import them.
 */
import { uniform } from '../../../shared/random.js';
import { featuresOf, type Wishes } from '../shared/features.js';

/** Visitors who want nature go for nature; those who say “early” rather go late: deeds differ from wishes. */
export const TRUE_THETA: readonly number[] = [0.34, 0.2, -0.2, 0.09, 0.13, 0.05];
/** Probability that a visitor would go whom a card neither suits nor puts off. */
const BASE = 0.5;

/** The chance that a visitor with these features would go. */
export function wouldGo(features: readonly number[]): number {
  return BASE + features.reduce((sum, x, i) => sum + x * (TRUE_THETA[i] ?? 0), 0);
}

/** Expected loss of a visitor who is shown card `chosen`: pseudo-regret, in “would have gone” visitors. */
export function regretOf(features: readonly (readonly number[])[], chosen: number): number {
  const means = features.map(wouldGo);
  return Math.max(...means) - (means[chosen] ?? 0);
}

const KNOWN_STEPS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];

/**
 * A simulated visitor's wishes, with this browser's randomness. More of them want nature than town; each
 * lets the page read a thing or two, as a real visitor may.
 */
export function drawWishes(): Wishes {
  const pick = (values: readonly number[]) => values[below(values.length)] ?? 0;
  const perhaps = (value: () => number) => (below(2) === 0 ? 0 : value());
  return [
    Math.max(pick(KNOWN_STEPS), pick(KNOWN_STEPS)),
    pick(KNOWN_STEPS),
    pick(KNOWN_STEPS),
    perhaps(() => (below(5) === 0 ? 1 : -1)),
    perhaps(() => pick(KNOWN_STEPS)),
    perhaps(() => (below(3) === 0 ? -1 : 1)),
  ];
}

const below = (count: number) => Math.floor(uniform() * count);

/** Expected loss per visitor of a site that deals at random, and of one that shows all visitors the best card. */
export function baselines(visitors = 20_000): {
  readonly uniform: number;
  readonly oneCard: number;
} {
  let best = 0;
  const byCard: number[] = [];
  for (let i = 0; i < visitors; i++) {
    const means = featuresOf(drawWishes()).map(wouldGo);
    best += Math.max(...means);
    means.forEach((mean, card) => {
      byCard[card] = (byCard[card] ?? 0) + mean;
    });
  }
  const uniform = byCard.reduce((sum, total) => sum + total, 0) / byCard.length;
  return {
    uniform: (best - uniform) / visitors,
    oneCard: (best - Math.max(...byCard)) / visitors,
  };
}
