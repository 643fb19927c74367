// A classification set as a contextual bandit (Langford and Zhang 2007): a visitor is a row drawn with
// replacement, an arm is a class, the reward is 1 for the right one and 0 for the others. What every
// arm would have earned is known, so the regret is exact: the number of wrong choices.
import { completeAlgorithm } from '../replay/algorithm.js';
import { Contexts } from '../replay/contexts.js';
import { LinUcb } from '../replay/linucb.js';
import { type Loudness, LoudnessMeter } from '../replay/loudness.js';
import { Path } from '../replay/path.js';
import { SeededStream } from '../replay/stream.js';
import type { Labelled } from './contextual-setup.js';
import { type ContextualOptions, hasDelta } from './options.js';

export type ClassificationPlan = ContextualOptions & {
  readonly epsilons: readonly number[];
  readonly seed: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((label: string, done: number, total: number) => void) | undefined;
};

/** A mean over trials, with what it may be off by; NaN for one trial. */
export interface Mean {
  readonly mean: number;
  readonly standardError: number;
  /** 95 %, by Student's law. */
  readonly low: number;
  readonly high: number;
}

export interface ClassificationPolicy {
  readonly label: string;
  readonly kind: 'uniform' | 'non-private' | 'private';
  readonly epsilon: number | null;
  /** Wrong choices of a trial. */
  readonly regret: Mean;
  /** Wrong choices of a trial less those of uniform play; null for that itself. */
  readonly againstUniform: Mean | null;
  /** Share of right choices in the last fifth of a trial. */
  readonly lastFifth: Mean;
  readonly sent: { readonly reports: number; readonly bytes: number } | null;
  readonly shortened: number;
  readonly loudness: Loudness | null;
}

export interface ClassificationResult {
  readonly rows: number;
  readonly arms: number;
  readonly dimension: number;
  readonly bound: number;
  readonly rounds: number;
  /** Trials that were played to the end. */
  readonly trials: number;
  readonly partial: boolean;
  readonly seed: string;
  readonly policies: readonly ClassificationPolicy[];
}

/** One player of one trial. */
interface Player extends Disposable {
  play(row: number): boolean;
  readonly sent: { readonly reports: number; readonly bytes: number } | null;
}

/** What all trials of a policy have seen. */
interface Seen {
  readonly regrets: number[];
  readonly shares: number[];
  readonly meter: LoudnessMeter;
  reports: number;
  bytes: number;
  shortened: number;
}

/** Never rejects because of `signal`: trials that were played by then are the result. */
export async function classify(
  { contexts: described, labels, label: classes }: Labelled,
  plan: ClassificationPlan,
): Promise<ClassificationResult> {
  const contexts = new Contexts(described, labels.length);
  const set = { contexts, label: classes };
  const seen = new Map<number | null, Seen>(
    [null, ...plan.epsilons].map((epsilon) => [epsilon, newlySeen(contexts.dimension)]),
  );
  let trials = 0;
  for (; trials < plan.trials && !plan.signal?.aborted; trials += 1) {
    // All policies of a trial have the same visitors.
    const drawn = new SeededStream('ldp-bandits/rows', plan.seed, trials);
    const rows = Uint32Array.from({ length: plan.rounds }, () =>
      Math.floor(drawn.uniform() * classes.length),
    );
    for (const [epsilon, all] of seen) {
      const stream = new SeededStream('ldp-bandits/trial', plan.seed, epsilon ?? 'open', trials);
      using player =
        epsilon === null ? open(set, plan, stream) : await secret(set, plan, epsilon, all, stream);
      const name = `${nameOf(plan, epsilon)}, trial ${trials + 1} of ${plan.trials}`;
      await playTrial(player, rows, all, plan, name);
    }
  }
  const complete = Math.min(...[...seen.values()].map(({ regrets }) => regrets.length));
  const blind = (plan.rounds * (contexts.arms - 1)) / contexts.arms;
  return {
    rows: classes.length,
    arms: contexts.arms,
    dimension: contexts.dimension,
    bound: contexts.bound,
    rounds: plan.rounds,
    trials: complete,
    partial: complete < plan.trials,
    seed: plan.seed,
    policies: [
      uniformPolicy(blind, contexts.arms),
      ...[...seen].map(([epsilon, all]) => policyOf(plan, epsilon, all, complete, blind)),
    ],
  };
}

function newlySeen(dimension: number): Seen {
  const meter = new LoudnessMeter(dimension);
  return { regrets: [], shares: [], meter, reports: 0, bytes: 0, shortened: 0 };
}

