// Batches in which own code takes part: it plays the world, the learner, or both. Rewards, visitors, noise and regret
// are the core's in any case.
import { definitionOf } from './own-code.js';
import { OwnEpoch } from './own-epoch.js';
import { OwnTrialOfLearner } from './own-learner.js';
import { type NativeWords, SeededRandom } from './own-random.js';
import type { OwnCode } from './own-types.js';
import { OwnTrialOfWorld } from './own-world.js';
import { armsOf } from './spec-environment.js';
import type { OwnEnvironmentSpec, OwnPolicySpec, SimulationSpec } from './spec-types.js';

/** Rounds of an own world that are made at once, and numbers of one kind that they may be. */
const kBlockRounds = 256;
const kBlockNumbers = 65_536;

/** As `Purpose` of src/simulation/seeded_stream.hpp. */
const purposes = { rewards: 3, choices: 5, changes: 8 } as const;

/** Where an own world writes; views are valid until the next call into the module. */
export interface NativeGiven {
  givenMeans(): Float64Array;
  givenRewards(): Float64Array;
}

/** Trials whose learner is here. */
export interface NativePulled extends NativeGiven {
  play(): void;
  arms(): Uint32Array;
  reports(): Float64Array;
  levels(): Int32Array;
  menu(): Float64Array;
  thetas(): Float64Array;
  regret(replicate: number): number;
  delete(): void;
}

/** The trials of a unit, and their streams. */
export interface OwnTrials {
  readonly first: number;
  readonly replicates: number;
  readonly words: (replicate: number, purpose: number) => NativeWords;
}

/** The trials of an own world. */
export class OwnWorlds {
  /** Of a block, in each trial. */
  readonly rounds: number;
  readonly hasRewards: boolean;
  readonly #horizon: number;
  readonly #arms: number;
  readonly #worlds: OwnTrialOfWorld[] = [];

