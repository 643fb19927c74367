/**
 * The ground truth of the demo: what share of simulated visitors would go, option by option. A real site
 * never has these numbers, which is why nothing outside this folder may import them.
 */
import { CARDS, SHOWN } from '../shared/cards.js';

export const TRUTH: readonly number[] = [0.62, 0.3, 0.34, 0.7, 0.4, 0.52];

/** Every slate: three cards, at most one of a kind. */
export const ALL_SLATES: readonly (readonly number[])[] = slatesFrom([], 0);

function slatesFrom(begun: readonly number[], next: number): number[][] {
  if (begun.length === SHOWN) return [[...begun]];
  return CARDS.slice(next).flatMap(({ kind }, i) =>
    begun.some((card) => CARDS[card]?.kind === kind)
      ? []
      : slatesFrom([...begun, next + i], next + i + 1),
  );
}

const worth = (slate: readonly number[]) =>
  slate.reduce((sum, card) => sum + (TRUTH[card] ?? 0), 0);

/** The slate to which most answers are “I’d go”. */
export const BEST_SLATE: readonly number[] =
  [...ALL_SLATES].sort((a, b) => worth(b) - worth(a))[0] ?? [];

/** Expected loss of showing a slate once: pseudo-regret, in answers “I’d go”. */
export const regretOf = (slate: readonly number[]) => worth(BEST_SLATE) - worth(slate);

/** Expected loss per visitor of a site that deals every slate equally often. */
export const UNIFORM_REGRET =
  ALL_SLATES.reduce((sum, slate) => sum + regretOf(slate), 0) / ALL_SLATES.length;
