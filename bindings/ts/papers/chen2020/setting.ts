// What the experiments share: who learns, how long, and when regret is recorded. All runs of a figure meet the
// same random draws, whatever is played beside them.
import type {
  CombinatorialEnvironment,
  CombinatorialPolicySpec,
  PolicySpec,
  RunSpec,
} from '../../simulation/types.js';
import { eightADecade, namedSpec, type Size } from '../setting.js';
import type { FigureMode, NamedSpec } from '../types.js';
import type { World } from './worlds.js';

export const epsilon = 1;
export const horizon = 1_000_000;
export const trials = 20;

/** A quick run is long enough for the order of the learners, and for little else. */
export const sizeOf = (mode: FigureMode, quick: Size): Size =>
  mode === 'quick' ? quick : { horizon, replicates: trials };

export const settingNote =
  'The paper has no experiments: worlds, horizon and tolerances are this project’s. Regret is counted against what the oracle plays when it knows the means, since a greedy oracle often beats its guarantee. Where one number was expected, 15 % more or less is accepted. LDP1 and LDP2 are those of the paper; -s, -B, -T, -E, -R and all but the first DP are this project’s.';

/** Labels of the curves, which claims are about: the names of docs/combinatorial.md. */
export const labels = {
  corrected: 'LDP1',
  printed: 'LDP1, as printed',
  laplace: 'LDP2',
  bernstein: 'LDP2-s',
  bit: 'LDP2-B',
  thompson: 'LDP2-T',
  joint: 'LDP2-E',
  uniformBit: 'LDP-R-B',
  uniformThompson: 'LDP-R-T',
  sum: 'Sum report',
  free: 'CUCB, no privacy',
  dp: 'DP, trusts the server',
  dpTight: 'DPt, trusts the server',
  dpTightLeast: 'DPi, trusts the server',
  dpBatches: 'DPb, trusts the server',
  dpBatchesLeast: 'DPbi, trusts the server',
  random: 'Random play',
} as const;

export type Learner = keyof typeof labels;

/** What plays under each label. Where the paper knows the horizon, so do its learners here. */
const policies: Readonly<Record<Learner, (horizon: number) => PolicySpec>> = {
  corrected: (rounds) => ({ type: 'cucb-ldp1', width: 'corrected', horizon: rounds }),
  printed: (rounds) => ({ type: 'cucb-ldp1', width: 'printed', horizon: rounds }),
  laplace: (rounds) => ({ type: 'cucb-ldp2', width: 'published', horizon: rounds }),
  bernstein: () => ({ type: 'cucb-ldp2', width: 'bernstein' }),
  bit: () => ({ type: 'cucb-ldp-bit' }),
  thompson: () => ({ type: 'combinatorial-thompson', posterior: 'normal' }),
  joint: () => ({ type: 'cucb-ldp-joint' }),
  uniformBit: () => ({ type: 'cucb-ldp-bit', coordinate: 'uniform' }),
  uniformThompson: () => ({
    type: 'combinatorial-thompson',
    coordinate: 'uniform',
    posterior: 'normal',
  }),
  sum: () => ({ type: 'cucb-ldp-sum' }),
  free: () => ({ type: 'cucb' }),
  dp: () => central('published', 'all'),
  dpTight: () => central('tree', 'all'),
  dpTightLeast: () => central('tree', 'least-reported'),
  dpBatches: () => central('batches', 'all'),
  dpBatchesLeast: () => central('batches', 'least-reported'),
  random: () => ({ type: 'uniform' }),
};

type Central = Extract<CombinatorialPolicySpec, { readonly type: 'cucb-dp' }>;

const central = (
  noise: NonNullable<Central['noise']>,
  coordinate: NonNullable<Central['coordinate']>,
): Central => ({ type: 'cucb-dp', noise, coordinate });

function runOf(learner: Learner, rounds: number, level: number): RunSpec {
  const isPrivate = learner !== 'free' && learner !== 'random';
  return {
    label: labels[learner],
    policy: policies[learner](rounds),
    ...(isPrivate && { epsilon: level }),
  };
}

export function specOf(
  name: string,
  environment: CombinatorialEnvironment,
  learners: readonly Learner[],
  size: Size,
  level = epsilon,
): NamedSpec {
  const runs = learners.map((learner) => runOf(learner, size.horizon, level));
  // The half: what grew since then tells a logarithm from a straight line.
  const times = eightADecade(size.horizon, [size.horizon / 2, size.horizon]);
  return namedSpec('chen2020', name, { ...size, environment, runs, times });
}

/** The joint index and the sum report try every super arm: only where they are few. */
export const isSmall = ({ environment: { set } }: World) =>
  set.type === 'list' || (set.type === 'matching' && set.left <= 5);
