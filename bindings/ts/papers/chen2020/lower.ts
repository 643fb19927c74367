// The lower bounds of the paper, as curves beside the runs and as claims about them. With an exact oracle no
// policy whose regret is small in every world stays below them for ever. Theorem 9, and its counterpart for
// rewards of bounded infinity-smoothness, give an order only: they are drawn with the constant that theorems 5
// and 6 have.
import { paper } from '../claims.js';
import { curveOf, formatMeasured, regret } from '../measure.js';
import type { Claim, FigureResults, Reference } from '../types.js';
import type { Of } from './claims.js';
import { type Learner, labels } from './setting.js';
import type { World } from './worlds.js';

export type Trust = 'local' | 'central';

interface Bound {
  readonly source: string;
  /** Regret for each unit of the logarithm of the rounds. */
  readonly slope: number;
}

const kConstant = 64;

/** What is known for a world: of the local model theorem 5 or 6, of the central one theorem 9 or the text. */
export function lowerBound(world: World, trust: Trust, epsilon: number): Bound {
  const { largest, gap, smoothness, environment } = world;
  const { norm, constant } = smoothness;
  const arms = environment.means.length;
  // Of m arms of which one super arm is the best; products of arms and size only where the bound has them.
  const others = norm === 1 ? (arms - largest) * largest : arms - 1;
  const all = norm === 1 ? arms * largest : arms;
  if (trust === 'local') {
    const slope = (constant ** 2 * others) / (kConstant * Math.expm1(epsilon) ** 2 * gap);
    return { source: norm === 1 ? 'theorem 6' : 'theorem 5', slope };
  }
  const slope = ((constant ** 2 * all) / gap + (constant * all) / epsilon) / kConstant;
  return { source: norm === 1 ? 'theorem 9' : 'section 3.3', slope };
}

/** The bound as a curve, from the first rounds on in which it means anything. */
export function lowerCurve(
  results: FigureResults,
  { spec, world, trust, epsilon }: Of & { world: World; trust: Trust; epsilon: number },
): readonly Reference[] {
  const [curve] = results[spec]?.curves ?? [];
  const t = Array.from(curve?.t ?? []).filter((round) => round >= 100);
  if (t.length === 0) return [];
  const { source, slope } = lowerBound(world, trust, epsilon);
  return [
    {
      spec,
      label: `paper: ${source}, lower bound`,
      t,
      mean: t.map((round) => slope * Math.log(round)),
    },
  ];
}

/** Every one of the runs ends above the bound. */
export function aboveLower(
  of: Of & { world: World; trust: Trust; epsilon: number },
  learners: readonly Learner[],
): Claim {
  const { source, slope } = lowerBound(of.world, of.trust, of.epsilon);
  const who = of.trust === 'local' ? 'local learner' : 'learner that trusts the server';
  return {
    ...paper(`F6: the regret of every ${who} ends above the lower bound of ${source}.`, {
      where: of.where,
    }),
    judge(results) {
      const ends = learners.map((learner) => {
        const curve = curveOf(results, of.spec, labels[learner]);
        return { learner, measured: regret(curve), bound: slope * Math.log(curve.t.at(-1) ?? 1) };
      });
      const least = ends.reduce((a, b) => (b.measured.value < a.measured.value ? b : a));
      return {
        holds: ends.every(({ measured, bound }) => measured.value > bound),
        measured: `least ${labels[least.learner]}: ${formatMeasured(least.measured)}`,
        accepted: `above ${least.bound.toPrecision(3)}`,
      };
    },
  };
}
