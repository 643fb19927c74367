import { invalidArgument, requireFunction, requireInteger } from '../internal/checks.js';
import { checkedJob } from './check.js';
import { crewOf, type Seat } from './crew.js';
import { difference, type Estimate, ReplayEstimator } from './estimator.js';
import { labelOf, pointOf, visitorsOf } from './play.js';
import type {
  Played,
  ReplayJob,
  ReplayOptions,
  ReplayPolicy,
  ReplayResult,
  ReplayUnit,
} from './types.js';

/**
 * What a learner would have earned that had met the visitors of a log: uniform play, the learner that sees raw rewards,
 * and a private run for each epsilon, through the modules that pages and collectors load. A logged row counts when
 * the policy chooses what the log shows (Li, Chu, Langford and Wang 2011), with a weight of 1/propensity.
 *
 * Never rejects because of `signal`: what was reached by then is the result, marked `partial`.
 *
 * @throws LdpError `invalid_argument`, naming the option; `worker_failed`.
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { job, epsilons, replicates } = checkedJob(options);
  const { signal, onProgress, workers = 0 } = options;
  if (workers !== 'auto') requireInteger('workers', workers, 0, 256);
  if (onProgress !== undefined) requireFunction('onProgress', onProgress);
  if (signal !== undefined && typeof signal.addEventListener !== 'function')
    throw invalidArgument('signal', signal, 'must be an AbortSignal');
  const units = [null, ...epsilons].flatMap((epsilon) =>
    Array.from({ length: replicates }, (_, replicate): ReplayUnit => ({ epsilon, replicate })),
  );
  const played = await playAll(job, units, options);
  return resultOf(job, played, played.length < units.length);
}

/** In the order of `units`; those that were not begun are missing. */
async function playAll(
  job: ReplayJob,
  units: readonly ReplayUnit[],
  { signal, onProgress, workers = 0, spawn, replicates = 1 }: ReplayOptions,
): Promise<readonly Played[]> {
  const crew = await crewOf(job, units.length, workers, spawn);
  const played = new Map<ReplayUnit, Played>();
  const waiting = [...units];
  const work = async (seat: Seat) => {
    for (let unit = waiting.shift(); unit && !signal?.aborted; unit = waiting.shift()) {
      const count = replicates > 1 ? `, replicate ${unit.replicate + 1} of ${replicates}` : '';
      const name = labelOf(job, unit) + count;
      const watch = {
        signal,
        onProgress: (done: number, total: number) => onProgress?.(name, done, total),
      };
      played.set(unit, await seat.play(unit, watch));
    }
  };
  try {
    await Promise.all(crew.seats.map(work));
  } finally {
    crew.end();
  }
  return units.flatMap((unit) => played.get(unit) ?? []);
}

function resultOf(job: ReplayJob, played: readonly Played[], isCut: boolean): ReplayResult {
  const { rows, seed, passes } = job;
  const uniform = uniformPolicy(job);
  const openOf = (replicate: number) =>
    played.find((one) => one.kind === 'non-private' && one.replicate === replicate);
  const notCompared = rows.propensityDoubt;
  const against = (one: Estimate, other: Estimate | undefined) =>
    other && notCompared === null ? difference(one, other) : null;
  const policies = [uniform, ...played].map(
    (policy): ReplayPolicy => ({
      ...policy,
      againstUniform: policy.kind === 'uniform' ? null : against(policy, uniform),
      againstNonPrivate:
        policy.kind === 'private' ? against(policy, openOf(policy.replicate)) : null,
    }),
  );
  return {
    rows: rows.arm.length,
    arms: rows.arms,
    reward: uniform.reward,
    uniformLog: rows.uniform,
    notCompared,
    estimator: rows.uniform ? 'replay' : 'self-normalised inverse-propensity replay',
    passes,
    seed,
    partial: isCut || played.some(({ complete }) => !complete),
    policies,
  };
}

/** Uniform play needs no replay: over the choice of the arm every row agrees with probability 1/arms. */
function uniformPolicy({ rows, slates }: ReplayJob): Played {
  const estimator = new ReplayEstimator(rows.reward, visitorsOf(slates, rows.arm.length));
  rows.propensity.forEach((propensity, row) => {
    estimator.add(row, propensity);
  });
  const estimate = estimator.estimate();
  return {
    label: rows.uniform ? 'uniform play (the log itself)' : 'uniform play (reweighted log)',
    kind: 'uniform',
    epsilon: null,
    replicate: 0,
    complete: true,
    sent: null,
    ...estimate,
    curve: [pointOf(rows.arm.length, estimate)],
  };
}
