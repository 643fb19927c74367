// What a page says of the flags that experiments decide.
import type { AlgorithmMap, AlgorithmSpec, AlgorithmType, ChooseOptions } from '../client/types.js';

/** Algorithms that show one public arm: a flag is evaluated without a context of the visitor. */
export type ArmAlgorithm = {
  [T in AlgorithmType]: AlgorithmMap[T]['action'] extends number
    ? AlgorithmMap[T]['context'] extends [options?: ChooseOptions]
      ? T
      : never
    : never;
}[AlgorithmType];

/** A flag that an experiment decides. The key of the flag is the name of the experiment. */
export interface BanditFlag<Value = unknown> {
  /** As the collector defines it. */
  readonly algorithm: AlgorithmSpec<ArmAlgorithm>;
  /** The value of each arm under the name of the variant, in the order of the arms. No name is a whole number. */
  readonly variants: Readonly<Record<string, Value>>;
  /**
   * The event that answers: its value is the feedback, 1 where it has none. An event before the flag was evaluated is no
   * answer. Without an event each visitor counts as silent.
   */
  readonly event?: string;
  /** Shows a returning visitor the same variant, without another report. As in `ldp-bandits/components`. */
  readonly sticky?: 'session' | 'profile';
}

export type BanditFlagTable<Value = unknown> = Readonly<Record<string, BanditFlag<Value>>>;
