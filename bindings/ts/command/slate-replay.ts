// Replays a log of slates, or of single places of slates. What a place earns is taken to depend on what
// is shown there and on nothing else of the slate: then every logged place whose arm the policy's slate
// has says what the policy would have earned there, however different the rest is.
import type { AlgorithmSpec } from '../server/index.js';
import { bestSlate } from './best-slate.js';
import { ReplayEstimator } from './estimator.js';
import type { SlateReplay } from './options.js';
import type { PrivatePath } from './path.js';
import { eachVisit, type ReplayResult, replayAll, type Stage } from './replay.js';
import type { SlateLog } from './slate-log.js';
import { Thompson } from './thompson.js';

export interface SlatePlan extends Stage {
  readonly algorithm: SlateReplay;
}

export interface SlateReplayResult extends ReplayResult {
  readonly impressions: number;
  /** Places of a slate. */
  readonly size: number;
  /** Rows whose visitor did something. */
  readonly answered: number;
}

/** Never rejects because of `signal`: what was reached by then is the result, marked `partial`. */
export async function replaySlates(log: SlateLog, plan: SlatePlan): Promise<SlateReplayResult> {
  const algorithm = { type: plan.algorithm, set: log.set } as AlgorithmSpec;
  const result = await replayAll(log.rows, plan, {
    comparator: 'Thompson sampling on raw outcomes',
    open: openPolicy(log),
    // Every report makes a snapshot, so that the replayed policy is the sequential one.
    setup: (epsilon) => ({ algorithm, epsilon, delta: 0, every: 1 }),
    secret: (path) => privatePolicy(log, path),
    run: (label, policy) => runSlates(log, plan, label, policy),
  });
  return {
    ...result,
    arms: log.arms,
    impressions: log.impressions.length,
    size: log.size,
    answered: log.rows.reward.reduce((sum, reward) => sum + (reward > 0 ? 1 : 0), 0),
  };
}

/** Plays for the visitor of an impression; gives those of its rows that have an arm of the slate. */
type SlatePolicy = (rows: readonly number[]) => readonly number[] | Promise<readonly number[]>;

async function runSlates(log: SlateLog, plan: Stage, label: string, play: SlatePolicy) {
  const { reward, propensity, visitor } = log.rows;
  const estimator = new ReplayEstimator(reward, visitor);
  const complete = await eachVisit(plan, label, log.impressions.length, async (impression) => {
    const agreed = await play(log.impressions[impression] ?? []);
    for (const row of agreed) estimator.add(row, propensity[row] ?? 1);
  });
  return { label, complete, ...estimator.estimate() };
}

function openPolicy(log: SlateLog): SlatePolicy {
  const thompson = new Thompson(log.arms);
  return (rows) => {
    const agreed = agreedRows(log, rows, bestSlate(log.set, thompson.draw()));
    for (const row of agreed) thompson.ingest(log.arm[row] ?? 0, log.rows.reward[row] ?? 0);
    return agreed;
  };
}

/**
 * A visit takes place if the log knows what its report is about: the outcome of the arm that the snapshot
 * names, or, for reports about all of a slate, that of every arm. The device is given 0 for the others, of
 * which it makes no use.
 */
function privatePolicy(log: SlateLog, path: PrivatePath): SlatePolicy {
  return async (rows) => {
    const { slate, reported, answer, forget } = await path.visitSlate();
    const agreed = agreedRows(log, rows, slate);
    const known = new Map(agreed.map((row) => [log.arm[row] ?? 0, log.rows.reward[row] ?? 0]));
    const takesPlace = reported < 0 ? known.size === slate.length : known.has(reported);
    if (takesPlace) await answer(Float64Array.from(slate, (arm) => known.get(arm) ?? 0));
    else await forget();
    return agreed;
  };
}

const agreedRows = (log: SlateLog, rows: readonly number[], slate: Uint32Array) =>
  rows.filter((row) => slate.includes(log.arm[row] ?? 0));
