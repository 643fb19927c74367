/** What each scene counts, as plain data: questions, answers, and the truths that only a scene can know. */
import type { SimulationSpec } from 'ldp-bandits/simulation';

// Scene 2: crowds that answer one question.

export const SIZES = [100, 1_000, 10_000] as const;
/** The percentage who would go. The collector estimates it. */
export const WOULD_GO = 60;

export const goers = (people: number) => (people * WOULD_GO) / 100;

export interface CrowdsRequest {
  readonly epsilon: number;
  readonly sizes: readonly number[];
  /** Of each size. */
  readonly crowds: number;
}

export interface Crowd {
  readonly epsilon: number;
  readonly people: number;
  /** The bit of each person's report; the first `WOULD_GO` percent of them would go. */
  readonly bits: readonly (0 | 1)[];
  /** The collector's estimate of the share who would go, and half of its 95 % interval. */
  readonly mean: number;
  readonly halfWidth: number;
}

// Scene 3: a learner.

export const OPTION_NAMES = ['Mountains', 'City', 'Sea', 'Forest', 'Desert'] as const;
/** The share who would go, by option. */
export const TASTE: readonly number[] = [0.55, 0.4, 0.68, 0.61, 0.3];
export const BEST = TASTE.indexOf(Math.max(...TASTE));

export interface Lesson {
  readonly visitors: number;
  /** By option: the estimate and half of its 95 % interval, null while no visitor has seen it. */
  readonly mean: readonly (number | null)[];
  readonly halfWidth: readonly (number | null)[];
  /** By option: how many visitors were shown it so far. */
  readonly shown: readonly number[];
  /** By option: the probability that the next visitor is shown it. */
  readonly share: readonly number[];
}

export const WORLD = {
  version: 1,
  seed: 'how it works',
  horizon: 10_000,
  replicates: 40,
  environment: { type: 'bernoulli', means: TASTE },
  record: { points: 60, scale: 'linear' },
} as const;

export const PRIVATE = 'Private';
export const NOT_PRIVATE = 'Not private';
export const RANDOM = 'Random choice';
const BASELINES = [
  { label: NOT_PRIVATE, policy: { type: 'thompson' } },
  { label: RANDOM, policy: { type: 'uniform' } },
] as const;

export function regretSpec(epsilon: number): SimulationSpec {
  const policy = { type: 'ldp-thompson' } as const;
  return { ...WORLD, runs: [{ label: PRIVATE, policy, epsilon }, ...BASELINES] };
}

/** The result of a simulation as plain numbers, which can be posted and stored. */
export interface Curves {
  readonly spec: SimulationSpec;
  readonly partial: boolean;
  readonly digest: string;
  readonly curves: readonly {
    readonly label: string;
    readonly replicates: number;
    readonly t: readonly number[];
    readonly mean: readonly number[];
    readonly low: readonly number[];
    readonly high: readonly number[];
  }[];
}

// Scene 4: two groups with public levels.

/** Regret at the horizon, by the label of the run. */
export type Lost = Readonly<Record<string, number>>;

/** The public menu: epsilon of one report, and the percentage of visitors who choose it. */
export const LEVELS: readonly number[] = [0.25, 2];
export const SHARES: readonly number[] = [70, 30];
/** Visitors below this level are not experimented with, where service is by level. */
export const AWARE_FROM = 1;

export interface Group {
  readonly level: number;
  readonly visitors: number;
  /** Visitors who were shown something else than what the server then thought best. */
  readonly experiments: number;
  /** What that cost against showing the best option: expected visitors who would have gone. */
  readonly lost: number;
}

export interface Service {
  readonly aware: boolean;
  readonly visitors: number;
  readonly groups: readonly Group[];
}

export const ALIKE = 'Same for all';
export const BY_LEVEL = 'By level';

export function serviceSpec(): SimulationSpec {
  const policy = { type: 'ldp-thompson' } as const;
  const population = { levels: LEVELS, probabilities: SHARES.map((share) => share / 100) };
  const byLevel = { ...policy, levelAwareFrom: AWARE_FROM };
  return {
    ...WORLD,
    runs: [
      { label: ALIKE, policy, population },
      { label: BY_LEVEL, policy: byLevel, population },
      ...BASELINES,
    ],
  };
}

// Scene 5: a month against the ledger.

export const LIMIT = 8;
export const DAYS = 30;
/** After how many days a spend is forgotten; null: never. */
export const RENEWALS = [null, 7, 1] as const;
export type Renewal = (typeof RENEWALS)[number];

export interface DaysRequest {
  readonly epsilon: number;
  readonly perDay: number;
}

export interface Month {
  readonly renewal: Renewal;
  /** After each day, from day 0 on: what counts against the limit, and what was lost in all. */
  readonly spent: readonly number[];
  readonly lifetime: readonly number[];
  readonly sent: number;
  readonly withheld: number;
}

/** What the build has counted, so that every figure can be read before anything runs. */
export interface HowStart {
  readonly crowd: Crowd;
  /** Estimates of whole crowds, in the order of `SIZES`. */
  readonly estimates: readonly (readonly number[])[];
  readonly lessons: readonly Lesson[];
  readonly regret: Curves;
  readonly services: readonly Service[];
  readonly serviceLost: Lost;
  readonly months: readonly Month[];
}

/** The settings that every figure begins with. */
export const BEGIN = {
  epsilon: 1,
  people: 1_000,
  crowds: 20,
  visitors: 10_000,
  perDay: 2,
} as const;
