// Replays a logged data set under several policies and compares what they would have earned.
import type { AlgorithmSpec } from '../server/index.js';
import { type Difference, difference, type Estimate, ReplayEstimator } from './estimator.js';
import type { LoggedRows } from './log.js';
import type { MultiArmedReplay } from './options.js';
import { type PathSetup, PrivatePath } from './path.js';
import { Thompson } from './thompson.js';

export interface ReplayPlan extends Stage {
  readonly algorithm: MultiArmedReplay;
}

/** Who learns, how long, for whom. */
export interface Stage {
  readonly algorithm: string;
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
  return replayAll(log, plan, {
    comparator: 'Thompson sampling on raw rewards',
    open: openPolicy(log),
    setup: (epsilon) => setupOf(plan.algorithm, log.labels.length, epsilon),
    secret: (path) => privatePolicy(log, path),
    run: (label, policy) => runPolicy(log, plan, label, policy),
  });
}

/** What a log is replayed under. */
interface Replayed<P> {
  /** Label of the policy that sees everything. */
  readonly comparator: string;
  readonly open: P;
  setup(epsilon: number): PathSetup;
  secret(path: PrivatePath, label: string): P;
  run(label: string, policy: P): Promise<Estimate & Pick<PolicyResult, 'label' | 'complete'>>;
}

/** Uniform play, the comparator, then a private run for each epsilon. */
export async function replayAll<P>(
  log: LoggedRows,
  plan: Stage,
  { comparator, open, setup, secret, run }: Replayed<P>,
): Promise<ReplayResult> {
  const raw = await run(comparator, open);
  const bare: Bare[] = [
    uniformPolicy(log),
    { ...raw, kind: 'non-private', epsilon: null, sent: null },
  ];
  for (const epsilon of plan.epsilons) {
    if (plan.signal?.aborted) break;
    await using path = await PrivatePath.open(setup(epsilon));
    const label = labelOf(plan.algorithm, epsilon);
    const played = await run(label, secret(path, label));
    bare.push({ ...played, kind: 'private', epsilon, sent: path.sent });
  }
  return resultOf(log, plan, bare, bare.length < plan.epsilons.length + 2);
}

export function labelOf(algorithm: string, epsilon: number): string {
  return `${algorithm}, \u03b5 = ${epsilon}`;
}

/** `bare`: uniform play, the comparator, then the private runs. */
function resultOf(
  log: LoggedRows,
  { passes }: Stage,
  bare: readonly Bare[],
  isCut: boolean,
): ReplayResult {
  return {
    rows: log.arm.length,
    arms: log.labels.length,
    reward: bare[0]?.reward ?? 0,
    uniformLog: log.uniform,
    estimator: log.uniform ? 'replay' : 'self-normalised inverse-propensity replay',
    passes,
    partial: isCut || bare.some(({ complete }) => !complete),
    policies: bare.map((policy) => ({
      ...policy,
      againstUniform: policy.kind === 'uniform' ? null : difference(policy, bare[0] as Bare),
      againstNonPrivate: policy.kind === 'private' ? difference(policy, bare[1] as Bare) : null,
    })),
  };
}

/** Every report makes a snapshot, as in the paper, so that the replayed policy is the sequential one. */
function setupOf(type: MultiArmedReplay, arms: number, epsilon: number): PathSetup {
  const algorithm: AlgorithmSpec =
    type === 'ldp-thompson' || type === 'weighted-ldp-ucb'
      ? { type, arms }
      : { type, arms, epsilonMin: epsilon };
  return { algorithm, epsilon, delta: 0, every: 1 };
}

/** Plays one logged row and says whether it agreed with the log. */
export type Policy = (row: number) => boolean | Promise<boolean>;

export async function runPolicy(log: LoggedRows, plan: Stage, label: string, play: Policy) {
  const estimator = new ReplayEstimator(log.reward);
  const complete = await eachVisit(plan, label, log.arm.length, (row) => {
    const agreed = play(row);
    const settle = (yes: boolean) => {
      if (yes) estimator.add(row, log.propensity[row] ?? 1);
    };
    return typeof agreed === 'boolean' ? settle(agreed) : agreed.then(settle);
  });
  return { label, complete, ...estimator.estimate() };
}

/** Goes over the log, visit by visit. False: it was stopped before the end. */
export async function eachVisit(
  plan: Stage,
  label: string,
  visits: number,
  play: (visit: number) => void | Promise<void>,
): Promise<boolean> {
  const total = visits * plan.passes;
  let done = 0;
  for (; done < total && !plan.signal?.aborted; done += 1) {
    const pending = play(done % visits);
    if (pending) await pending;
    if (done % 64 === 0) {
      plan.onProgress?.(label, done, total);
      // A turn of the event loop, so that Ctrl-C is heard.
      if (done % 1024 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  plan.onProgress?.(label, done, total);
  return done === total;
}

/**
 * Uniform play needs no replay: over the choice of the arm every row agrees with probability
 * 1/arms.
 */
function uniformPolicy(log: LoggedRows): Bare {
  const estimator = new ReplayEstimator(log.reward, log.visitor);
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

function openPolicy(log: LoggedRows): Policy {
  const thompson = new Thompson(log.labels.length);
  return (row) => {
    const draws = thompson.draw();
    const arm = draws.indexOf(Math.max(...draws));
    if (arm !== log.arm[row]) return false;
    thompson.ingest(arm, log.reward[row] ?? 0);
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
