/** The bound of the game: how often a guess from one report can be right, two answers being equally likely. */
import { explain } from 'ldp-bandits/explain';

/** e^epsilon/(1 + e^epsilon). */
export const bestRate = (epsilon: number) =>
  explain({ epsilon, delta: 0 }).bestGuessInHundred / 100;
