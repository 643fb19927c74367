// Replays a logged data set under several policies and compares what they would have earned.
import { catalog } from '../generated/catalog.js';
import { type Difference, difference, type Estimate, ReplayEstimator } from './estimator.js';
import type { LoggedRows } from './log.js';
import type { ReplayAlgorithm } from './options.js';
import { PrivatePath } from './path.js';
import { Ucb1 } from './ucb1.js';

export interface ReplayPlan {
  readonly algorithm: ReplayAlgorithm;
  readonly epsilons: readonly number[];
  readonly passes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((label: string, done: number, total: number) => void) | undefined;
}

export interface PolicyResult extends Estimate {
  readonly label: string;
  readonly kind: 'uniform' | 'non-private' | 'private';
  /** Privacy loss of one report; null where the learner sees raw rewards or nothing is learnt. */
  readonly epsilon: number | null;
  /** False if the replay was stopped before the end of the log. */
  readonly complete: boolean;
  /** What went over the wire, for the private runs. */
  readonly sent: { readonly reports: number; readonly bytes: number } | null;
  readonly againstUniform: Difference | null;
  readonly againstNonPrivate: Difference | null;
}

export interface ReplayResult {
  readonly rows: number;
  readonly arms: number;
  readonly reward: number;
  readonly uniformLog: boolean;
  readonly estimator: 'replay' | 'self-normalised inverse-propensity replay';
  readonly passes: number;
  readonly partial: boolean;
  readonly policies: readonly PolicyResult[];
}

type Bare = Omit<PolicyResult, 'againstUniform' | 'againstNonPrivate'>;

/** Never rejects because of `signal`: what was reached by then is the result, marked `partial`. */
export async function replay(log: LoggedRows, plan: ReplayPlan): Promise<ReplayResult> {
  const uniform = uniformPolicy(log);
  const bound = defaultBound(plan.algorithm);
  const comparator = await runPolicy(log, plan, `ucb1 on raw rewards`, ucb1Policy(log, bound));
  const bare: Bare[] = [uniform, { ...comparator, kind: 'non-private', epsilon: null, sent: null }];
  for (const epsilon of plan.epsilons) {
    if (plan.signal?.aborted) break;
    await using path = await PrivatePath.open(plan.algorithm, log.labels.length, epsilon);
    const label = `${plan.algorithm}, \u03b5 = ${epsilon}`;
    const run = await runPolicy(log, plan, label, privatePolicy(log, path));
    bare.push({ ...run, kind: 'private', epsilon, sent: path.sent });
  }
  return {
    rows: log.arm.length,
    arms: log.labels.length,
    reward: uniform.reward,
    uniformLog: log.uniform,
    estimator: log.uniform ? 'replay' : 'self-normalised inverse-propensity replay',
    passes: plan.passes,
    partial: bare.some(({ complete }) => !complete) || bare.length < plan.epsilons.length + 2,
    policies: bare.map((policy) => ({
      ...policy,
      againstUniform: policy.kind === 'uniform' ? null : difference(policy, bare[0] as Bare),
      againstNonPrivate: policy.kind === 'private' ? difference(policy, bare[1] as Bare) : null,
    })),
  };
}

/** Plays one logged row and says whether it agreed with the log. */
type Policy = (row: number) => boolean | Promise<boolean>;

async function runPolicy(log: LoggedRows, plan: ReplayPlan, label: string, play: Policy) {
  const estimator = new ReplayEstimator(log.reward);
  const rows = log.arm.length;
  const total = rows * plan.passes;
  let done = 0;
  for (; done < total && !plan.signal?.aborted; done += 1) {
    const row = done % rows;
    const agreed = play(row);
    if (agreed === true || (agreed !== false && (await agreed)))
      estimator.add(row, log.propensity[row] ?? 1);
    if (done % 64 === 0) {
      plan.onProgress?.(label, done, total);
      // A turn of the event loop, so that Ctrl-C is heard.
      if (done % 1024 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  plan.onProgress?.(label, done, total);
  return { label, complete: done === total, ...estimator.estimate() };
}

/**
 * Uniform play needs no replay: over the choice of the arm every row agrees with probability
 * 1/arms.
 */
function uniformPolicy(log: LoggedRows): Bare {
  const estimator = new ReplayEstimator(log.reward);
  log.propensity.forEach((propensity, row) => {
    estimator.add(row, propensity);
  });
  return {
    label: log.uniform ? 'uniform play (the log itself)' : 'uniform play (reweighted log)',
    kind: 'uniform',
    epsilon: null,
    complete: true,
    sent: null,
    ...estimator.estimate(),
  };
}

function ucb1Policy(log: LoggedRows, bound: 'L4' | 'La'): Policy {
  const ucb1 = new Ucb1(log.labels.length, bound);
  return (row) => {
    const arm = ucb1.choose();
    if (arm !== log.arm[row]) return false;
    ucb1.ingest(arm, log.reward[row] ?? 0);
    return true;
  };
}

function privatePolicy(log: LoggedRows, path: PrivatePath): Policy {
  return async (row) => {
    const visit = await path.visit();
    if (visit.arm !== log.arm[row]) {
      await visit.forget();
      return false;
    }
    await visit.answer(log.reward[row] ?? 0);
    return true;
  };
}

/**
 * The comparator uses the confidence function of the private algorithm, so that privacy is the only
 * difference.
 */
function defaultBound(algorithm: ReplayAlgorithm): 'L4' | 'La' {
  const entry = catalog.find(({ id }) => id === algorithm);
  const bound = entry?.parameters.find(({ name }) => name === 'bound');
  return bound?.default === 'L4' ? 'L4' : 'La';
}
