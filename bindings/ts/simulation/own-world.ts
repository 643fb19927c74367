// One trial of an own world: fills the blocks of rounds that the core plays.
import { OwnPlace } from './own-fail.js';
import type { SeededRandom } from './own-random.js';
import type { OwnEnvironment, OwnPart, OwnWorld } from './own-types.js';
import type { OwnEnvironmentSpec } from './spec-types.js';

export interface OwnStreams {
  /** Of what the world draws beside rewards. */
  readonly world: SeededRandom;
  readonly rewards: SeededRandom;
}

export class OwnTrialOfWorld {
  readonly #place: OwnPlace;
  readonly #spec: OwnEnvironmentSpec;
  readonly #world: OwnWorld;
  readonly #streams: OwnStreams;
  readonly #means: Float64Array;
  readonly #rewards: Float64Array;
  #block = new Float64Array(0);

  constructor(
    definition: OwnEnvironment,
    spec: OwnEnvironmentSpec,
    trial: { readonly horizon: number; readonly trial: number },
    streams: OwnStreams,
  ) {
    const part: OwnPart = { kind: 'environment', name: spec.name };
    this.#place = new OwnPlace(part, trial.trial);
    this.#spec = spec;
    this.#streams = streams;
    this.#means = new Float64Array(spec.arms);
    this.#rewards = new Float64Array(spec.arms);
    const { arms, parameters = {} } = spec;
    const setting = { arms, ...trial, parameters, random: streams.world };
    this.#world = this.#place.run(0, 'create', () => definition.create(setting));
    this.#checkWorld();
  }

  /** Whether it says what arms pay; else they pay bits of their means. */
  get hasRewards(): boolean {
    return this.#world.rewards !== undefined;
  }

  /** Means, and rewards if they are wanted, of rounds first, ..., first + count - 1: [count][arms]. Valid until the next call. */
  make(
    first: number,
    count: number,
    hasRewards: boolean,
  ): readonly [means: Float64Array, rewards: Float64Array] {
    const { arms } = this.#spec;
    if (this.#block.length < 2 * count * arms) this.#block = new Float64Array(2 * count * arms);
    const means = this.#block.subarray(0, count * arms);
    const rewards = this.#block.subarray(count * arms, 2 * count * arms);
    if (hasRewards && !this.hasRewards) {
      throw this.#place.wrong(
        0,
        'create gave rewards that are',
        undefined,
        'must be a function here as in other trials',
      );
    }
    const isMoving = typeof this.#world.means === 'function';
    for (let row = 0; row < count; row += 1) {
      const round = first + row;
      if (isMoving) this.#callMeans(round);
      means.set(this.#means, row * arms);
      if (!hasRewards) continue;
      this.#callRewards(round);
      rewards.set(this.#rewards, row * arms);
    }
    return [means, rewards];
  }

  free(): void {
    this.#streams.world.free();
    this.#streams.rewards.free();
  }

  #callMeans(round: number): void {
    this.#means.fill(Number.NaN);
    try {
      (this.#world.means as (round: number, means: Float64Array) => void)(round, this.#means);
    } catch (error) {
      throw this.#place.threw(round, 'means', error);
    }
    this.#check(round, this.#means, 'the mean');
  }

  #callRewards(round: number): void {
    this.#rewards.fill(Number.NaN);
    try {
      this.#world.rewards?.(round, this.#rewards, this.#streams.rewards);
    } catch (error) {
      throw this.#place.threw(round, 'rewards', error);
    }
    this.#check(round, this.#rewards, 'the reward');
  }

  #check(round: number, values: Float64Array, what: string): void {
    const { low, high } = this.#ends();
    for (let arm = 0; arm < values.length; arm += 1) {
      const value = values[arm] ?? Number.NaN;
      if (value >= low && value <= high) continue;
      throw this.#place.wrong(
        round,
        `${what} of arm ${arm} is`,
        value,
        `must be from ${low} to ${high}${Number.isNaN(value) ? ', and every arm must be filled' : ''}`,
      );
    }
  }

  #ends(): { readonly low: number; readonly high: number } {
    const { low = 0, high = 1 } = this.#spec;
    return { low, high };
  }

  #checkWorld(): void {
    const { means, rewards } = Object(this.#world) as Partial<OwnWorld>;
    if (rewards !== undefined && typeof rewards !== 'function') {
      throw this.#place.wrong(0, 'create gave rewards that are', rewards, 'must be a function');
    }
    const { low, high } = this.#ends();
    if (rewards === undefined && (low < 0 || high > 1)) {
      throw this.#place.wrong(
        0,
        'create gave rewards that are',
        rewards,
        `must be a function where the spec has rewards from ${low} to ${high}: without it they are 0 or 1`,
      );
    }
    if (typeof means === 'function') return;
    const { arms } = this.#spec;
    if (typeof means !== 'object' || means === null) {
      throw this.#place.wrong(
        0,
        'create gave means that are',
        means,
        `must be a function or ${arms} numbers`,
      );
    }
    if (means.length !== arms) {
      throw this.#place.wrong(
        0,
        'the number of means that create gave is',
        means.length,
        `must be ${arms}, one for each arm`,
      );
    }
    this.#means.set(means);
    this.#check(0, this.#means, 'the mean');
  }
}
