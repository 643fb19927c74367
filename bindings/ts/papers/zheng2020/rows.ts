// The rows of table 1 that are about convex losses: who learns, in which world, what the paper says of its
// regret and what our steps promise.
import type { ConvexEnvironment, ConvexPolicySpec, RunSpec } from '../../simulation/types.js';
import { levelOf, type Noise, parametersOf } from './setting.js';

export type RowName = 'fkm' | 'scfkm' | 'st' | 'hl' | 'twoPoint' | 'twoPointStrong';
export type Dimension = 2 | 5;

export interface Row {
  readonly label: string;
  /** As in table 1. */
  readonly problem: string;
  readonly loss: ConvexEnvironment['loss'];
  readonly policy: 'one-point' | 'two-point';
  readonly losses: 'convex' | 'smooth' | 'strongly-convex' | 'strongly-convex-smooth';
  /** Of the rounds in table 1; 0 is a logarithm. */
  readonly exponent: number;
  /** Of 1/epsilon in table 1. */
  readonly published: number;
  /** Of the noise scale s, the root of the second moment of a report, with our steps. */
  readonly noise: number;
  /** Our bound on the regret after `rounds`, with constants; s as above. */
  bound(rounds: number, s: number, dimension: number): number;
}

/**
 * The unit ball: r = R = 1. Half the range of the losses, B, is (1.7 + .2)/2 of `absolute`, (1.325 + .2)/2 of
 * `quadratic` and (2.825 + .2)/2 of `absolute-quadratic`: the loss at the far end, and .2 of noise both ways.
 */
const half = { absolute: 0.95, quadratic: 0.7625, both: 1.5125 };

export const rows: Readonly<Record<RowName, Row>> = {
  fkm: {
    label: 'FKM',
    problem: 'Convex losses',
    loss: 'absolute',
    policy: 'one-point',
    losses: 'convex',
    exponent: 3 / 4,
    published: 1,
    noise: 1 / 2,
    bound: (rounds, s, d) => 2 * Math.sqrt(d * s * half.absolute * 4) * rounds ** 0.75,
  },
  scfkm: {
    label: 'FKM, strongly convex',
    problem: 'Strongly convex losses',
    loss: 'absolute-quadratic',
    policy: 'one-point',
    losses: 'strongly-convex',
    exponent: 2 / 3,
    published: 1,
    noise: 2 / 3,
    bound: (rounds, s, d) =>
      1.5 *
      Math.cbrt((d * s * half.both) ** 2 * (1 + Math.log(rounds))) *
      Math.cbrt((2.5 * 4 * rounds) ** 2),
  },
  st: {
    label: 'Saha-Tewari',
    problem: 'Convex and smooth losses',
    loss: 'quadratic',
    policy: 'one-point',
    losses: 'smooth',
    exponent: 2 / 3,
    published: 1,
    noise: 2 / 3,
    bound: (rounds, s, d) =>
      1.5 *
        Math.cbrt((2 * d * s * half.quadratic) ** 2) *
        Math.cbrt(2 * Math.log(rounds) * 2 * rounds ** 2) +
      1.5 * 2,
  },
  hl: {
    label: 'Hazan-Levy',
    problem: 'Strongly convex and smooth losses',
    loss: 'quadratic',
    policy: 'one-point',
    losses: 'strongly-convex-smooth',
    exponent: 1 / 2,
    published: 1,
    noise: 1,
    bound: (rounds, s, d) => 4 * d * s * half.quadratic * Math.sqrt(3 * rounds * Math.log(rounds)),
  },
  twoPoint: {
    label: 'Two points',
    problem: 'Convex losses, two points',
    loss: 'linear-absolute',
    policy: 'two-point',
    losses: 'convex',
    exponent: 1 / 2,
    published: 2,
    noise: 1,
    bound: (rounds, s, d) => d * s * Math.sqrt(rounds) + 4 * Math.log(rounds),
  },
  twoPointStrong: {
    label: 'Two points, strongly convex',
    problem: 'Strongly convex losses, two points',
    loss: 'random-quadratic',
    policy: 'two-point',
    losses: 'strongly-convex',
    exponent: 0,
    published: 2,
    noise: 2,
    bound: (rounds, s, d) =>
      ((d * 1.7 * s) ** 2 * (1 + Math.log(rounds))) / 2 + 1.7 * 4 * Math.log(rounds),
  },
};

export const rowNames = Object.keys(rows) as readonly RowName[];

/** The losses of `rows`, each once. */
export const worldNames = [...new Set(rowNames.map((name) => rows[name].loss))];

/** The reference world of such losses: the optimum is half way from the middle to the edge. */
export const worldOf = (loss: Row['loss'], dimension: number): ConvexEnvironment => ({
  type: 'convex',
  set: { type: 'ball', center: new Array<number>(dimension).fill(0), radius: 1 },
  loss,
});

export const rowsIn = (loss: Row['loss']) => rowNames.filter((name) => rows[name].loss === loss);

/** A learner that is told the horizon. */
export function runOf(
  name: RowName,
  noise: Noise,
  horizon: number,
  steps?: 'practical',
  label = rows[name].label,
): RunSpec {
  const { policy, losses } = rows[name];
  const isPrivate = noise.mechanism !== undefined;
  const parameters = {
    type: isPrivate ? `ldp-${policy}` : policy,
    losses,
    horizon,
    ...(steps && { steps }),
    ...parametersOf(noise),
  };
  return { label, policy: parameters as ConvexPolicySpec, ...levelOf(noise) };
}
