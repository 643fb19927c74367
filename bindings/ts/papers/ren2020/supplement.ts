// Section 3.3 and the supplement: unbounded rewards, brought into [0, 1] before they are randomised.
import { around, increasing, own, paper, ranked, within } from '../claims.js';
import { quotient, regretOf } from '../measure.js';
import { multiple } from '../references.js';
import type { Size } from '../setting.js';
import type { Claim, Figure, FigureMode, FigureResults, NamedSpec, Reference } from '../types.js';
import { gaussian, run, specOf, trials } from './setting.js';

const epsilons = [0.5, 1, 2] as const;
const sigmoid = { type: 'sigmoid', center: 0, scale: 1 } as const;
const clip = { type: 'clip', low: -1, high: 2 } as const;
const threshold = { type: 'threshold', at: 0.5 } as const;

const quick: Size = { horizon: 1_000_000, replicates: 8 };
const full: Size = { horizon: 1_000_000, replicates: trials };

const nameOf = (epsilon: number) => `ε = ${epsilon}`;

function specAt(epsilon: number, size: Size): NamedSpec {
  const users = { epsilon };
  const runs = [
    run('UCB1 on sigmoid', { type: 'ucb1', bound: 'L4', rewards: sigmoid }),
    run('LS', { type: 'he-ldp-ucb-laplace', bound: 'L4', rewards: sigmoid }, users),
    run('BS', { type: 'he-ldp-ucb-bernoulli', bound: 'L4', rewards: sigmoid }, users),
    run('CTB-C', { type: 'he-ldp-ucb-bernoulli', bound: 'L4', rewards: clip }, users),
    run('CTB-H', { type: 'he-ldp-ucb-bernoulli', bound: 'L4', rewards: threshold }, users),
  ];
  return specOf(nameOf(epsilon), gaussian, runs, size);
}

function claimsAt(epsilon: number): readonly Claim[] {
  const needs: FigureMode = epsilon === 2 ? 'quick' : 'full';
  return [
    increasing(
      paper(
        `At ε = ${epsilon} one bit of the sigmoid of the reward (BS) costs less than Laplace noise on it (LS).`,
        { needs },
      ),
      ranked(nameOf(epsilon), ['BS', 'LS']),
    ),
    increasing(
      own(
        `At ε = ${epsilon} a threshold at 0.5 beats clipping to [-1, 2], which beats the sigmoid.`,
        { needs },
      ),
      ranked(nameOf(epsilon), ['CTB-H', 'CTB-C', 'BS']),
    ),
  ];
}

/** Regret relative to BS at epsilon 2 after a million rounds, by an independent program. */
const relativeToBs = [
  { label: 'LS', factor: 2.1 },
  { label: 'CTB-C', factor: 0.58 },
  { label: 'CTB-H', factor: 0.35 },
] as const;

const factorClaims: readonly Claim[] = relativeToBs.map(({ label, factor }) =>
  within(
    own(`At ε = 2 ${label} has ${factor} times the regret of BS after a million rounds.`),
    around(factor),
    quotient(regretOf(nameOf(2), label), regretOf(nameOf(2), 'BS')),
  ),
);

function references(results: FigureResults): readonly Reference[] {
  return relativeToBs.flatMap(({ label, factor }) =>
    multiple(results, {
      spec: nameOf(2),
      of: 'BS',
      label: `${label} = ${factor} × BS`,
      claimedBy: 'project',
      factor,
      accepted: around(factor),
      horizon: full.horizon,
    }),
  );
}

export const supplement: Figure = {
  id: 'supplement',
  title: 'Unbounded rewards: sigmoid, clipping, threshold',
  says: 'With a sigmoid before the randomiser, both algorithms learn from rewards without bounds; their regret grows by a constant factor (corollary 13).',
  source: 'section 3.3 and supplementary material',
  horizonNote:
    'The supplement is not part of the paper as archived; rewards are Gaussian(mean, 1) with the means of section 4, for a million rounds.',
  specs: (mode) =>
    mode === 'quick' ? [specAt(2, quick)] : epsilons.map((epsilon) => specAt(epsilon, full)),
  claims: [...epsilons.flatMap(claimsAt), ...factorClaims],
  references,
  plot: { kind: 'curves', rounds: 'log' },
};
