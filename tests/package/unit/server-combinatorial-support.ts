// Reports about slates as they come off the wire, written by hand: see server-support.ts.
import type { AlgorithmSpec, Collector, CollectorOptions, DecisionSet } from 'ldp-bandits/server';
import { collectorOver, reportId, snapshotOf } from './server-support.js';

/** Six cards, three shown, at most one of a kind. */
export const CARDS = {
  type: 'partition',
  groups: [0, 0, 1, 1, 2, 2],
  most: [1, 1, 1],
  choose: 3,
} as const satisfies DecisionSet;
/** The slates of CARDS, in the order in which super arms are counted. */
export const isSlate = (arms: readonly number[]) =>
  arms.length === 3 && arms.every((arm, i) => Math.floor(arm / 2) === i);

/** Every combinatorial algorithm that runs in a page. */
const ALGORITHMS = {
  thompson: { type: 'combinatorial-thompson', set: CARDS },
  bit: { type: 'cucb-ldp-bit', set: CARDS },
  coins: { type: 'cucb-ldp-bit', set: CARDS, coordinate: 'uniform' },
  joint: { type: 'cucb-ldp-joint', set: CARDS },
  sum: { type: 'cucb-ldp-sum', set: CARDS },
  laplace: { type: 'cucb-ldp2', set: CARDS },
  all: { type: 'cucb-ldp1', set: CARDS },
  kl: { type: 'cucb-ldp-kl', set: CARDS },
  menu: { type: 'cucb-ldp-kl', set: CARDS, levels: [0.5, 1] },
} as const satisfies Record<string, AlgorithmSpec>;
export type SlateName = keyof typeof ALGORITHMS;
export const NAMES = Object.keys(ALGORITHMS) as SlateName[];

export const EXPERIMENTS = Object.fromEntries(
  NAMES.map((name) => [name, { algorithm: ALGORITHMS[name], perReport: { epsilon: 1 } }]),
) as unknown as Readonly<Record<SlateName, CollectorOptions['experiments'][string]>>;

export interface Slate {
  readonly arms: readonly number[];
  readonly reported?: number;
}

export interface SlateSnapshotBody {
  readonly v: 1;
  readonly experiment: string;
  readonly snapshot: number;
  readonly reports: number;
  readonly mean: readonly number[];
  /** Null: never reported. */
  readonly width: readonly (number | null)[];
  readonly slates: readonly Slate[];
}

/** Of the experiments of these names; of none: of all. */
export function slateCollectorOver(
  options: Partial<CollectorOptions> = {},
  ...names: readonly SlateName[]
): Promise<Collector> {
  const chosen = names.length === 0 ? NAMES : names;
  const experiments = Object.fromEntries(chosen.map((name) => [name, EXPERIMENTS[name]]));
  return collectorOver({ experiments, ...options } as CollectorOptions);
}

export const slateSnapshotOf = (collector: Collector, name: string) =>
  snapshotOf<SlateSnapshotBody>(collector, name);

let counter = 0;

/** What a device that shows this slate sends, with `value` for every number of it. */
export function answer(
  name: SlateName,
  { arms, reported }: Slate,
  { id = reportId(++counter), snapshot = 1, value = 1 }: AnswerFields = {},
): string {
  const head = `{"v":1,"id":"${id}","snapshot":${snapshot}`;
  if (name === 'all') {
    return `${head},"arms":[${arms}],"level":0,"noisy":[${arms.map(() => value)}]}`;
  }
  const kind = name === 'laplace' ? 'noisy' : 'bit';
  return `${head},"arm":${reported ?? arms[0]},"level":0,"${kind}":${value}}`;
}

export interface AnswerFields {
  readonly id?: string;
  readonly snapshot?: number;
  readonly value?: number;
}
