// Replays a log whose visitors are described: the client chooses by features that stay in it.

import { pathSetup } from './contextual-setup.js';
import type { Contexts } from './features.js';
import { LinUcb } from './linucb.js';
import type { LoggedRows } from './log.js';
import { type Loudness, LoudnessMeter } from './loudness.js';
import type { ContextualOptions } from './options.js';
import { PrivatePath } from './path.js';
import {
  type Bare,
  type Policy,
  type ReplayResult,
  resultOf,
  runPolicy,
  type Stage,
  uniformPolicy,
} from './replay.js';

export interface ContextualPlan extends Stage, ContextualOptions {
  readonly epsilons: readonly number[];
}

/** What a private run says of its context, by the label of its policy. */
export interface ContextualRun {
  readonly label: string;
  /** Visits with an arm beyond the declared bound, whose features were shortened. */
  readonly shortened: number;
  readonly loudness: Loudness | null;
}

export interface ContextualReplayResult extends ReplayResult {
  readonly dimension: number;
  readonly bound: number;
  readonly runs: readonly ContextualRun[];
}

/** Never rejects because of `signal`: what was reached by then is the result, marked `partial`. */
export async function replayContexts(
  log: LoggedRows,
  contexts: Contexts,
  plan: ContextualPlan,
): Promise<ContextualReplayResult> {
  const horizon = log.arm.length * plan.passes;
  const linucb = new LinUcb(contexts, horizon);
  const comparator = await runPolicy(log, plan, kComparator, openPolicy(log, contexts, linucb));
  const bare: Bare[] = [
    uniformPolicy(log),
    { ...comparator, kind: 'non-private', epsilon: null, sent: null },
  ];
  const runs: ContextualRun[] = [];
  for (const epsilon of plan.epsilons) {
    if (plan.signal?.aborted) break;
    // A logged row agrees once in as many rows as there are arms.
    const expected = Math.ceil(horizon / contexts.arms);
    await using path = await PrivatePath.open(pathSetup(plan, contexts, epsilon, expected, 1));
    const label = `${plan.algorithm}, \u03b5 = ${epsilon}`;
    const meter = new LoudnessMeter(contexts.dimension);
    const seen = { shortened: 0 };
    const policy = privatePolicy(log, contexts, path, meter, seen);
    const run = await runPolicy(log, plan, label, policy);
    bare.push({ ...run, kind: 'private', epsilon, sent: path.sent });
    runs.push({ label, shortened: seen.shortened, loudness: meter.measure() });
  }
  const result = resultOf(log, plan, bare, runs.length < plan.epsilons.length);
  return { ...result, dimension: contexts.dimension, bound: contexts.bound, runs };
}

export const kComparator = 'LinUCB on raw data';

function openPolicy(log: LoggedRows, contexts: Contexts, linucb: LinUcb): Policy {
  return (row) => {
    const features = contexts.of(row);
    const arm = linucb.choose(features);
    if (arm !== log.arm[row]) return false;
    linucb.ingest(features, arm, log.reward[row] ?? 0);
    return true;
  };
}

function privatePolicy(
  log: LoggedRows,
  contexts: Contexts,
  path: PrivatePath,
  meter: LoudnessMeter,
  seen: { shortened: number },
): Policy {
  return async (row) => {
    const visit = await path.visit(contexts.of(row));
    seen.shortened += visit.rescaled > 0 ? 1 : 0;
    if (visit.arm !== log.arm[row]) {
      await visit.forget();
      return false;
    }
    const told = await visit.answer(log.reward[row] ?? 0);
    if (told !== null) meter.add(told);
    return true;
  };
}
