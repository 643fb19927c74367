// docs/spec/defaults.md: Thompson sampling and IMED on bits beside Weighted LDP-UCB and Thompson without privacy.
import type { Environment, Population, RunSpec } from '../../simulation/types.js';
import type { Figure } from '../types.js';
import { type Cell, type Reference, type Row, tableFigure } from './table.js';

const labels = {
  thompson: 'LDP Thompson',
  imed: 'LDP-IMED',
  weighted: 'Weighted LDP-UCB',
  free: 'Thompson, no privacy',
} as const;

const types = {
  thompson: 'ldp-thompson',
  imed: 'ldp-imed',
  weighted: 'weighted-ldp-ucb',
} as const;

type Users = Pick<RunSpec, 'epsilon' | 'population' | 'delivery'>;

const bernoulli = (means: readonly number[]): Environment => ({ type: 'bernoulli', means });

const worlds = {
  few: bernoulli([0.55, 0.5, 0.5, 0.48, 0.45]),
  sparse: bernoulli([0.04, 0.03, 0.025, 0.02, 0.02, 0.015, 0.01, 0.01]),
  high: bernoulli([0.95, 0.9, 0.8, 0.7]),
  many: bernoulli(Array.from({ length: 50 }, (_, arm) => 0.2 + (0.6 * arm) / 49)),
  menu: bernoulli([0.6, 0.55, 0.5, 0.5, 0.45, 0.4, 0.3]),
} as const;
type World = keyof typeof worlds;

const sizes: Readonly<Record<World, { readonly horizon: number; readonly replicates: number }>> = {
  few: { horizon: 100_000, replicates: 100 },
  sparse: { horizon: 200_000, replicates: 40 },
  high: { horizon: 100_000, replicates: 80 },
  many: { horizon: 100_000, replicates: 8 },
  menu: { horizon: 100_000, replicates: 60 },
};

function row(
  name: string,
  world: World,
  users: Users,
  thompson: Reference,
  imed: Reference,
  more: readonly Cell[] = [],
): Row {
  const learner = (of: keyof typeof types, cell: Omit<Cell, 'run'>): Cell => ({
    run: { label: labels[of], policy: { type: types[of] }, ...users },
    ...cell,
  });
  return {
    name,
    environment: worlds[world],
    ...sizes[world],
    cells: [
      learner('thompson', { reference: thompson, isDefault: true }),
      learner('imed', { reference: imed, competes: true }),
      ...(users.delivery ? [] : [learner('weighted', { competes: true })]),
      ...more,
    ],
  };
}

/** One level for all visitors. */
const at = (world: World, epsilon: number, thompson: Reference, imed: Reference): Row =>
  row(`${world}, ε = ${epsilon}`, world, { epsilon }, thompson, imed);

/** The non-private learner stands once for all levels of a world. */
const free = (world: World, reference: Reference): Row => ({
  name: `${world}, no privacy`,
  environment: worlds[world],
  ...sizes[world],
  cells: [{ run: { label: labels.free, policy: { type: 'thompson' } }, reference }],
});

const population = (levels: readonly number[]): Population => ({
  levels,
  probabilities: levels.map(() => 1 / levels.length),
});

export const arms: Figure = tableFigure({
  id: 'arms',
  title: 'One of some arms: Thompson sampling, IMED and Weighted LDP-UCB on one bit',
  says: 'Thompson sampling and IMED on the bits lose a thirteenth to two thirds of what Weighted LDP-UCB loses; neither is better than the other throughout.',
  source: 'docs/spec/defaults.md',
  rows: [
    at('few', 0.5, [1422, 70], [1407, 63]),
    at('few', 1, [563, 30], [565, 25]),
    at('few', 2, [265, 23], [245, 13]),
    at('few', 5, [159, 8], [157, 5]),
    free('few', [156, 7]),
    at('sparse', 1, [1470, 95], [1723, 63]),
    at('sparse', 3, [245, 7], [283, 12]),
    at('sparse', 5, [148, 5], [139, 4]),
    at('sparse', 10, [124, 5], [110, 4]),
    free('sparse', [123, 4]),
    at('high', 1, [275, 12], [269, 12]),
    at('high', 3, [47, 3], [49, 2]),
    at('high', 6, [28, 1], [29, 1]),
    free('high', [26, 1]),
    at('many', 0.5, [6992, 483], [6038, 182]),
    at('many', 1, [2793, 140], [2654, 80]),
    at('many', 2, [1143, 60], [1284, 34]),
    at('many', 5, [683, 15], [700, 25]),
    row(
      'menu {0, 0.5, 1, 2, 4}',
      'menu',
      { population: population([0, 0.5, 1, 2, 4]) },
      [439, 83],
      [359, 11],
    ),
    row(
      'menu {0.2, 5}, three to one',
      'menu',
      { population: { levels: [0.2, 5], probabilities: [0.75, 0.25] } },
      [458, 17],
      [438, 15],
    ),
  ],
});

const epochRow = (
  world: 'few' | 'sparse',
  epsilon: number,
  epoch: number,
  thompson: Reference,
  imed: Reference,
): Row =>
  row(
    `${world}, ε = ${epsilon}, epochs of ${epoch.toLocaleString('en-US')}`,
    world,
    { epsilon, delivery: { epoch } },
    thompson,
    imed,
  );

export const epochs: Figure = tableFigure({
  id: 'epochs',
  title: 'All visitors of an epoch see one snapshot',
  says: 'A snapshot that carries shares loses little up to epochs of a thousand reports.',
  source: 'docs/spec/defaults.md',
  rows: [
    epochRow('few', 1, 100, [536, 23], [588, 24]),
    epochRow('few', 1, 1000, [538, 19], [637, 45]),
    epochRow('few', 1, 10_000, [839, 28], [813, 21]),
    epochRow('few', 5, 100, [161, 7], [163, 4]),
    epochRow('few', 5, 1000, [174, 11], [178, 5]),
    epochRow('few', 5, 10_000, [555, 3], [545, 2]),
    epochRow('sparse', 3, 1000, [325, 26], [277, 8]),
    epochRow('sparse', 3, 10_000, [354, 12], [348, 9]),
  ],
});
