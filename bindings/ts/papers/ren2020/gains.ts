// What the algorithms of this project save, beside the published ones with their best thresholds.
import { around, atMost, own, within } from '../claims.js';
import { judgeLine, type Measure, quotient, regretOf } from '../measure.js';
import type { Size } from '../setting.js';
import type {
  Claim,
  Figure,
  FigureMode,
  FigureResults,
  NamedSpec,
  ScatterPoint,
} from '../types.js';
import {
  bernoulli,
  discreteLevels,
  gaussianLevels,
  horizon,
  run,
  specOf,
  trials,
  type Users,
} from './setting.js';

const published = { L: 'he-ldp-ucb-laplace', B: 'he-ldp-ucb-bernoulli' } as const;
const million = 1_000_000;
/** Six runs of each population. */
const quick: Size = { horizon: million, replicates: 5 };
const short: Size = { horizon: million, replicates: trials };

type Factors = Readonly<Record<string, number>>;

/** One population of many levels, and the rows of its table. */
interface Mixture {
  readonly name: string;
  readonly users: Users;
  readonly thresholds: readonly number[];
  /** The threshold of the variants that have one: the best for B. */
  readonly threshold: number;
  /** Regret relative to the first row, by an independent program. */
  readonly bits: Factors;
  readonly integers: Factors;
}

const discrete: Mixture = {
  name: 'levels uniform on {0, 0.2, 1, 2, 100}',
  users: { population: discreteLevels },
  thresholds: [0.2, 1, 2, 100],
  threshold: 2,
  bits: {
    WB: 0.81,
    'Ba(2)': 0.36,
    WBa: 0.3,
    KLG: 0.12,
    TSW: 0.13,
    'BA(2)': 0.4,
    'WBAa(2)': 0.14,
    'TSWA(2)': 0.07,
  },
  integers: { 'L(100)': 0.41, WLX: 0.31, WLXa: 0.11 },
};
const gaussian: Mixture = {
  name: 'Gaussian(1, 1) levels',
  users: { population: gaussianLevels },
  thresholds: [0.5, 1, 1.5, 2],
  threshold: 1,
  bits: {
    WB: 0.79,
    'Ba(1)': 0.37,
    WBa: 0.29,
    TSW: 0.12,
    'BA(1)': 0.51,
    'WBAa(1)': 0.16,
    'TSWA(1)': 0.07,
  },
  integers: { WLX: 0.35, WLXa: 0.13 },
};
function publishedRuns({ users, thresholds }: Mixture) {
  return (['B', 'L'] as const).flatMap((letter) =>
    thresholds.map((epsilonMin) =>
      run(`${letter}(${epsilonMin})`, { type: published[letter], epsilonMin, bound: 'L4' }, users),
    ),
  );
}

function replacementRuns({ users, threshold }: Mixture) {
  const levelAwareFrom = threshold;
  return [
    run('WB', { type: 'weighted-ldp-ucb', bound: 'L4' }, users),
    run(`Ba(${threshold})`, { type: published.B, epsilonMin: threshold, bound: 'La' }, users),
    run('WBa', { type: 'weighted-ldp-ucb', bound: 'La' }, users),
    run('TSW', { type: 'ldp-thompson', posterior: 'normal' }, users),
    run(
      `BA(${threshold})`,
      { type: published.B, epsilonMin: threshold, levelAwareFrom, bound: 'L4' },
      users,
    ),
    run(`WBAa(${threshold})`, { type: 'weighted-ldp-ucb', levelAwareFrom, bound: 'La' }, users),
    run(`TSWA(${threshold})`, { type: 'ldp-thompson', posterior: 'normal', levelAwareFrom }, users),
    run('WLX', { type: 'weighted-ldp-ucb-laplace', bound: 'L4' }, users),
    run('WLXa', { type: 'weighted-ldp-ucb-laplace', bound: 'La' }, users),
  ];
}

function mixtureSpec(mixture: Mixture, mode: FigureMode): NamedSpec {
  const all = [
    ...publishedRuns(mixture),
    ...replacementRuns(mixture),
    // Its statistics are one counter per level: the Gaussian law has too many.
    ...('KLG' in mixture.bits ? [run('KLG', { type: 'ldp-kl-ucb' }, mixture.users)] : []),
  ];
  const { threshold } = mixture;
  const fast = [`B(${threshold})`, `L(${threshold})`, 'WB', `Ba(${threshold})`, 'WBa', 'WLXa'];
  const runs = mode === 'quick' ? all.filter(({ label }) => fast.includes(label)) : all;
  return specOf(mixture.name, bernoulli, runs, mode === 'quick' ? quick : short);
}

/** All visitors have one level; relative to B or L of that level after 6 million rounds. */
interface Homogeneous {
  readonly epsilon: number;
  readonly bits: Factors;
  readonly integers: Factors;
  /** Thompson sampling after a million rounds, relative to B. */
  readonly thompson: number;
}

