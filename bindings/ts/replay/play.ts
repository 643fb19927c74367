// One run of a replay: a learner, with or without privacy, over the whole log. A function of the job and the unit.

import { completeAlgorithm } from './algorithm.js';
import { bestSlate } from './best-slate.js';
import { Contexts } from './contexts.js';
import { type Estimate, ReplayEstimator } from './estimator.js';
import { LinUcb } from './linucb.js';
import { LoudnessMeter } from './loudness.js';
import { Path } from './path.js';
import { SeededStream } from './stream.js';
import { Thompson } from './thompson.js';
import type { Played, ReplayJob, ReplayPoint, ReplayUnit, Slates } from './types.js';

const POINTS = 64;
/** How long a run may keep the thread, in ms. */
const SLICE_MS = 20;

export interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Plays for one visit; gives the rows on which it agreed with the log. */
interface Player {
  play(visit: number): readonly number[];
  readonly sent: Played['sent'];
  extra?(): Pick<Played, 'shortened' | 'loudness'>;
  [Symbol.dispose](): void;
}

export async function playUnit(job: ReplayJob, unit: ReplayUnit, watch: Watch): Promise<Played> {
  const { rows, slates, passes } = job;
  const visits = slates ? slates.impressions.length : rows.arm.length;
  const player = await playerOf(job, unit, visits * passes);
  try {
    const estimator = new ReplayEstimator(rows.reward, visitorsOf(slates, rows.arm.length));
    const curve: ReplayPoint[] = [];
    const total = visits * passes;
    const every = Math.max(1, Math.ceil(total / POINTS));
    let done = 0;
    let since = performance.now();
    while (done < total && !watch.signal?.aborted) {
      for (const row of player.play(done % visits))
        estimator.add(row, rows.propensity[row] as number);
      done += 1;
      if (done % every === 0 && done < total) curve.push(pointOf(done, estimator.estimate()));
      if (performance.now() - since < SLICE_MS) continue;
      watch.onProgress?.(done, total);
      await turn();
      since = performance.now();
    }
    watch.onProgress?.(done, total);
    const estimate = estimator.estimate();
    curve.push(pointOf(done, estimate));
    return {
      label: labelOf(job, unit),
      kind: unit.epsilon === null ? 'non-private' : 'private',
      ...unit,
      complete: done === total,
      sent: player.sent,
      ...estimate,
      curve,
      ...player.extra?.(),
    };
  } finally {
    player[Symbol.dispose]();
  }
}

/** A turn of the event loop, so that a signal is heard. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

export function pointOf(t: number, { matched, mean, low, high }: Estimate): ReplayPoint {
  return { t, matched, mean, low, high };
}

export function labelOf(
  { algorithm, slates, contexts }: ReplayJob,
  { epsilon }: Pick<ReplayUnit, 'epsilon'>,
): string {
  if (epsilon !== null) return `${algorithm.type}, \u03b5 = ${epsilon}`;
  if (contexts) return 'LinUCB on raw data';
  return `Thompson sampling on raw ${slates ? 'outcomes' : 'rewards'}`;
}

/** Of each row, its impression, which is the unit of the standard errors then. */
export function visitorsOf(slates: Slates | undefined, rows: number): Uint32Array | undefined {
  if (!slates) return undefined;
  const visitor = new Uint32Array(rows);
  slates.impressions.forEach((shown, impression) => {
    for (const row of shown) visitor[row] = impression;
  });
  return visitor;
}

async function playerOf(job: ReplayJob, unit: ReplayUnit, horizon: number): Promise<Player> {
  const { contexts, slates, seed } = job;
  const stream = new SeededStream(
    'ldp-bandits/replay',
    seed,
    unit.epsilon ?? 'open',
    unit.replicate,
  );
  if (contexts) {
    const described = new Contexts(contexts, job.rows.arms);
    return unit.epsilon === null
      ? openContexts(job, described, new LinUcb(described, horizon, stream.uniform))
      : secretContexts(job, described, unit.epsilon, horizon, stream);
  }
  if (slates)
    return unit.epsilon === null
      ? openSlates(job, slates, stream)
      : secretSlates(job, slates, unit.epsilon, stream);
  return unit.epsilon === null ? openArms(job, stream) : secretArms(job, unit.epsilon, stream);
}

const NOTHING: readonly number[] = [];
const open = { sent: null, [Symbol.dispose]() {} };

