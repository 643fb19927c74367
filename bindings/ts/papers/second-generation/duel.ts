// docs/spec/best-arm.md, section 9: how many reports an answer takes.
import type { Population, RunSpec } from '../../simulation/types.js';
import { own, within } from '../claims.js';
import { curveOf, type Measure } from '../measure.js';
import { namedSpec } from '../setting.js';
import type { Claim, Figure, FigureMode } from '../types.js';
import { seed } from './table.js';

interface Instance {
  readonly name: string;
  readonly means: readonly number[];
  /** Of all visitors, or their levels. */
  readonly epsilon?: number;
  readonly population?: Population;
  /** Default 0.05. */
  readonly errorProbability?: number;
  readonly indifference?: number;
  /** Reports of one epoch. */
  readonly epoch: number;
  /** Mean reports until the end, by an independent program, and the share by which they may differ. */
  readonly reports: number;
  readonly band: number;
}

const six = [0.7, 0.65, 0.6, 0.55, 0.5, 0.45];
const sparse = [0.7, ...new Array<number>(9).fill(0.5)];
const sparse50 = [0.7, ...new Array<number>(49).fill(0.5)];

/** Of a run without privacy: no coin ever turns. */
const CLEAR = 40;

const alike = { levels: [0.5, 1, 2], probabilities: [1 / 3, 1 / 3, 1 / 3] };
const atOne = { means: six, epsilon: 1, epoch: 100, band: 0.12 } as const;
const near = { epoch: 500, band: 0.14 } as const;
/** A better arm and 49 others, 0.65 down to 0.41. */
const many = [0.7, ...Array.from({ length: 49 }, (_, i) => (650 - 5 * i) / 1000)];

/** Two arms with the coin of ε = 1; and in the clear. */
const two = (means: readonly [number, number], epoch: number, reports: number): Instance => ({
  name: means.join(', '),
  ...{ means, epsilon: 1, epoch, reports, band: 0.14 },
});
const clear = (means: readonly [number, number], reports: number): Instance => ({
  ...two(means, 200, reports),
  name: `${means.join(', ')}, no coin`,
  epsilon: CLEAR,
});

const instances: readonly Instance[] = [
  { name: 'six, ε = 0.5', means: six, epsilon: 0.5, epoch: 100, reports: 68_700, band: 0.12 },
  { name: 'six, ε = 1', means: six, epsilon: 1, epoch: 100, reports: 19_590, band: 0.117 },
  { name: 'six, ε = 2', means: six, epsilon: 2, epoch: 100, reports: 7290, band: 0.12 },
  { name: 'six, ε = 4', means: six, epsilon: 4, epoch: 100, reports: 4510, band: 0.12 },
  { name: 'six, epochs of 1,000', means: six, epsilon: 1, epoch: 1000, reports: 21_710, band: 0.1 },
  { name: 'six, epochs of 3,000', means: six, epsilon: 1, epoch: 3000, reports: 24_960, band: 0.1 },
  { name: 'sparse, ε = 0.5', means: sparse, epsilon: 0.5, epoch: 200, reports: 22_400, band: 0.08 },
  { name: 'sparse, ε = 1', means: sparse, epsilon: 1, epoch: 200, reports: 6660, band: 0.08 },
  { name: 'sparse, ε = 2', means: sparse, epsilon: 2, epoch: 200, reports: 2770, band: 0.08 },
  { name: '0.55, 0.5', means: [0.55, 0.5], epsilon: 1, epoch: 200, reports: 15_580, band: 0.14 },
  { name: '0.6, 0.5', means: [0.6, 0.5], epsilon: 1, epoch: 200, reports: 4170, band: 0.14 },
  { name: '0.4, 0.3', means: [0.4, 0.3], epsilon: 1, epoch: 200, reports: 4060, band: 0.14 },
  { name: '0.15, 0.05', means: [0.15, 0.05], epsilon: 1, epoch: 200, reports: 3610, band: 0.14 },
  { name: 'six, error 0.3', ...atOne, errorProbability: 0.3, reports: 10_500 },
  { name: 'six, error 0.1', ...atOne, errorProbability: 0.1, reports: 16_260 },
  { name: 'six, error 0.01', ...atOne, errorProbability: 0.01, reports: 26_250 },
  { name: 'six, error 0.001', ...atOne, errorProbability: 0.001, reports: 38_130 },
  { name: 'sparse of 50', means: sparse50, epsilon: 1, epoch: 500, reports: 29_780, band: 0.09 },
  clear([0.51, 0.5], 89_500),
  {
    name: 'six, ε = 0.5, 1 and 2 alike',
    means: six,
    population: alike,
    epoch: 100,
    reports: 15_010,
    band: 0.14,
  },
  {
    name: '0.505, 0.5, no coin, indifference 0.02',
    means: [0.505, 0.5],
    epsilon: CLEAR,
    indifference: 0.02,
    ...near,
    reports: 9900,
  },
  {
    name: '0.5, 0.5, indifference 0.05',
    means: [0.5, 0.5],
    epsilon: 1,
    indifference: 0.05,
    ...near,
    reports: 7600,
  },
  {
    name: '0.6, 0.6, 0.5, 0.5, indifference 0.05',
    means: [0.6, 0.6, 0.5, 0.5],
    epsilon: 1,
    indifference: 0.05,
    epoch: 500,
    reports: 13_190,
    band: 0.12,
  },
  { name: 'six, no coin', means: six, epsilon: CLEAR, epoch: 100, reports: 4110, band: 0.12 },
  { name: 'six, epochs of 300', means: six, epsilon: 1, epoch: 300, reports: 20_340, band: 0.1 },
  { name: 'six, epochs of 10,000', ...atOne, epoch: 10_000, reports: 39_100, band: 0.1 },
  { name: 'sparse, ε = 4', means: sparse, epsilon: 4, epoch: 200, reports: 1900, band: 0.08 },
  { name: 'sparse, no coin', means: sparse, epsilon: CLEAR, epoch: 200, reports: 1790, band: 0.08 },
  { name: 'fifty arms', means: many, epsilon: 1, epoch: 1000, reports: 87_000, band: 0.09 },
  clear([0.55, 0.5], 3610),
  two([0.51, 0.5], 5000, 458_000),
  two([0.53, 0.5], 1000, 44_200),
  two([0.31, 0.3], 5000, 433_000),
  two([0.33, 0.3], 1000, 43_900),
  two([0.06, 0.05], 5000, 358_000),
  two([0.08, 0.05], 1000, 37_800),
  clear([0.06, 0.05], 17_310),
  clear([0.08, 0.05], 2760),
  two([0.03, 0.02], 5000, 364_000),
  two([0.05, 0.02], 1000, 37_600),
  clear([0.03, 0.02], 8180),
  clear([0.05, 0.02], 1670),
];

