// Tables of regret as figures: a spec for each row, a run for each column, and beside each cell what an independent
// program measured. The rule by which a cell agrees was fixed before the runs.

import type { RunSpec, SimulationSpec } from '../../simulation/types.js';
import { type About, own } from '../claims.js';
import { format, formatMeasured, type Measured, ratio, regretOf } from '../measure.js';
import { namedSpec } from '../setting.js';
import type { Claim, Figure, FigureMode, FigureResults, NamedSpec } from '../types.js';

/** What an independent program measured: the mean regret and its standard error. */
export type Reference = readonly [value: number, error: number];

export interface Cell {
  readonly run: RunSpec;
  /** Absent: nothing was measured beside it. */
  readonly reference?: Reference;
  /** The learner that the project gives to users who ask for none, for this world and level. */
  readonly isDefault?: boolean;
  /** It competes with the default: the same guarantee, another algorithm. */
  readonly competes?: boolean;
}

export interface Row {
  /** Unique in its figure. */
  readonly name: string;
  readonly environment: SimulationSpec['environment'];
  readonly horizon: number;
  /** Trials of a full run. */
  readonly replicates: number;
  readonly cells: readonly Cell[];
}

/** The size of a quick run: the horizon divided by `divisor`, and `replicates` trials. */
const quick = { divisor: 10, replicates: 4 } as const;

export const seed = 'second-generation';

export function specsOf(rows: readonly Row[], mode: FigureMode): readonly NamedSpec[] {
  return rows.map(({ name, environment, horizon, replicates, cells }) => {
    const last = mode === 'quick' ? Math.ceil(horizon / quick.divisor) : horizon;
    return namedSpec(seed, name, {
      environment,
      horizon: last,
      replicates: mode === 'quick' ? Math.min(quick.replicates, replicates) : replicates,
      runs: cells.map(({ run }) => run),
      times: [10, 100, 1000, 10_000, 100_000, Math.ceil(last / 2), last]
        .filter((time, at, all) => time <= last && all.indexOf(time) === at)
        .sort((a, b) => a - b),
    });
  });
}

/**
 * |measured - reference| <= 4 sqrt(se² + se'²) + 0.03 reference: four standard errors of the difference, and three
 * in a hundred for what two programs may do differently.
 */
function agrees(about: About, [value, error]: Reference, name: string, label: string): Claim {
  return {
    ...about,
    judge(results) {
      const measured = regretOf(name, label)(results);
      const width = 4 * Math.hypot(measured.error, error) + 0.03 * value;
      return {
        holds: Math.abs(measured.value - value) <= width,
        measured: formatMeasured(measured),
        accepted: `${format(value)} ± ${format(width)}`,
      };
    },
  };
}

/** The least share of the default's regret that another learner of the same guarantee may have. */
const LEAST_SHARE = 0.9;

/** No learner that competes has less than 0.9 of the default's regret, beyond two standard errors. */
function isNotBeaten(about: About, name: string, labels: readonly string[], own: string): Claim {
  const shares = (results: FigureResults): readonly (readonly [string, Measured])[] =>
    labels.map((label) => [
      label,
      ratio(regretOf(name, label)(results), regretOf(name, own)(results)),
    ]);
  return {
    ...about,
    judge(results) {
      const all = shares(results);
      const beaten = all.filter(([, { value, error }]) => value + 2 * error < LEAST_SHARE);
      const [least] = [...all].sort(([, a], [, b]) => a.value - b.value);
      return {
        holds: beaten.length === 0,
        measured: least === undefined ? '' : `${least[0]}: ${formatMeasured(least[1])}`,
        accepted: `at least ${LEAST_SHARE}, less two standard errors`,
      };
    },
  };
}

export function claimsOf(rows: readonly Row[]): readonly Claim[] {
  return rows.flatMap(({ name, cells }) => {
    const chosen = cells.find(({ isDefault }) => isDefault === true);
    const others = cells.filter(({ competes }) => competes === true).map(({ run }) => run.label);
    const standing =
      chosen === undefined || others.length === 0
        ? []
        : [
            isNotBeaten(
              own(`${name}: no other learner has less than 0.9 of the regret of the default.`),
              name,
              others,
              chosen.run.label,
            ),
          ];
    const beside = cells.flatMap(({ run: { label }, reference }) =>
      reference === undefined
        ? []
        : [
            agrees(
              own(`${name}: ${label} loses what an independent program loses.`),
              reference,
              name,
              label,
            ),
          ],
    );
    return [...standing, ...beside];
  });
}

export function tableFigure({
  rows,
  ...about
}: Pick<Figure, 'id' | 'title' | 'says' | 'source' | 'findings'> & {
  readonly rows: readonly Row[];
}): Figure {
  return {
    ...about,
    specs: (mode) => specsOf(rows, mode),
    claims: claimsOf(rows),
    plot: { kind: 'curves', rounds: 'log', regret: 'log' },
  };
}