  constructor(code: OwnCode, spec: SimulationSpec, trials: OwnTrials) {
    const environment = spec.environment as OwnEnvironmentSpec;
    const { name, version } = environment;
    const definition = definitionOf(code, {
      kind: 'environment',
      name,
      ...(version !== undefined && { version }),
    });
    const { horizon } = spec;
    this.#horizon = horizon;
    this.#arms = environment.arms;
    const { first, replicates, words } = trials;
    for (let trial = first; trial < first + replicates; trial += 1) {
      const streams = {
        world: new SeededRandom(words(trial, purposes.changes)),
        rewards: new SeededRandom(words(trial, purposes.rewards)),
      };
      try {
        this.#worlds.push(
          new OwnTrialOfWorld(definition, environment, { horizon, trial }, streams),
        );
      } catch (error) {
        streams.world.free();
        streams.rewards.free();
        this.free();
        throw error;
      }
    }
    this.hasRewards = this.#worlds.some((world) => world.hasRewards);
    const most = Math.floor(kBlockNumbers / (environment.arms * replicates));
    this.rounds = Math.max(1, Math.min(kBlockRounds, most));
  }

  /** Rounds after `done` that are ready; makes the next block where there are none. */
  ready(native: NativeGiven, done: number): number {
    const left = this.rounds - (done % this.rounds);
    if (left < this.rounds) return left;
    const count = Math.min(this.rounds, this.#horizon - done);
    const size = this.rounds * this.#arms;
    // Own code may let the memory grow: what it fills is copied when it is done.
    for (const [index, world] of this.#worlds.entries()) {
      const start = index * size;
      const [means, rewards] = world.make(done + 1, count, this.hasRewards);
      native.givenMeans().set(means, start);
      if (this.hasRewards) native.givenRewards().set(rewards, start);
    }
    return this.rounds;
  }

  free(): void {
    for (const world of this.#worlds) world.free();
  }
}

/** The trials of an own policy, played in step: one call into the core plays a round of all of them. */
export class OwnPolicyBatch {
  readonly replicates: number;
  readonly #native: NativePulled;
  readonly #worlds: OwnWorlds | null;
  readonly #learners: OwnTrialOfLearner[] = [];
  readonly #chosen: Uint32Array;
  readonly #times: Float64Array;
  /** [times][replicates] */
  readonly #regrets: Float64Array;
  /** Null: each report arrives at once. */
  readonly #epoch: OwnEpoch | null;
  #arms: Uint32Array;
  #reports: Float64Array;
  #levels: Int32Array;
  #recorded = 0;
  #done = 0;

  /** Owns `native` and `worlds`. */
  constructor(
    code: OwnCode,
    spec: SimulationSpec,
    policy: OwnPolicySpec,
    of: {
      readonly native: NativePulled;
      readonly worlds: OwnWorlds | null;
      readonly trials: OwnTrials;
      readonly times: Float64Array;
      readonly epoch: number;
    },
  ) {
    const { native, worlds, trials, times, epoch } = of;
    const { first, replicates, words } = trials;
    this.#native = native;
    this.#worlds = worlds;
    this.replicates = replicates;
    this.#times = times;
    this.#regrets = new Float64Array(times.length * replicates);
    this.#chosen = new Uint32Array(replicates);
    this.#epoch = epoch > 1 ? new OwnEpoch(Math.min(epoch, spec.horizon), replicates) : null;
    this.#arms = native.arms();
    this.#reports = native.reports();
    this.#levels = native.levels();
    try {
      const { name, version } = policy;
      const definition = definitionOf(code, {
        kind: 'policy',
        name,
        ...(version !== undefined && { version }),
      });
      const common = {
        horizon: spec.horizon,
        levels: Object.freeze(Array.from(native.menu())),
        unbiased: unbiasedBy(Array.from(native.thetas())),
      };
      const arms = armsOf(spec.environment);
      for (let trial = first; trial < first + replicates; trial += 1) {
        const random = new SeededRandom(words(trial, purposes.choices));
        try {
          const setting = { ...common, arms, trial };
          this.#learners.push(new OwnTrialOfLearner(definition, policy, setting, random));
        } catch (error) {
          random.free();
          throw error;
        }
      }
    } catch (error) {
      this.free();
      throw error;
    }
  }

  advance(rounds: number): void {
    const end = this.#done + rounds;
    while (this.#done < end) {
      const next = this.#times[this.#recorded] ?? end;
      const ready = this.#worlds?.ready(this.#native, this.#done) ?? end;
      const stop = Math.min(end, next, this.#done + ready);
      while (this.#done < stop) this.#play(this.#done + 1);
      if (this.#done === next) this.#record();
    }
  }

  regrets(): Float64Array {
    return this.#regrets.slice(0, this.#recorded * this.replicates);
  }

  recorded(): Float64Array {
    return this.#regrets.slice();
  }

  free(): void {
    for (const learner of this.#learners) learner.free();
    this.#worlds?.free();
    this.#native.delete();
  }

  /** Nothing is allocated here. */
  #play(round: number): void {
    const learners = this.#learners;
    const chosen = this.#chosen;
    for (let i = 0; i < learners.length; i += 1) chosen[i] = learners[i]?.choose(round) ?? 0;
    this.#look();
    this.#arms.set(chosen);
    this.#native.play();
    this.#done = round;
    for (let i = 0; i < learners.length; i += 1) {
      const level = this.#levels[i] ?? -1;
      if (level < 0) continue;
      const report = this.#reports[i] ?? Number.NaN;
      if (this.#epoch !== null) this.#epoch.keep(i, chosen[i] ?? 0, report, level);
      else learners[i]?.learn(round, chosen[i] ?? 0, report, level);
      this.#look();
    }
    this.#epoch?.close(round, learners);
  }

  /** Memory that has grown leaves its views empty. */
  #look(): void {
    if (this.#arms.length > 0) return;
    this.#arms = this.#native.arms();
    this.#reports = this.#native.reports();
    this.#levels = this.#native.levels();
  }

  #record(): void {
    const row = this.#recorded * this.replicates;
    for (let i = 0; i < this.replicates; i += 1) this.#regrets[row + i] = this.#native.regret(i);
    this.#recorded += 1;
  }
}

/** Of bits by their theta; other reports are the reward and noise of mean 0. */
function unbiasedBy(thetas: readonly number[]): (report: number, level: number) => number {
  if (thetas.length === 0) return (report) => report;
  return (report, level) => 0.5 + (report - 0.5) / (thetas[level] ?? Number.NaN);
}
