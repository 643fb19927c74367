// Figures 1e to 1h: users of many levels, and what the threshold below which reports are discarded
// does to the regret.
import { bestAndWorst, own, paper, ranked, within } from '../claims.js';
import { quotient, regretOf } from '../measure.js';
import type { Size } from '../setting.js';
import type { Claim, Figure, NamedSpec } from '../types.js';
import {
  bernoulli,
  discreteLevels,
  gaussianLevels,
  horizonNote,
  run,
  sizeOf,
  specOf,
} from './setting.js';

export interface Panel {
  readonly id: '1e' | '1f' | '1g' | '1h';
  readonly letter: 'L' | 'B';
  readonly users: 'discrete' | 'Gaussian';
  readonly thresholds: readonly number[];
  /**
   * V_L or V_B of each threshold: what the regret should be proportional to. The threshold chooser
   * gives the same numbers; a test compares.
   */
  readonly factors: readonly number[];
}

export const panels: readonly Panel[] = [
  {
    id: '1e',
    letter: 'L',
    users: 'discrete',
    thresholds: [0.2, 1, 2, 100],
    factors: [148.775, 19.4898, 12.602, 5.408],
  },
  {
    id: '1f',
    letter: 'B',
    users: 'discrete',
    thresholds: [0.2, 1, 2, 100],
    factors: [33.7732, 4.11486, 3.40508, 5],
  },
  {
    id: '1g',
    letter: 'L',
    users: 'Gaussian',
    thresholds: [0.5, 1, 1.5, 2],
    factors: [30.527, 25.0461, 29.0379, 43.8948],
  },
  {
    id: '1h',
    letter: 'B',
    users: 'Gaussian',
    thresholds: [0.5, 1, 1.5, 2],
    factors: [5.90202, 4.73466, 5.63752, 9.00401],
  },
];

export const labelOf = (threshold: number) => `ε_min = ${threshold}`;

/** The runs of one panel, under the panel's id. */
export function panelSpec({ id, letter, users, thresholds }: Panel, size: Size): NamedSpec {
  const population = users === 'discrete' ? discreteLevels : gaussianLevels;
  const type = letter === 'L' ? 'he-ldp-ucb-laplace' : 'he-ldp-ucb-bernoulli';
  const runs = thresholds.map((epsilonMin) =>
    run(labelOf(epsilonMin), { type, epsilonMin, bound: 'L4' }, { population }),
  );
  return specOf(id, bernoulli, runs, size);
}

function orderClaim({ id, letter, users, thresholds }: Panel, best: number, worst: number): Claim {
  const between = thresholds.filter((threshold) => threshold !== best && threshold !== worst);
  const inOrder = [best, ...between, worst].map(labelOf);
  return bestAndWorst(
    paper(
      `HeLDP-UCB-${letter} on the ${users} levels does best with ε_min = ${best} and worst with ${worst}.`,
      { needs: 'quick' },
    ),
    ranked(id, inOrder),
  );
}

/** On the Gaussian levels .5 and 1.5 are a close second and third. */
function closeClaim({ id, letter }: Panel): Claim {
  return within(
    own(`HeLDP-UCB-${letter}: ε_min = 0.5 and ε_min = 1.5 are within 25 % of each other.`),
    [0.8, 1.25],
    quotient(regretOf(id, labelOf(0.5)), regretOf(id, labelOf(1.5))),
  );
}

/** Four runs. */
const quick = { horizon: 1_000_000, replicates: 18 };

const says = {
  discrete:
    'The regrets converge for every threshold, even though only a part of the responses is used. Too small a threshold makes the regret large: see ε_min = 0.2.',
  Gaussian:
    'The regrets converge for every threshold. Too large a threshold leaves too few responses: see ε_min = 2.',
};

function figure(panel: Panel): Figure {
  const { id, letter, users } = panel;
  const discrete = users === 'discrete';
  const worst = discrete ? 0.2 : 2;
  const best = discrete ? (letter === 'L' ? 100 : 2) : 1;
  return {
    id,
    title: `HeLDP-UCB-${letter}, ${discrete ? 'levels uniform on {0, 0.2, 1, 2, 100}' : 'Gaussian(1, 1) levels'}`,
    says: says[users],
    source: `section 4.2, figure 1 (${id.slice(1)})`,
    horizonNote,
    specs: (mode) => [panelSpec(panel, sizeOf(mode, quick))],
    claims: [orderClaim(panel, best, worst), ...(discrete ? [] : [closeClaim(panel)])],
    plot: { kind: 'curves', rounds: 'linear' },
  };
}

export const figures1eTo1h: readonly Figure[] = panels.map(figure);
