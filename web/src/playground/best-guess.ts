/**
 * How often the best guess from one report of two equally likely inputs is right, at most: docs/spec/privacy.md.
 * `explain` of `ldp-bandits` says the same, and brings the whole client.
 *
 * @param epsilon of one report, with δ = 0
 * @returns from 0.5 to 1
 */
export const bestGuess = (epsilon: number): number => 1 / (1 + Math.exp(-epsilon));