const label = 'LDP-Duel';
const trials: Readonly<Record<FigureMode, number>> = { quick: 8, full: 300 };

const errorOf = ({ errorProbability = 0.05 }: Instance) => errorProbability;

const run = (instance: Instance): RunSpec => {
  const { epsilon, population, indifference, epoch } = instance;
  return {
    label,
    policy: {
      type: 'ldp-duel',
      errorProbability: errorOf(instance),
      ...(indifference !== undefined && { indifference }),
    },
    ...(population === undefined ? { epsilon: epsilon as number } : { population }),
    delivery: { epoch },
  };
};

/** Fewer than one run in a thousand takes six times the mean. With an indifference all must end. */
const horizonOf = ({ reports, indifference }: Instance) =>
  (indifference === undefined ? 6 : 20) * reports;

const stopping =
  (instance: Instance): Measure =>
  (results) => {
    const { stopped, replicates } = curveOf(results, instance.name, label);
    if (stopped === undefined)
      throw new RangeError(`${instance.name} does not say when it stopped`);
    const rounds = Array.from(stopped.rounds, (round) =>
      Number.isNaN(round) ? horizonOf(instance) : round,
    );
    const value = rounds.reduce((sum, round) => sum + round, 0) / rounds.length;
    const square = rounds.reduce((sum, round) => sum + (round - value) ** 2, 0);
    return { value, error: Math.sqrt(square / (rounds.length - 1) / rounds.length), replicates };
  };

const share = (value: number, replicates: number) => ({
  value,
  error: Math.sqrt((value * (1 - value)) / replicates),
  replicates,
});

const wrongShare =
  (instance: Instance): Measure =>
  (results) => {
    const { stopped, replicates } = curveOf(results, instance.name, label);
    return share((stopped?.wrong ?? Number.NaN) / replicates, replicates);
  };

const endedShare =
  (instance: Instance): Measure =>
  (results) => {
    const { stopped, replicates } = curveOf(results, instance.name, label);
    const ended = Array.from(stopped?.rounds ?? []).filter((round) => !Number.isNaN(round));
    return share(ended.length / replicates, replicates);
  };

function claimsOf(instance: Instance): readonly Claim[] {
  const { name, means, reports, band, indifference } = instance;
  const allowed = errorOf(instance);
  // No answer is wrong where all are within the indifference.
  const canErr = Math.max(...means) - Math.min(...means) > (indifference ?? 0);
  const often = allowed === 0.05 ? 'one answer in twenty' : `a share of ${allowed} of the answers`;
  return [
    within(
      own(`${name}: the mean number of reports lies in the band of the specification.`),
      [(1 - band) * reports, (1 + band) * reports],
      stopping(instance),
    ),
    ...(canErr
      ? [
          within(
            own(`${name}: at most ${often} is wrong, and three standard errors.`),
            [0, allowed + 3 * Math.sqrt((allowed * (1 - allowed)) / trials.full)],
            wrongShare(instance),
          ),
        ]
      : []),
    ...(indifference === undefined
      ? []
      : [within(own(`${name}: every run is certified.`), [1, 1], endedShare(instance))]),
  ];
}

const claims: readonly Claim[] = instances.flatMap(claimsOf);

export const duel: Figure = {
  id: 'duel',
  title: 'The best arm by duels: how many reports an answer takes',
  says: 'Six arms at ε = 1 take between 17,300 and 21,900 reports where KL-LUCB on the same bits takes 151,700.',
  source: 'docs/spec/best-arm.md, section 9',
  specs: (mode) =>
    instances.map((instance) =>
      namedSpec(seed, instance.name, {
        environment: { type: 'bernoulli', means: instance.means },
        horizon: horizonOf(instance),
        replicates: trials[mode],
        runs: [run(instance)],
        times: [1000, instance.reports, horizonOf(instance)],
      }),
    ),
  claims,
  plot: { kind: 'curves', rounds: 'log' },
};
