// Replays a log whose visitors are described: the client chooses by features that stay in it.

import { pathSetup } from './contextual-setup.js';
import type { Contexts } from './features.js';
import { LinUcb } from './linucb.js';
import type { LoggedRows } from './log.js';
import { type Loudness, LoudnessMeter } from './loudness.js';
import type { ContextualOptions } from './options.js';
import type { PrivatePath } from './path.js';
import { type Policy, type ReplayResult, replayAll, runPolicy, type Stage } from './replay.js';

export type ContextualPlan = Stage & ContextualOptions;

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
  // A logged row agrees once in as many rows as there are arms.
  const expected = Math.ceil(horizon / contexts.arms);
  const runs: Listened[] = [];
  const result = await replayAll(log, plan, {
    comparator: kComparator,
    open: openPolicy(log, contexts, new LinUcb(contexts, horizon)),
    setup: (epsilon) => pathSetup(plan, contexts, epsilon, expected, 1),
    secret: (path, label) => {
      const run = { label, meter: new LoudnessMeter(contexts.dimension), shortened: 0 };
      runs.push(run);
      return privatePolicy(log, contexts, path, run);
    },
    run: (label, policy) => runPolicy(log, plan, label, policy),
  });
  return {
    ...result,
    dimension: contexts.dimension,
    bound: contexts.bound,
    runs: runs.map(({ label, meter, shortened }) => {
      return { label, shortened, loudness: meter.measure() };
    }),
  };
}

/** What a private run has said so far. */
interface Listened {
  readonly label: string;
  readonly meter: LoudnessMeter;
  shortened: number;
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
  run: Listened,
): Policy {
  return async (row) => {
    const visit = await path.visit(contexts.of(row));
    run.shortened += visit.rescaled > 0 ? 1 : 0;
    if (visit.arm !== log.arm[row]) {
      await visit.forget();
      return false;
    }
    const told = await visit.answer(log.reward[row] ?? 0);
    if (told !== null) run.meter.add(told);
    return true;
  };
}
