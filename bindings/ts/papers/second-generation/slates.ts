// docs/spec/combinatorial.md: the learners of slates on one bit, beside Thompson sampling that sees every outcome.
import type { CombinatorialEnvironment, CombinatorialPolicySpec } from '../../simulation/types.js';
import { worlds as known } from '../chen2020/worlds.js';
import type { Figure } from '../types.js';
import { type Cell, type Reference, type Row, tableFigure } from './table.js';

const labels = {
  normal: 'Thompson, normal',
  beta: 'Thompson, beta',
  kl: 'CUCB-LDP-KL',
  bit: 'CUCB-LDP, one bit',
  free: 'Thompson, no privacy',
} as const;
type Learner = keyof typeof labels;

const policies: Readonly<Record<Learner, CombinatorialPolicySpec>> = {
  normal: { type: 'combinatorial-thompson', posterior: 'normal' },
  beta: { type: 'combinatorial-thompson', posterior: 'beta' },
  kl: { type: 'cucb-ldp-kl' },
  bit: { type: 'cucb-ldp-bit' },
  free: { type: 'combinatorial-thompson-free' },
};

/** Clicks are rare: 4 of 20 are shown. */
const rare: CombinatorialEnvironment = {
  type: 'combinatorial',
  set: { type: 'top-k', arms: 20, choose: 4, reward: 'sum' },
  means: [0.08, 0.07, 0.06, 0.05, ...new Array<number>(16).fill(0.02)],
};

const worlds = {
  S: { environment: rare, chosen: 'kl', replicates: 10 },
  topk: { environment: known.topk.environment, chosen: 'kl', replicates: 8 },
  mst: { environment: known.mst.environment, chosen: 'kl', replicates: 8 },
  sp: { environment: known.sp.environment, chosen: 'beta', replicates: 24 },
  kpath: { environment: known.kpath.environment, chosen: 'beta', replicates: 24 },
  match: { environment: known.match.environment, chosen: 'beta', replicates: 12 },
  bneck: { environment: known.bneck.environment, chosen: 'beta', replicates: 24 },
} as const satisfies Readonly<
  Record<string, { environment: CombinatorialEnvironment; chosen: Learner; replicates: number }>
>;
type World = keyof typeof worlds;

const horizon = 100_000;

function row(
  world: World,
  epsilon: number | undefined,
  references: Partial<Readonly<Record<Learner, Reference>>>,
): Row {
  const { environment, chosen, replicates } = worlds[world];
  const learners: readonly Learner[] =
    epsilon === undefined ? ['free'] : ['normal', 'beta', 'kl', 'bit'];
  const cells = learners.map((learner): Cell => {
    const reference = references[learner];
    return {
      run: {
        label: labels[learner],
        policy: policies[learner],
        ...(epsilon !== undefined && { epsilon }),
      },
      ...(reference && { reference }),
      ...(epsilon !== undefined && (learner === chosen ? { isDefault: true } : { competes: true })),
    };
  });
  const level = epsilon === undefined ? 'no privacy' : `ε = ${epsilon}`;
  return { name: `${world}, ${level}`, environment, horizon, replicates, cells };
}

export const slates: Figure = tableFigure({
  id: 'slates',
  title: 'Slates: an index or a posterior, on one bit',
  says: 'Where every swap of one arm is a slate the KL index loses least. On paths and matchings draws do; the two posteriors are level within the noise at small ε. One bit at ε = 1 costs 6 to 17 times what Thompson sampling without privacy loses.',
  source: 'docs/spec/combinatorial.md',
  rows: [
    row('S', 1, { beta: [6125, 489], kl: [4030, 402] }),
    row('S', 2, { beta: [2042, 143], kl: [1671, 350] }),
    row('S', 5, { beta: [520, 29], kl: [285, 22] }),
    row('S', undefined, {}),
    row('topk', 1, { kl: [1146, 100] }),
    row('topk', 2, { kl: [408, 23] }),
    row('topk', 5, { kl: [234, 15] }),
    row('topk', undefined, {}),
    row('mst', 1, { kl: [760, 128] }),
    row('mst', 2, { kl: [339, 67] }),
    row('mst', 5, { kl: [176, 7] }),
    row('mst', undefined, {}),
    row('sp', 1, { beta: [1167, 100] }),
    row('sp', 2, { beta: [338, 28] }),
    row('sp', 5, { beta: [227, 19] }),
    row('sp', undefined, {}),
    row('kpath', 1, { beta: [1003, 113] }),
    row('kpath', 2, { beta: [434, 41] }),
    row('kpath', 5, { beta: [309, 17] }),
    row('kpath', undefined, {}),
    row('match', 1, { beta: [1448, 151] }),
    row('match', 2, { beta: [559, 61] }),
    row('match', undefined, {}),
    row('bneck', 1, { beta: [358, 50] }),
    row('bneck', 2, { beta: [103, 20] }),
    row('bneck', 5, { beta: [47, 4] }),
    row('bneck', undefined, {}),
  ],
});
