// How regret grows with the noise: the epsilon of table 1, and what steps that know the noise make of it.
import { chosenOf } from '../choices.js';
import { atMost, increasing, own, paper, within } from '../claims.js';
import { exponent, fitLine, logPoint, type Measure, regretOf } from '../measure.js';
import type {
  Choice,
  Chosen,
  Claim,
  Figure,
  FigureMode,
  FigureResults,
  ScatterPoint,
} from '../types.js';
import { chance, towards } from './claims.js';
import { noiseExponents } from './expected.js';
import { type Level, levels, noiseAt } from './noises.js';
import { trials } from './rounds.js';
import {
  type Row,
  type RowName,
  rowNames,
  rows,
  rowsIn,
  runOf,
  worldNames,
  worldOf,
} from './rows.js';
import { settingNote, specOf } from './setting.js';

const dimension = 5;
const powers: Readonly<Record<FigureMode, number>> = { quick: 14, full: 18 };

type Mechanism = 'bit' | 'gaussian';
const mechanisms: readonly Mechanism[] = ['bit', 'gaussian'];

const choices: readonly Choice[] = [
  {
    id: 'mechanism',
    label: 'Reports',
    options: [
      { id: 'bit', label: 'one bit' },
      { id: 'gaussian', label: 'Gaussian noise, as in the paper' },
    ],
    default: 'bit',
  },
];

const nameOf = (loss: Row['loss'], level: Level) => `${loss}, ε = ${level}`;

const final = (name: RowName, level: Level) =>
  regretOf(nameOf(rows[name].loss, level), rows[name].label);

const scaleOf = (mechanism: Mechanism, level: Level) => noiseAt(mechanism, level).scale;

const slope =
  (name: RowName, mechanism: Mechanism): Measure =>
  (results) =>
    exponent(
      levels.map((level) => ({
        x: Math.log(scaleOf(mechanism, level)),
        y: final(name, level)(results),
      })),
    );

/** In few rounds already, and of the learner that is told most. */
const soon = (mechanism: Mechanism): Claim =>
  increasing(
    own('The mean regret of Hazan-Levy falls as ε grows.', {
      where: { mechanism },
      needs: 'quick',
    }),
    (results) =>
      [...levels]
        .reverse()
        .map((level) => ({ name: `ε = ${level}`, measured: final('hl', level)(results) })),
  );

const claimsIn = (mechanism: Mechanism): readonly Claim[] => [
  soon(mechanism),
  ...rowNames.flatMap((name) => {
    const { label, problem, published, noise } = rows[name];
    const found = noiseExponents[mechanism][name];
    const where = { mechanism };
    return [
      atMost(
        paper(
          `${problem}: the regret of ${label} grows at most like the noise to the power of ${published}.`,
          { where },
        ),
        published + chance(found[1]),
        slope(name, mechanism),
      ),
      within(
        own(
          `${label}: with steps that know the noise the regret grows like s^${noise.toPrecision(2)}.`,
          { where },
        ),
        towards(noise, found),
        slope(name, mechanism),
      ),
    ];
  }),
];

/** Which of the reports a result is of: the noise that its runs were told. */
function mechanismOf(results: FigureResults): Mechanism {
  const [first] = Object.values(results);
  const [run] = first?.spec.runs ?? [];
  return (run?.policy as { readonly mechanism?: Mechanism } | undefined)?.mechanism ?? 'bit';
}

function points(results: FigureResults): readonly ScatterPoint[] {
  const mechanism = mechanismOf(results);
  return rowNames.flatMap((name) =>
    levels.map((level) =>
      logPoint(
        rows[name].label,
        Math.log2(scaleOf(mechanism, level)),
        final(name, level)(results),
        `ε = ${level}`,
      ),
    ),
  );
}

const isTwoPoint = ({ series }: ScatterPoint) => series === rows.twoPoint.label;

export const noise: Figure = {
  id: 'noise',
  title: 'How regret grows with the noise',
  says: 'Rescaling the range of the losses to that of noisy ones costs a factor of 1/ε in every bound with one point, and 1/ε² with two.',
  source: 'table 1, theorems 3 and 6',
  horizonNote: settingNote,
  choices,
  documented: mechanisms.map((mechanism) => ({ mechanism })),
  specs: (mode, given?: Chosen) => {
    const mechanism = chosenOf({ choices }, given)['mechanism'] as Mechanism;
    const horizon = 2 ** powers[mode];
    return levels.flatMap((level) =>
      worldNames.map((loss) =>
        specOf(nameOf(loss, level), {
          horizon,
          replicates: trials[mode],
          environment: worldOf(loss, dimension),
          runs: rowsIn(loss).map((name) => runOf(name, noiseAt(mechanism, level), horizon)),
          times: [horizon],
        }),
      ),
    );
  },
  claims: mechanisms.flatMap(claimsIn),
  plot: {
    kind: 'scatter',
    xLabel: 'log2 of the noise scale s',
    yLabel: 'log2 of the regret',
    points,
    line: (all) => fitLine(all.filter(isTwoPoint)),
    lineLabel: `least-squares line of ${rows.twoPoint.label}`,
  },
};
