// Table 1: how regret grows with the rounds, each number of rounds a run of its own that is told it.
import { chosenOf } from '../choices.js';
import { atMost, increasing, own, paper, within } from '../claims.js';
import { exponent, fitLine, logPoint, type Measure, quotient, regretOf } from '../measure.js';
import type {
  Choice,
  Chosen,
  Claim,
  Figure,
  FigureMode,
  FigureResults,
  NamedSpec,
  ScatterPoint,
} from '../types.js';
import { agrees, plain, towards, width } from './claims.js';
import { type Setting, rounds as table } from './expected.js';
import { noises } from './noises.js';
import {
  type Dimension,
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

/** Powers of two; a quick run has the first three. Slopes are those of the last four. */
const powers: Readonly<Record<FigureMode, readonly number[]>> = {
  quick: [12, 13, 14],
  full: [12, 13, 14, 15, 16, 17, 18],
};
const last = 18;
export const trials: Readonly<Record<FigureMode, number>> = { quick: 12, full: 40 };

const choices: readonly Choice[] = [
  {
    id: 'noise',
    label: 'Reports',
    options: Object.entries(noises).map(([id, { label }]) => ({ id, label })),
    default: 'bit',
  },
  {
    id: 'dimension',
    label: 'Dimension',
    options: [
      { id: '5', label: 'five numbers are tuned' },
      { id: '2', label: 'two numbers are tuned' },
    ],
    default: '5',
  },
];

const nameOf = (loss: Row['loss'], power: number) => `${loss}, T = 2^${power}`;

const final = (name: RowName, power: number) =>
  regretOf(nameOf(rows[name].loss, power), rows[name].label);

const slope =
  (name: RowName): Measure =>
  (results) =>
    exponent(
      powers.full
        .slice(-4)
        .map((power) => ({ x: power * Math.LN2, y: final(name, power)(results) })),
    );

function claimsIn({ noise, dimension }: Setting): readonly Claim[] {
  const where = { noise, dimension: String(dimension) };
  const { scale } = noises[noise];
  const isDocumented = noise === 'bit' || dimension === 5;
  return rowNames.flatMap((name) => {
    const { label, problem, exponent: limit, bound } = rows[name];
    const found = table[noise][dimension][name];
    const bounded = (needs: FigureMode, power: number) =>
      atMost(
        own(`${label}: the regret after 2^${power} rounds is below its bound with our steps.`, {
          where,
          needs,
        }),
        1,
        quotient(final(name, power), () =>
          plain(bound(2 ** power, scale, dimension), trials[needs]),
        ),
      );
    return [
      limit === 0
        ? atMost(
            paper(
              `${problem}: the regret of ${label} grows like ln T, which in so few rounds is an exponent of at most ${width(0, found.slope)}.`,
              { where },
            ),
            width(0, found.slope),
            slope(name),
          )
        : within(
            paper(
              `${problem}: the regret of ${label} grows like T^${limit.toPrecision(2)}, up to logarithms.`,
              { where },
            ),
            towards(limit, found.slope),
            slope(name),
          ),
      agrees(
        `${label}: the regret after 2^${last} rounds is that of an independent program.`,
        { where },
        found.end,
        final(name, last),
      ),
      ...(isDocumented ? [bounded('quick', 14)] : []),
      bounded('full', last),
    ];
  });
}

const settings: readonly Setting[] = (['bit', 'none', 'gaussian'] as const).flatMap((noise) =>
  ([5, 2] as const).map((dimension) => ({ noise, dimension })),
);

/** On the same losses: what curvature, and knowing it, is worth. */
const smoothOrder: Claim = increasing(
  own('Where losses are smooth and strongly convex, who makes use of both regrets less.', {
    needs: 'quick',
  }),
  (results) =>
    (['hl', 'st'] as const).map((name) => ({
      name: rows[name].label,
      measured: final(name, 14)(results),
    })),
);

/** On logarithmic axes to base 2: a slope is an exponent. */
function points(results: FigureResults): readonly ScatterPoint[] {
  return rowNames.flatMap((name) =>
    powers.full
      .filter((power) => results[nameOf(rows[name].loss, power)] !== undefined)
      .map((power) => logPoint(rows[name].label, power, final(name, power)(results), `2^${power}`)),
  );
}

function specs(mode: FigureMode, given?: Chosen): readonly NamedSpec[] {
  const chosen = chosenOf({ choices }, given);
  const noise = noises[chosen['noise'] as keyof typeof noises];
  const dimension = Number(chosen['dimension']) as Dimension;
  return powers[mode].flatMap((power) =>
    worldNames.map((loss) =>
      specOf(nameOf(loss, power), {
        horizon: 2 ** power,
        replicates: trials[mode],
        environment: worldOf(loss, dimension),
        runs: rowsIn(loss).map((name) => runOf(name, noise, 2 ** power)),
        times: [2 ** power],
      }),
    ),
  );
}

const isFkm = ({ series }: ScatterPoint) => series === rows.fkm.label;

export const rounds: Figure = {
  id: 'rounds',
  title: 'Table 1: how regret grows with the rounds',
  says: 'Under local privacy the regret is of the order T^(3/4)/ε for convex losses, T^(2/3)/ε if they are smooth or strongly convex, T^(1/2)/ε if they are both; with two points T^(1/2)/ε² for convex losses and ln T/ε² for strongly convex ones. But for ε that is what the best learners without privacy reach.',
  source: 'table 1, corollary 4, theorems 3 and 6',
  horizonNote: `${settingNote} Losses on the unit ball with their optimum half way to the edge; each number of rounds is a run of its own that is told it, since steps depend on it.`,
  choices,
  documented: [
    { noise: 'bit' },
    { noise: 'none' },
    { noise: 'gaussian' },
    { noise: 'bit', dimension: '2' },
  ],
  specs,
  claims: [smoothOrder, ...settings.flatMap(claimsIn)],
  plot: {
    kind: 'scatter',
    xLabel: 'log2 of the rounds',
    yLabel: 'log2 of the regret',
    points,
    line: (all) => fitLine(all.filter(isFkm)),
    lineLabel: `least-squares line of ${rows.fkm.label}`,
  },
};
