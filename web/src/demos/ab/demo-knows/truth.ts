/**
 * The ground truth of the demo: what share of simulated visitors would go. A real site never
 * has these numbers, which is why nothing outside this folder may import them.
 */
export const TRUTH: readonly number[] = [0.36, 0.72, 0.44];

export const BEST = TRUTH.indexOf(Math.max(...TRUTH));

/** Expected loss of showing a variant once, in "would have gone" visitors. */
export const regretOf = (variant: number) => (TRUTH[BEST] ?? 0) - (TRUTH[variant] ?? 0);
