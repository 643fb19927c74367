// A classification set as a contextual bandit (Langford and Zhang 2007): a visitor is a row drawn with
// replacement, an arm is a class, the reward is 1 for the right one and 0 for the others. What every
// arm would have earned is known, so the regret is exact: the number of wrong choices.
import { randomInt } from 'node:crypto';
import { kComparator } from './contextual-replay.js';
import { type Labelled, pathSetup } from './contextual-setup.js';
import { LinUcb } from './linucb.js';
import { type Loudness, LoudnessMeter } from './loudness.js';
import type { ContextualOptions } from './options.js';
import { PrivatePath } from './path.js';
import { labelOf, type Stage } from './replay.js';

export type ClassificationPlan = ContextualOptions & Omit<Stage, 'passes'>;

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
  readonly policies: readonly ClassificationPolicy[];
}

/** One player of one trial. */
interface Player extends AsyncDisposable {
  play(row: number): Promise<boolean>;
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
  set: Labelled,
  plan: ClassificationPlan,
): Promise<ClassificationResult> {
  const { contexts, label: classes } = set;
  const seen = new Map<number | null, Seen>(
    [null, ...plan.epsilons].map((epsilon) => [epsilon, newlySeen(contexts.dimension)]),
  );
  let trials = 0;
  for (; trials < plan.trials && !plan.signal?.aborted; trials += 1) {
    // All policies of a trial have the same visitors.
    const rows = Uint32Array.from({ length: plan.rounds }, () => randomInt(classes.length));
    for (const [epsilon, all] of seen) {
      await using player =
        epsilon === null ? open(set, plan) : await secret(set, plan, epsilon, all);
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
    const right = await player.play(row);
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

function open({ contexts, label }: Labelled, plan: ClassificationPlan): Player {
  const linucb = new LinUcb(contexts, plan.rounds);
  return {
    sent: null,
    play: async (row) => {
      const features = contexts.of(row);
      const arm = linucb.choose(features);
      const right = arm === label[row];
      linucb.ingest(features, arm, right ? 1 : 0);
      return right;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function secret(
  { contexts, label }: Labelled,
  plan: ClassificationPlan,
  epsilon: number,
  seen: Seen,
): Promise<Player> {
  // 200 snapshots: one for each report would take longer and teach the devices next to nothing.
  const every = Math.max(1, Math.floor(plan.rounds / 200));
  const path = await PrivatePath.open(pathSetup(plan, contexts, epsilon, plan.rounds, every));
  return {
    get sent() {
      return path.sent;
    },
    play: async (row) => {
      const visit = await path.visit(contexts.of(row));
      seen.shortened += visit.rescaled > 0 ? 1 : 0;
      const right = visit.arm === label[row];
      const told = await visit.answer(right ? 1 : 0);
      if (told !== null) seen.meter.add(told);
      return right;
    },
    [Symbol.asyncDispose]: () => path[Symbol.asyncDispose](),
  };
}

function nameOf({ algorithm }: ClassificationPlan, epsilon: number | null): string {
  return epsilon === null ? kComparator : labelOf(algorithm, epsilon);
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
