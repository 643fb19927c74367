/**
 * The ground truth of the demo: what share of simulated visitors would go. A real site never
 * has these numbers, which is why nothing outside this folder may import them.
 */
export const TRUTH: readonly number[] = [0.5, 0.4, 0.68, 0.55, 0.3];

export const BEST_ARM = TRUTH.indexOf(Math.max(...TRUTH));
const BEST = TRUTH[BEST_ARM] as number;

/** Expected loss of showing poster `arm` once: pseudo-regret, in "would have gone" visitors. */
export function regretOf(arm: number): number {
  return BEST - (TRUTH[arm] ?? BEST);
}

/** Expected loss per visitor of a site that shows the posters at random. */
export const UNIFORM_REGRET = TRUTH.reduce((sum, _, arm) => sum + regretOf(arm), 0) / TRUTH.length;
