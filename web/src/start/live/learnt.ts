/** What the newest snapshot says, beside what the crowd really likes. */
import { beliefs, type PublicSnapshot } from '../../shared/snapshot.js';
import type { Plan } from './plan.js';

export interface Learnt {
  /** What a row is about. */
  readonly kind: 'Option' | 'Feature' | 'Number';
  /** What the truth is called. */
  readonly truth: string;
  /** Truth and estimate are shares. */
  readonly isRate: boolean;
  readonly rows: readonly Row[];
}

export interface Row {
  /** Counted from 1. */
  readonly name: string;
  readonly truth: number;
  /** Null: nothing was reported of it. */
  readonly learnt: number | null;
  /** Half-width of its 95% interval, where the snapshot has one. */
  readonly halfWidth?: number | null;
  /** Of the next visitors, the share who are shown it. */
  readonly share?: number;
}

interface AnySnapshot {
  readonly mean?: readonly (number | null)[];
  readonly width?: readonly (number | null)[];
  readonly weights?: readonly number[] | null;
  readonly slates?: readonly { readonly arms: readonly number[] }[];
  readonly theta?: readonly number[];
  readonly answer?: readonly number[];
}

/** Learners of one option whose width is that of one bit a visitor, so that an interval follows from it. */
const WITH_INTERVAL = /^(ldp-(thompson|thompson-drift|imed|kl-ucb|duel)|weighted-ldp-ucb)$/;

export function learntOf({ algorithm, truth }: Plan, text: string): Learnt {
  const snapshot = JSON.parse(text) as AnySnapshot;
  if (snapshot.theta) return features(snapshot.theta, truth.weights ?? []);
  if (snapshot.answer) return numbers(snapshot.answer, truth.best ?? []);
  return options(algorithm.type, snapshot, truth.yes ?? []);
}

function options(type: string, snapshot: AnySnapshot, yes: readonly number[]): Learnt {
  const { slates, mean = [] } = snapshot;
  const known = WITH_INTERVAL.test(type) ? beliefs(snapshot as PublicSnapshot) : [];
  const shareOf = (option: number) =>
    slates
      ? slates.filter(({ arms }) => arms.includes(option)).length / slates.length
      : (snapshot.weights?.[option] ?? undefined);
  const rows = yes.map((of, option): Row => {
    const share = shareOf(option);
    return {
      name: `${option + 1}`,
      truth: of,
      learnt: mean[option] ?? null,
      ...(known[option] && { halfWidth: known[option].halfWidth }),
      ...(share !== undefined && { share }),
    };
  });
  return { kind: 'Option', truth: 'True rate', isRate: true, rows };
}

/** Only the direction of weights decides on options: each side is read beside its largest. */
function features(theta: readonly number[], weights: readonly number[]): Learnt {
  const [learnt, truth] = [theta, weights].map((side) => {
    const largest = Math.max(...side.map(Math.abs));
    return side.map((weight) => (largest > 0 ? weight / largest : 0));
  }) as [number[], number[]];
  return {
    kind: 'Feature',
    truth: 'True weight',
    isRate: false,
    rows: truth.map((of, i) => ({ name: `${i + 1}`, truth: of, learnt: learnt[i] ?? null })),
  };
}

function numbers(answer: readonly number[], best: readonly number[]): Learnt {
  const rows = best.map((of, i) => ({ name: `${i + 1}`, truth: of, learnt: answer[i] ?? null }));
  return { kind: 'Number', truth: 'Best setting', isRate: false, rows };
}