function openArms({ rows }: ReplayJob, stream: SeededStream): Player {
  const thompson = new Thompson(rows.arms, stream.uniform);
  return {
    ...open,
    play(row) {
      const draws = thompson.draw();
      const arm = draws.indexOf(Math.max(...draws));
      if (arm !== rows.arm[row]) return NOTHING;
      thompson.ingest(arm, rows.reward[row] as number);
      return [row];
    },
  };
}

/** Every report makes a snapshot, so that the replayed policy is the sequential one. */
const EVERY = 1;

async function secretArms(
  { rows, algorithm }: ReplayJob,
  epsilon: number,
  stream: SeededStream,
): Promise<Player> {
  const known = { arms: rows.arms, epsilonMin: epsilon };
  const setup = { algorithm: completeAlgorithm(algorithm, known), epsilon, every: EVERY };
  const path = await Path.open(setup, stream);
  return over(path, (row) => {
    const drawn = path.visit();
    if (drawn.action !== rows.arm[row]) return NOTHING;
    path.answer(drawn, rows.reward[row] as number);
    return [row];
  });
}

function over(path: Path, play: Player['play']): Player {
  return {
    play,
    get sent() {
      return path.sent;
    },
    [Symbol.dispose]: () => path[Symbol.dispose](),
  };
}

function openSlates({ rows }: ReplayJob, slates: Slates, stream: SeededStream): Player {
  const { set, arm, impressions } = slates;
  const arms = set.type === 'matching' ? set.left * set.right : set.arms;
  const thompson = new Thompson(arms, stream.uniform);
  return {
    ...open,
    play(impression) {
      const slate = bestSlate(set, thompson.draw());
      const agreed = agreedRows(arm, impressions[impression] ?? NOTHING, slate);
      for (const row of agreed) thompson.ingest(arm[row] as number, rows.reward[row] as number);
      return agreed;
    },
  };
}

/**
 * A visit takes place if the log knows what its report is about: the outcome of the arm that the snapshot
 * names, or, for reports about all of a slate, that of every arm. The device is given 0 for the others, of
 * which it makes no use.
 */
async function secretSlates(
  { rows, algorithm, passes }: ReplayJob,
  { set, arm, impressions }: Slates,
  epsilon: number,
  stream: SeededStream,
): Promise<Player> {
  const known = { set, horizon: impressions.length * passes };
  const setup = { algorithm: completeAlgorithm(algorithm, known), epsilon, every: EVERY };
  const path = await Path.open(setup, stream);
  return over(path, (impression) => {
    const drawn = path.visit();
    const slate = drawn.action as Uint32Array;
    const agreed = agreedRows(arm, impressions[impression] ?? NOTHING, slate);
    const seen = new Map(agreed.map((row) => [arm[row], rows.reward[row] as number]));
    const { reported } = drawn;
    if (reported < 0 ? seen.size === slate.length : seen.has(reported))
      path.answer(
        drawn,
        Float64Array.from(slate, (each) => seen.get(each) ?? 0),
      );
    return agreed;
  });
}

const agreedRows = (arm: ArrayLike<number>, rows: readonly number[], slate: Uint32Array) =>
  rows.filter((row) => slate.includes(arm[row] as number));

function openContexts({ rows }: ReplayJob, contexts: Contexts, linucb: LinUcb): Player {
  return {
    ...open,
    play(row) {
      const features = contexts.of(row);
      const arm = linucb.choose(features);
      if (arm !== rows.arm[row]) return NOTHING;
      linucb.ingest(features, arm, rows.reward[row] as number);
      return [row];
    },
  };
}

async function secretContexts(
  { rows, algorithm }: ReplayJob,
  contexts: Contexts,
  epsilon: number,
  horizon: number,
  stream: SeededStream,
): Promise<Player> {
  const { dimension, bound: norm, arms } = contexts;
  // A logged row agrees once in as many rows as there are arms.
  const known = { dimension, norm, horizon: Math.ceil(horizon / arms) };
  const setup = { algorithm: completeAlgorithm(algorithm, known), epsilon, every: EVERY };
  const path = await Path.open(setup, stream);
  const meter = new LoudnessMeter(dimension);
  let shortened = 0;
  const player = over(path, (row) => {
    const drawn = path.visit(contexts.of(row));
    shortened += drawn.rescaled > 0 ? 1 : 0;
    if (drawn.action !== rows.arm[row]) return NOTHING;
    const reward = rows.reward[row] as number;
    meter.add(path.told(drawn, reward));
    path.answer(drawn, reward);
    return [row];
  });
  return Object.assign(player, { extra: () => ({ shortened, loudness: meter.measure() }) });
}