async function playTrial(
  player: Player,
  rows: Uint32Array,
  seen: Seen,
  plan: ClassificationPlan,
  name: string,
): Promise<void> {
  const last = Math.floor(0.8 * rows.length);
  let wrong = 0;
  let rightAtLast = 0;
  for (const [round, row] of rows.entries()) {
    if (plan.signal?.aborted) return;
    const right = player.play(row);
    if (!right) wrong += 1;
    else if (round >= last) rightAtLast += 1;
    if (round % 64 === 0) {
      plan.onProgress?.(name, round, rows.length);
      // A turn of the event loop, so that Ctrl-C is heard.
      if (round % 1024 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  seen.regrets.push(wrong);
  seen.shares.push(rightAtLast / (rows.length - last));
  seen.reports += player.sent?.reports ?? 0;
  seen.bytes += player.sent?.bytes ?? 0;
}

interface Classes {
  readonly contexts: Contexts;
  readonly label: Uint32Array;
}

function open(
  { contexts, label }: Classes,
  plan: ClassificationPlan,
  stream: SeededStream,
): Player {
  const linucb = new LinUcb(contexts, plan.rounds, stream.uniform);
  return {
    sent: null,
    play: (row) => {
      const features = contexts.of(row);
      const arm = linucb.choose(features);
      const right = arm === label[row];
      linucb.ingest(features, arm, right ? 1 : 0);
      return right;
    },
    [Symbol.dispose]: () => {},
  };
}

async function secret(
  { contexts, label }: Classes,
  plan: ClassificationPlan,
  epsilon: number,
  seen: Seen,
  stream: SeededStream,
): Promise<Player> {
  // 200 snapshots: one for each report would take longer and teach the devices next to nothing.
  const every = Math.max(1, Math.floor(plan.rounds / 200));
  const { dimension, bound: norm } = contexts;
  const stated = hasDelta(plan.algorithm) ? { delta: plan.delta } : {};
  const known = { dimension, norm, horizon: plan.rounds };
  const algorithm = completeAlgorithm({ type: plan.algorithm, ...stated }, known);
  const path = await Path.open({ algorithm, epsilon, every }, stream);
  return {
    get sent() {
      return path.sent;
    },
    play: (row) => {
      const drawn = path.visit(contexts.of(row));
      seen.shortened += drawn.rescaled > 0 ? 1 : 0;
      const right = drawn.action === label[row];
      seen.meter.add(path.told(drawn, right ? 1 : 0));
      path.answer(drawn, right ? 1 : 0);
      return right;
    },
    [Symbol.dispose]: () => path[Symbol.dispose](),
  };
}

function nameOf({ algorithm }: ClassificationPlan, epsilon: number | null): string {
  return epsilon === null ? 'LinUCB on raw data' : `${algorithm}, \u03b5 = ${epsilon}`;
}

/** Uniform play needs no trial: its expected regret is known. */
function uniformPolicy(blind: number, arms: number): ClassificationPolicy {
  const exactly = (mean: number): Mean => ({ mean, standardError: 0, low: mean, high: mean });
  return {
    label: 'uniform play (exact)',
    kind: 'uniform',
    epsilon: null,
    regret: exactly(blind),
    againstUniform: null,
    lastFifth: exactly(1 / arms),
    sent: null,
    shortened: 0,
    loudness: null,
  };
}

function policyOf(
  plan: ClassificationPlan,
  epsilon: number | null,
  { regrets, shares, meter, reports, bytes, shortened }: Seen,
  trials: number,
  blind: number,
): ClassificationPolicy {
  const played = regrets.slice(0, trials);
  return {
    label: nameOf(plan, epsilon),
    kind: epsilon === null ? 'non-private' : 'private',
    epsilon,
    regret: meanOf(played),
    againstUniform: meanOf(played.map((regret) => regret - blind)),
    lastFifth: meanOf(shares.slice(0, trials)),
    sent: epsilon === null ? null : { reports, bytes },
    shortened,
    loudness: meter.measure(Math.max(1, trials)),
  };
}

/** 97.5 % points of Student's law with 1, 2, ... degrees of freedom; 2.262 from 9 on is on the safe side. */
const kStudent = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

export function meanOf(values: readonly number[]): Mean {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const standardError = Math.sqrt(variance / n);
  const half = (kStudent[Math.min(n - 1, kStudent.length) - 1] ?? Number.NaN) * standardError;
  return { mean, standardError, low: mean - half, high: mean + half };
}
