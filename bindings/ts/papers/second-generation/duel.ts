// docs/spec/best-arm.md, section 9: how many reports an answer takes.
import type { RunSpec } from '../../simulation/types.js';
import { own, within } from '../claims.js';
import { curveOf, type Measure } from '../measure.js';
import { namedSpec } from '../setting.js';
import type { Claim, Figure, FigureMode } from '../types.js';
import { seed } from './table.js';

interface Instance {
  readonly name: string;
  readonly means: readonly number[];
  readonly epsilon: number;
  /** Reports of one epoch. */
  readonly epoch: number;
  /** Mean reports until the end, by an independent program, and the share by which they may differ. */
  readonly reports: number;
  readonly band: number;
}

const six = [0.7, 0.65, 0.6, 0.55, 0.5, 0.45];
const sparse = [0.7, ...new Array<number>(9).fill(0.5)];

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
];

const label = 'LDP-Duel';
const errorProbability = 0.05;
const trials: Readonly<Record<FigureMode, number>> = { quick: 8, full: 300 };

const run = ({ epsilon, epoch }: Instance): RunSpec => ({
  label,
  policy: { type: 'ldp-duel', errorProbability },
  epsilon,
  delivery: { epoch },
});

/** Fewer than one run in a thousand takes six times the mean. */
const horizonOf = ({ reports }: Instance) => 6 * reports;

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

const wrongShare =
  (instance: Instance): Measure =>
  (results) => {
    const { stopped, replicates } = curveOf(results, instance.name, label);
    const value = (stopped?.wrong ?? Number.NaN) / replicates;
    return { value, error: Math.sqrt((value * (1 - value)) / replicates), replicates };
  };

const claims: readonly Claim[] = instances.flatMap((instance) => [
  within(
    own(`${instance.name}: the mean number of reports lies in the band of the specification.`),
    [(1 - instance.band) * instance.reports, (1 + instance.band) * instance.reports],
    stopping(instance),
  ),
  within(
    own(`${instance.name}: at most one answer in twenty is wrong, and three standard errors.`),
    [
      0,
      errorProbability + 3 * Math.sqrt((errorProbability * (1 - errorProbability)) / trials.full),
    ],
    wrongShare(instance),
  ),
]);

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