const homogeneous: readonly Homogeneous[] = [
  { epsilon: 2, bits: { Ba: 0.35, KL: 0.18 }, integers: { LX: 0.39, LXa: 0.13 }, thompson: 0.12 },
  { epsilon: 0.2, bits: { Ba: 0.39, KL: 0.29 }, integers: { LX: 0.63, LXa: 0.27 }, thompson: 0.18 },
];

const nameOf = (epsilon: number) => `everybody at ε = ${epsilon}`;
const thompsonNameOf = (epsilon: number) => `Thompson sampling at ε = ${epsilon}`;

function homogeneousSpecs({ epsilon }: Homogeneous): readonly NamedSpec[] {
  const users = { epsilon };
  const b = run('B', { type: published.B, bound: 'L4' }, users);
  const runs = [
    b,
    run('L', { type: published.L, bound: 'L4' }, users),
    run('Ba', { type: published.B, bound: 'La' }, users),
    run('KL', { type: 'ldp-kl-ucb' }, users),
    run('LX', { type: 'weighted-ldp-ucb-laplace', bound: 'L4' }, users),
    run('LXa', { type: 'weighted-ldp-ucb-laplace', bound: 'La' }, users),
  ];
  const thompson = run('TSRR', { type: 'ldp-thompson', posterior: 'beta' }, users);
  return [
    specOf(nameOf(epsilon), bernoulli, runs, { horizon, replicates: trials }),
    specOf(thompsonNameOf(epsilon), bernoulli, [b, thompson], short),
  ];
}

/** What is said of some runs of one spec: their regret relative to that of `reference`. */
interface Expected {
  readonly name: string;
  readonly factors: Factors;
  readonly reference: string;
}

const mixtures = [discrete, gaussian];

const expected: readonly Expected[] = [
  ...mixtures.flatMap(({ name, threshold, bits, integers }) => [
    { name, factors: bits, reference: `B(${threshold})` },
    { name, factors: integers, reference: `L(${threshold})` },
  ]),
  ...homogeneous.flatMap(({ epsilon, bits, integers, thompson }) => [
    { name: nameOf(epsilon), factors: bits, reference: 'B' },
    { name: nameOf(epsilon), factors: integers, reference: 'L' },
    { name: thompsonNameOf(epsilon), factors: { TSRR: thompson }, reference: 'B' },
  ]),
];

const relative = ({ name, reference }: Expected, label: string) =>
  quotient(regretOf(name, label), regretOf(name, reference));

function factorClaims(said: Expected): readonly Claim[] {
  const { name, factors, reference } = said;
  return Object.entries(factors).map(([label, factor]) =>
    within(
      own(`${name}: ${label} has ${factor} of the regret of ${reference}.`),
      around(factor),
      relative(said, label),
    ),
  );
}

/** Weighted LDP-UCB against the best published run of the same population. */
function weightedClaim({ name }: Mixture): Claim {
  return atMost(
    own(
      `${name}: Weighted LDP-UCB with La has at most 0.35 of the regret of the best published algorithm with its best threshold, at the same guarantee.`,
      { needs: 'quick' },
    ),
    0.35,
    quotient(regretOf(name, 'WBa'), bestPublished(name)),
  );
}

function bestPublished(name: string): Measure {
  return (results) => {
    const labels = results[name]?.curves.map(({ label }) => label) ?? [];
    const regrets = labels
      .filter((label) => /^[BL]\(/.test(label))
      .map((label) => regretOf(name, label)(results));
    const best = regrets.sort((a, b) => a.value - b.value)[0];
    if (best === undefined) throw new RangeError(`the results have no published run of ${name}`);
    return best;
  };
}

/**
 * Every factor that these results can tell: expected across, measured upwards. A quick run has fewer
 * specs, and fewer runs of each.
 */
function points(results: FigureResults): readonly ScatterPoint[] {
  return expected.flatMap((said) => {
    const { name, factors, reference } = said;
    const known = new Set(results[name]?.curves.map(({ label }) => label));
    return Object.entries(factors).flatMap(([label, x]) => {
      if (!known.has(label)) return [];
      const { value: y, error } = relative(said, label)(results);
      return [{ label: `${label} relative to ${reference}`, series: name, x, y, error }];
    });
  });
}

export const gains: Figure = {
  id: 'gains',
  title: 'What better weights and bounds save',
  says: 'Nothing: these algorithms are not in the paper. Each is compared with the published algorithm that has the same kind of report, with its best threshold.',
  source: 'this project, on the setting of section 4',
  horizonNote:
    'A million rounds for mixed levels and for Thompson sampling, 6 million where everybody has the same level.',
  specs: (mode) => [
    ...mixtures.map((mixture) => mixtureSpec(mixture, mode)),
    ...(mode === 'full' ? homogeneous.flatMap(homogeneousSpecs) : []),
  ],
  claims: [...mixtures.map(weightedClaim), ...expected.flatMap(factorClaims)],
  plot: {
    kind: 'scatter',
    xLabel: 'expected factor',
    yLabel: 'measured factor',
    points,
    line: (all) => judgeLine(all, { slope: 1, intercept: 0 }),
    lineLabel: 'measured = expected',
  },
};
