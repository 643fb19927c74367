// Figures 1c and 1d: both algorithms beside UCB1 without privacy, on rewards of several laws.
import { around, own, paper, type Range, within } from '../claims.js';
import { quotient, regretOf } from '../measure.js';
import { multiple } from '../references.js';
import type { Claim, Figure, FigureResults, Reference } from '../types.js';
import { horizon, horizonNote, mixed, run, sizeOf, specOf } from './setting.js';

const million = 1_000_000;
const quick = { horizon: million, replicates: 24 };
const name = 'mixed rewards';

/** Regret relative to UCB1, at a recorded round. */
const relative = (label: string, round: number) =>
  quotient(regretOf(name, label, round), regretOf(name, 'UCB1', round));

interface Quoted {
  readonly label: 'HeLDP-UCB-B' | 'HeLDP-UCB-L';
  /** As printed in section 4.1. */
  readonly printed: number;
  readonly theory: string;
  readonly accepted: Range;
  /** Of an independent program after a million rounds: what a quick run can be held against. */
  readonly atMillion: number;
}

const aroundMillion = ({ atMillion }: Quoted) => around(atMillion, 0.1);

function claimsOf(quoted: Quoted): readonly Claim[] {
  const { label, printed, theory, accepted, atMillion } = quoted;
  return [
    within(
      paper(`${label} has ${printed} times the regret of UCB1; theory: ${theory}.`),
      accepted,
      relative(label, horizon),
    ),
    within(
      own(`After a million rounds ${label} has about ${atMillion} times the regret of UCB1.`, {
        needs: 'quick',
      }),
      aroundMillion(quoted),
      relative(label, million),
    ),
  ];
}

/** Multiples of UCB1: the paper's at the end of a full run, this project's after a quick one. */
function referencesOf(results: FigureResults, quoted: Quoted): readonly Reference[] {
  const { label, printed, accepted, atMillion } = quoted;
  const expected = [
    { claimedBy: 'paper', factor: printed, accepted, horizon },
    {
      claimedBy: 'project',
      factor: atMillion,
      accepted: aroundMillion(quoted),
      horizon: million,
    },
  ] as const;
  return expected.flatMap((one) =>
    multiple(results, {
      ...one,
      spec: name,
      of: 'UCB1',
      label: `${label.at(-1)} = ${one.factor} × UCB1`,
    }),
  );
}

function figure(id: string, epsilon: number, says: string, quoted: readonly Quoted[]): Figure {
  const users = { epsilon };
  const runs = [
    run('UCB1', { type: 'ucb1', bound: 'L4' }),
    run('HeLDP-UCB-B', { type: 'he-ldp-ucb-bernoulli', bound: 'L4' }, users),
    run('HeLDP-UCB-L', { type: 'he-ldp-ucb-laplace', bound: 'L4' }, users),
  ];
  return {
    id,
    title: `Both algorithms and UCB1 at ε = ${epsilon}`,
    says,
    source: `section 4.1, figure 1 (${id.slice(1)})`,
    horizonNote,
    specs: (mode) => [specOf(name, mixed, runs, sizeOf(mode, quick))],
    claims: quoted.flatMap(claimsOf),
    references: (results) => quoted.flatMap((one) => referencesOf(results, one)),
    plot: { kind: 'curves', rounds: 'log' },
  };
}

export const figure1c = figure(
  '1c',
  2,
  'At ε = 2 the regret of B is slightly larger than that of UCB1 without privacy, 1.6 times, and that of L is 8.6 times; theory predicts 1.7 and 9.0.',
  [
    {
      label: 'HeLDP-UCB-B',
      printed: 1.6,
      theory: '1.72',
      accepted: [1.55, 1.75],
      atMillion: 1.7,
    },
    {
      label: 'HeLDP-UCB-L',
      printed: 8.6,
      theory: '9.0',
      accepted: [8.2, 8.9],
      atMillion: 7.7,
    },
  ],
);

export const figure1d = figure(
  '1d',
  0.2,
  'At ε = 0.2 the ratios to UCB1 are much larger: 74 for B and 210 for L; theory predicts 101 and 441.',
  [
    {
      label: 'HeLDP-UCB-B',
      printed: 74,
      theory: '101',
      accepted: [68, 78],
      atMillion: 44,
    },
    {
      label: 'HeLDP-UCB-L',
      printed: 210,
      theory: '441',
      accepted: [195, 225],
      atMillion: 66,
    },
  ],
);
