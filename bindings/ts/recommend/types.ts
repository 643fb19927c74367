// What the rules of ldp-bandits/recommend hand to each other.
import type { AlgorithmSpec, AlgorithmType } from '../client/types.js';
import type { RewardTransform } from '../generated/catalog.js';

export interface Alternative {
  readonly type: AlgorithmType;
  /** When it is the better one. */
  readonly when: string;
}

export interface Pick {
  readonly algorithm: AlgorithmSpec;
  /** Why this one: a sentence each. */
  readonly why: readonly string[];
  readonly alternatives: readonly Alternative[];
  readonly warnings: readonly string[];
}

/** How values become rewards, and what to know of that. */
export interface Transformed {
  readonly rewards: { readonly rewards?: RewardTransform };
  readonly warnings: readonly string[];
}
