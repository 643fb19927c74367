// A combinatorial experiment before the scripted collector: six cards in three kinds, three shown, at
// most one of a kind; what the page pins, what the collector answers, and two slates.
import {
  type AlgorithmSpec,
  type Bandit,
  type BanditOptions,
  createBandit,
  memoryLedger,
} from 'ldp-bandits';
import 'ldp-bandits/slates';
import { ENDPOINT, MANIFEST, patient, ScriptedCollector } from './client-support.js';

export type SlateType =
  | 'combinatorial-thompson'
  | 'cucb-ldp-bit'
  | 'cucb-ldp-kl'
  | 'cucb-ldp-joint'
  | 'cucb-ldp-sum'
  | 'cucb-ldp2'
  | 'cucb-ldp1';

export const SET = {
  type: 'partition',
  groups: [0, 0, 1, 1, 2, 2],
  most: [1, 1, 1],
  choose: 3,
  reward: 'sum',
} as const;
export const ARMS = 6;
/** Arms 0 or 1, 2 or 3, 4 or 5, in lexicographic order: the arms of a sum report. */
export const FAMILY = [0, 1].flatMap((a) => [2, 3].flatMap((b) => [4, 5].map((c) => [a, b, c])));

/** Every algorithm of the family that runs in a page. */
export const SLATES = {
  thompson: { type: 'combinatorial-thompson', set: SET },
  bit: { type: 'cucb-ldp-bit', set: SET },
  uniform: { type: 'cucb-ldp-bit', set: SET, coordinate: 'uniform' },
  kl: { type: 'cucb-ldp-kl', set: SET },
  joint: { type: 'cucb-ldp-joint', set: SET },
  sum: { type: 'cucb-ldp-sum', set: SET },
  ldp2: { type: 'cucb-ldp2', set: SET },
  ldp1: { type: 'cucb-ldp1', set: SET },
} as const satisfies Record<string, AlgorithmSpec<SlateType>>;
export type SlateName = keyof typeof SLATES;
export const NAMES = Object.keys(SLATES) as SlateName[];

/** What the collector says beside the spec: the defaults. */
const DEFAULTS: Record<SlateName, object> = {
  thompson: { coordinate: 'least-reported' },
  bit: { coordinate: 'least-reported' },
  uniform: {},
  kl: { coordinate: 'least-reported' },
  joint: { coordinate: 'least-reported' },
  sum: {},
  ldp2: { width: 'published' },
  ldp1: { width: 'corrected' },
};

/** What the name of the arm says to a page; -1 where a report names none. */
export const namesArm = (name: SlateName) => name !== 'sum' && name !== 'ldp1';

/** The slates of the snapshot: of the first arm 0 is reported, of the second arm 5. */
export const SHOWN = [
  [0, 2, 4],
  [1, 3, 5],
];
const REPORTED = [0, 5];

export function slateSnapshot(name: SlateName, changes: object = {}): object {
  const named = name === 'sum' ? FAMILY.length : ARMS;
  return {
    v: 1,
    experiment: 'posters',
    snapshot: 12,
    reports: 100,
    mean: Array.from({ length: named }, (_, arm) => arm / 10),
    width: Array.from({ length: named }, (_, arm) => (arm === 1 ? null : 0.25)),
    slates: SHOWN.map((arms, i) => {
      if (name === 'sum') return { arms, reported: FAMILY.findIndex((s) => `${s}` === `${arms}`) };
      return name === 'ldp1' || name === 'uniform' ? { arms } : { arms, reported: REPORTED[i] };
    }),
    ...changes,
  };
}

export function slateCollector(name: SlateName = 'bit', changes: object = {}): ScriptedCollector {
  const collector = new ScriptedCollector();
  collector.manifest = {
    ...MANIFEST,
    algorithm: {
      ...SLATES[name],
      ...DEFAULTS[name],
      rewards: { type: 'unit' },
      neutral: 0,
      ...changes,
    },
    labels: ['a', 'b', 'c', 'd', 'e', 'f'],
  };
  collector.snapshot = slateSnapshot(name);
  return collector;
}

export type SlateOptions = Partial<BanditOptions<SlateType>>;

export function openSlates(
  collector: ScriptedCollector,
  name: SlateName = 'bit',
  options: SlateOptions = {},
): Promise<Bandit<SlateType>> {
  return createBandit<SlateType>({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: SLATES[name],
    privacy: { epsilon: 1, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    ...patient(),
    fetch: collector.fetch,
    ...options,
  });
}
