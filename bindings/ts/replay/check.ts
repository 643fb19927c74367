// What a replay is asked for, checked before anything is played.
import {
  invalidArgument,
  MAXIMUM_EPSILON,
  MINIMUM_EPSILON,
  requireInteger,
  requireNumber,
  requireRecord,
  requireString,
  SMALLEST_PROPENSITY,
} from '../internal/checks.js';
import { unlikeUniform } from '../internal/uniform-counts.js';
import { requireReplayable } from './algorithm.js';
import { Contexts } from './contexts.js';
import type { ReplayJob, ReplayLog, ReplayOptions, Rows, Slates } from './types.js';

const KNOWN = [
  ...['log', 'algorithm', 'epsilons', 'seed', 'slates', 'contexts', 'passes', 'replicates'],
  ...['workers', 'spawn', 'signal', 'onProgress'],
];
const MOST_ARMS = 4096;

/** @throws LdpError `invalid_argument`, naming the option, and of the log the row (from 0). */
export function checkedJob(options: ReplayOptions): {
  readonly job: ReplayJob;
  readonly epsilons: readonly number[];
  readonly replicates: number;
} {
  requireRecord('options', options, KNOWN);
  const { slates, contexts, passes = 1, replicates = 1, seed, epsilons, algorithm } = options;
  const rows = checkedRows(options.log);
  if (slates && contexts)
    throw invalidArgument('contexts', contexts, 'must be absent where there are slates');
  requireRecord('algorithm', algorithm);
  requireReplayable(algorithm.type, slates ? 'slates' : contexts ? 'contexts' : 'arms');
  if (slates) checkSlates(slates, rows.arm.length);
  if (contexts) {
    if (contexts.visitors?.length !== rows.arm.length)
      throw invalidArgument(
        'contexts.visitors',
        contexts.visitors,
        `must be a list for each of ${rows.arm.length} rows`,
      );
    new Contexts(contexts, rows.arms);
  }
  if (!Array.isArray(epsilons)) throw invalidArgument('epsilons', epsilons, 'must be a list');
  epsilons.forEach((epsilon, i) => {
    requireNumber(`epsilons[${i}]`, epsilon, MINIMUM_EPSILON, MAXIMUM_EPSILON);
  });
  return {
    job: {
      rows,
      slates,
      contexts,
      algorithm,
      seed: requireString('seed', seed, 256),
      passes: requireInteger('passes', passes, 1, 1000),
    },
    epsilons: [...new Set(epsilons)],
    replicates: requireInteger('replicates', replicates, 1, 1000),
  };
}

function checkedRows(log: ReplayLog): Rows {
  requireRecord('log', log);
  const arms = requireInteger('log.arms', log.arms, 1, MOST_ARMS);
  const arm = listOf('log.arm', log.arm);
  const rows = arm.length;
  const reward = listOf('log.reward', log.reward, rows);
  const propensity =
    log.propensity === undefined
      ? new Float64Array(rows).fill(1 / arms)
      : Float64Array.from(listOf('log.propensity', log.propensity, rows), (value, row) => {
          if (value < SMALLEST_PROPENSITY)
            throw invalidArgument(
              `log.propensity[${row}]`,
              value,
              'must be above 0 (1e-100) and at most 1',
            );
          return requireNumber(`log.propensity[${row}]`, value, 0, 1);
        });
  const [first = 1] = propensity;
  const shown = Uint32Array.from(arm, (value, row) =>
    requireInteger(`log.arm[${row}]`, value, 0, arms - 1),
  );
  return {
    arms,
    arm: shown,
    reward: Float64Array.from(reward, (value, row) =>
      requireNumber(`log.reward[${row}]`, value, 0, 1),
    ),
    propensity,
    uniform: propensity.every((value) => Math.abs(value - first) <= 1e-6 * first),
    propensityDoubt: log.propensityDoubt ?? (log.propensity ? null : doubtOf(arms, shown)),
  };
}

function doubtOf(arms: number, arm: Uint32Array): string | null {
  const unlike = unlikeUniform(arms, arm);
  return unlike === undefined
    ? null
    : `the log has no propensities, and ${unlike}. Give log.propensity; if it was 1/arms, say so there`;
}

function listOf(parameter: string, value: unknown, length?: number): ArrayLike<number> {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
  const list = value as ArrayLike<number>;
  if (!isList || list.length < 1 || (length !== undefined && list.length !== length))
    throw invalidArgument(
      parameter,
      value,
      length === undefined ? 'must be a list of at least one row' : `must be a list of ${length}`,
    );
  return list;
}

function checkSlates({ set, arm, impressions }: Slates, rows: number): void {
  requireRecord('slates', { set, arm, impressions });
  const { type } = requireRecord('slates.set', set);
  if (type !== 'top-k' && type !== 'matching')
    throw invalidArgument('slates.set.type', type, 'must be "top-k" or "matching"');
  const arms = set.type === 'matching' ? set.left * set.right : set.arms;
  const list = listOf('slates.arm', arm, rows);
  for (let row = 0; row < rows; row += 1)
    requireInteger(`slates.arm[${row}]`, list[row], 0, arms - 1);
  if (!Array.isArray(impressions) || impressions.length === 0)
    throw invalidArgument('slates.impressions', impressions, 'must be a list of lists of rows');
  impressions.forEach((shown, i) => {
    if (!Array.isArray(shown))
      throw invalidArgument(`slates.impressions[${i}]`, shown, 'must be a list of rows');
    shown.forEach((row: unknown, k: number) => {
      requireInteger(`slates.impressions[${i}][${k}]`, row, 0, rows - 1);
    });
  });
}
