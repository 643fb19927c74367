// Worlds and learners of one's own, in JavaScript: what a module that a run is given exports, and what
// the library hands to it.

/** Plain JSON, at most 65,536 characters. */
export type OwnParameter =
  | string
  | number
  | boolean
  | null
  | readonly OwnParameter[]
  | { readonly [name: string]: OwnParameter };

/** What the spec hands to own code, by name. */
export type OwnParameters = { readonly [name: string]: OwnParameter };

/**
 * Random numbers of one trial: Philox words, a function of the seed, the trial and their place in the stream. Own code
 * that draws from nowhere else gives the same bits on any number of workers.
 */
export interface OwnRandom {
  /** In (0, 1), never an end: the middle of one of 2^53 cells. One word. */
  uniform(): number;
  /** A whole number from 0 to n - 1, all equally likely; n from 1 to 2^20. One word, rarely more; none for n = 1. */
  below(n: number): number;
  /** A whole number from 0 to 2^32 - 1: the high half of one word. */
  bits(): number;
  /** Of mean 0 and deviation 1, by inversion. One word. */
  normal(): number;
  /** Gamma(shape, 1), shape at least 1 (Marsaglia & Tsang 2000). Two words a try. */
  gamma(shape: number): number;
  /** Beta(first, second), both at least 1. Two gamma draws. */
  beta(first: number, second: number): number;
}

/** One trial as own code sees it. */
export interface OwnTrial<Parameters = OwnParameters> {
  readonly arms: number;
  /** Rounds of the trial; they are counted from 1. */
  readonly horizon: number;
  /** From 0. */
  readonly trial: number;
  /** Those of the spec; an empty object where it has none. */
  readonly parameters: Parameters;
}

/** What a world is created with. */
export interface OwnWorldSetting<Parameters = OwnParameters> extends OwnTrial<Parameters> {
  /** For whatever the world draws except rewards: how its means move, say. A stream of the world's own. */
  readonly random: OwnRandom;
}

/**
 * One trial of a world. What it pays does not depend on what is played, so that all runs of a spec meet the same rewards.
 * Its functions are called once a round, in the order of the rounds.
 */
export interface OwnWorld {
  /**
   * The mean reward of each arm: one list for all rounds, or a function that fills `means` (as long as there are arms) for
   * this round. Regret is against the largest of them.
   */
  readonly means: ArrayLike<number> | ((round: number, means: Float64Array) => void);
  /**
   * Fills `rewards` with what each arm pays in this round, within the ends of the spec; `random` is the stream of the
   * rewards. Absent: 1 with the probability of the mean, else 0, as in a world of type `bernoulli` and from the same
   * words.
   */
  rewards?(round: number, rewards: Float64Array, random: OwnRandom): void;
}

/** A world that a spec may name: `{ type: 'own', name, arms }`. */
export interface OwnEnvironment<Parameters = OwnParameters> {
  /** If there is one the spec must have the same, and so the digest covers it. */
  readonly version?: string;
  /** Called once for each trial of each run. */
  create(setting: OwnWorldSetting<Parameters>): OwnWorld;
}

/** What a learner is created with. */
export interface OwnLearnerSetting<Parameters = OwnParameters> extends OwnTrial<Parameters> {
  /** For the learner's decisions: the stream that the library's own learners draw from. */
  readonly random: OwnRandom;
  /** The levels epsilon of the visitors who report, increasing; empty for raw rewards. */
  readonly levels: readonly number[];
  /**
   * The reward that a report stands for: its mean is the visitor's reward as the policy's `rewards` map it into [0, 1].
   * `level` is a position in `levels`.
   */
  unbiased(report: number, level: number): number;
}

/** One trial of a learner. */
export interface OwnLearner {
  /** The arm to play, from 0. Arms stand in an order drawn for each trial. */
  choose(round: number): number;
  /**
   * What the visitor of this round reported: the reward, a bit, or the reward with noise; `level` is a position in
   * `levels`, 0 for raw rewards. Not called for a visitor of level 0, who is silent.
   * Done when it returns: what is not, a promise, is `own_code_failed`.
   */
  learn(arm: number, report: number, level: number): void;
}

/** A learner that a spec may name: `{ type: 'own', name }`. */
export interface OwnPolicy<Parameters = OwnParameters> {
  /** If there is one the spec must have the same, and so the digest covers it. */
  readonly version?: string;
  /** Called once for each trial. */
  create(setting: OwnLearnerSetting<Parameters>): OwnLearner;
}

/** What a module of own code exports. Names are those that specs use. */
export interface OwnCode {
  readonly environments?: { readonly [name: string]: OwnEnvironment };
  readonly policies?: { readonly [name: string]: OwnPolicy };
}

/** Code outside of the library that took part in a result. */
export interface OwnPart {
  readonly kind: 'environment' | 'policy';
  readonly name: string;
  readonly version?: string;
}
