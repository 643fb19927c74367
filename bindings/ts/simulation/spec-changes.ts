// Bernoulli arms whose means may change: reading them, and the named worlds of docs/spec/drift.md, section 1.
import { changeKindWords } from '../generated/worlds.js';
import { choice, invalid, list, number, record } from './fields.js';
import { limits } from './limits.js';
import type { BernoulliEnvironment, ChangeOfMeans } from './spec-types.js';

const MAXIMUM_CHANGES = 1000;
const MAXIMUM_TURNS = 1e6;

const isChanging = ({ changes = [], drift }: BernoulliEnvironment) =>
  changes.length > 0 || drift !== undefined;

/** Whether the best arm may change. */
export const changesBest = ({ changes = [], drift }: BernoulliEnvironment) =>
  changes.length > 0 || (drift !== undefined && drift.common !== true);

/** Throws `spec_invalid`, naming the field. */
export function readBernoulli(value: unknown): BernoulliEnvironment {
  const given = record(value, 'environment', ['type', 'means', 'changes', 'drift']);
  const read = {
    type: 'bernoulli',
    means: readMeans(given.means, 'environment.means'),
    ...(given.changes !== undefined && { changes: readChanges(given.changes) }),
    ...(given.drift !== undefined && { drift: readDrift(given.drift) }),
  } as const;
  if (isChanging(read)) check(read);
  return read;
}

function readMeans(value: unknown, path: string): readonly number[] {
  return list(value, path, 1, limits.frozenLogArms, (mean, at) => number(mean, at, 0, 1));
}

function readChanges(value: unknown): readonly ChangeOfMeans[] {
  return list(value, 'environment.changes', 0, MAXIMUM_CHANGES, (change, path) => {
    const { at, means } = record(change, path, ['at', 'means']);
    const isWord = means === 'rotate' || means === 'jump';
    return {
      at: number(at, `${path}.at`, 0, 1),
      means: isWord ? means : readMeans(means, `${path}.means`),
    };
  });
}

function readDrift(value: unknown): NonNullable<BernoulliEnvironment['drift']> {
  const fields = record(value, 'environment.drift', ['amplitude', 'turns', 'common']);
  const { amplitude, turns, common } = fields;
  if (common !== undefined && common !== true)
    throw invalid('environment.drift.common', 'must be absent or true');
  const read = {
    amplitude: number(amplitude, 'environment.drift.amplitude', 0, 1),
    turns: number(turns, 'environment.drift.turns', 0, MAXIMUM_TURNS),
    ...(common === true && ({ common: true } as const)),
  };
  if (read.amplitude === 0) throw invalid('environment.drift.amplitude', 'must be positive');
  return read;
}

/** What the parts say together. */
function check({ means, changes = [], drift }: BernoulliEnvironment): void {
  if (means.length > limits.arms) {
    throw invalid('environment.means', `must be at most ${limits.arms} where they change`);
  }
  const amplitude = drift?.amplitude ?? 0;
  const stay = (values: readonly number[], path: string) => {
    const wrong = values.findIndex((mean) => mean - amplitude < 0 || mean + amplitude > 1);
    if (wrong >= 0) throw invalid(`${path}[${wrong}]`, 'must stay in [0, 1] with the drift');
  };
  stay(means, 'environment.means');
  changes.forEach(({ at, means: others }, i) => {
    const path = `environment.changes[${i}]`;
    if (!(at > (changes[i - 1]?.at ?? 0) && at < 1))
      throw invalid(`${path}.at`, 'must increase, and be in (0, 1)');
    if (typeof others === 'string') return;
    if (others.length !== means.length)
      throw invalid(`${path}.means`, `must be ${means.length} numbers, one for each arm`);
    stay(others, `${path}.means`);
  });
}

/** The changes as the core takes them: share, kind and one number for each arm. */
export function flatChanges({ means, changes = [] }: BernoulliEnvironment): readonly number[] {
  return changes.flatMap(({ at, means: others }) =>
    typeof others === 'string'
      ? [at, changeKindWords.indexOf(others), ...means.map(() => 0)]
      : [at, changeKindWords.indexOf('means'), ...others],
  );
}

const kWorlds = ['still', 'drop', 'swap', 'rise', 'gradual', 'season', 'jump10'] as const;

/** Five arms each. `still`: nothing changes. */
export type ChangingWorld = (typeof kWorlds)[number];

/**
 * The worlds that learners of changing arms are measured in, with x the share of the horizon so far:
 *
 * - `still`: means .6 .5 .5 .45 .4
 * - `drop`: the best falls to .4 at x = 1/2
 * - `swap`: the means go to the next place at every quarter
 * - `rise`: the .4 becomes .8 at x = 1/3
 * - `gradual`: .5 + .15 cos 2 pi (x + a/5)
 * - `season`: the same with 5 x
 * - `jump10`: the best mean is swapped with another at every tenth
 *
 * Throws `spec_invalid` for another name.
 */
export function changingWorld(name: ChangingWorld): BernoulliEnvironment {
  const arms = { type: 'bernoulli', means: [0.6, 0.5, 0.5, 0.45, 0.4] } as const;
  const turning = { type: 'bernoulli', means: [0.5, 0.5, 0.5, 0.5, 0.5] } as const;
  switch (choice(name, 'name', kWorlds)) {
    case 'still':
      return arms;
    case 'drop':
      return { ...arms, changes: [{ at: 1 / 2, means: [0.4, 0.5, 0.5, 0.45, 0.4] }] };
    case 'swap':
      return { ...arms, changes: [0.25, 0.5, 0.75].map((at) => ({ at, means: 'rotate' })) };
    case 'rise':
      return { ...arms, changes: [{ at: 1 / 3, means: [0.6, 0.5, 0.5, 0.45, 0.8] }] };
    case 'gradual':
      return { ...turning, drift: { amplitude: 0.15, turns: 1 } };
    case 'season':
      return { ...turning, drift: { amplitude: 0.15, turns: 5 } };
    case 'jump10':
      return {
        ...arms,
        changes: Array.from({ length: 9 }, (_, i) => ({ at: (i + 1) / 10, means: 'jump' })),
      };
  }
}
