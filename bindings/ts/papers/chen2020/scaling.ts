// F8: how regret grows with the size K of a decision.
import { around, atMost, type Range, within } from '../claims.js';
import { fitLine, logPoint, quotient, regretOf } from '../measure.js';
import type { Claim, Figure, FigureResults, ScatterPoint } from '../types.js';
import { own, rangeText } from './claims.js';
import { type Learner, labels, settingNote, sizeOf, specOf } from './setting.js';
import { bottleneckPathOf, kPathOf } from './worlds.js';

const quick = { horizon: 100_000, replicates: 3 };

interface Family {
  readonly about: string;
  readonly sizes: readonly number[];
  readonly learners: readonly Learner[];
  readonly worldOf: typeof kPathOf;
}

const sums: Family = {
  about: 'sums',
  sizes: [2, 4, 8, 16],
  learners: ['bit', 'uniformBit', 'thompson', 'joint', 'sum', 'free'],
  worldOf: kPathOf,
};

/** Where neither gap nor smoothness depends on K, the price of sharing epsilon among K reports shows alone. */
const worst: Family = {
  about: 'worst part',
  sizes: [1, 2, 4],
  learners: ['corrected', 'laplace'],
  worldOf: bottleneckPathOf,
};

const families = [sums, worst];
const nameOf = ({ about }: Family, size: number) => `${about}, K = ${size}`;

const ofFamily = ({ about }: Family) => ({ spec: about, said: about });

const final = (family: Family, size: number, learner: Learner) =>
  regretOf(nameOf(family, size), labels[learner]);

/** Twice the size, once more for each doubling. */
function doubling(family: Family, learner: Learner, accepted: Range, said: string): Claim[] {
  return family.sizes.slice(1).map((size, i) => {
    const half = family.sizes[i] as number;
    const sentence = `from K = ${half} to ${size} the regret of ${labels[learner]} grows ${said}, ${rangeText(accepted)} times.`;
    const grown = quotient(final(family, size, learner), final(family, half, learner));
    return within(own(sentence, ofFamily(family)), accepted, grown);
  });
}

function below(learner: Learner, factor: number): Claim {
  const sentence = `at K = 16 the regret of ${labels[learner]} is about ${factor} times below that of ${labels.bit}.`;
  const saved = quotient(final(sums, 16, 'bit'), final(sums, 16, learner));
  return within(own(sentence, ofFamily(sums)), around(factor), saved);
}

const square = 'with the square of K';
const linear = 'with K';

const soon: Claim = atMost(
  own(
    `at K = 16 the regret of ${labels.joint} is at most half of that of ${labels.bit}.`,
    ofFamily(sums),
    'quick',
  ),
  0.5,
  quotient(final(sums, 16, 'joint'), final(sums, 16, 'bit')),
);

/** On logarithmic axes to base 2: the slope is the exponent of K. */
function points(results: FigureResults): readonly ScatterPoint[] {
  return families.flatMap((family) =>
    family.learners.flatMap((learner) =>
      family.sizes.map((size) =>
        logPoint(
          `${labels[learner]}, ${family.about}`,
          Math.log2(size),
          final(family, size, learner)(results),
          `K = ${size}`,
        ),
      ),
    ),
  );
}

const isOfBits = ({ series }: ScatterPoint) => series === `${labels.bit}, ${sums.about}`;

export const figure8: Figure = {
  id: 'F8',
  title: 'Regret against the size of a decision',
  says: 'Reporting all K arms costs a factor of K² for rewards of bounded infinity-smoothness, and reporting one arm costs none. For sums, LDP2 grows with K², the lower bound with K.',
  source: 'theorems 2, 4 and 6; experiment F8',
  horizonNote: `${settingNote} Sums are on five disjoint paths of K arms (m = 5K, D = 0.2 K). The worst part counts on the same paths with means 0.6 and 0.05, where D = 0.55 does not depend on K; the number of arms doubles with K, and so does the regret of a learner that reports one of them.`,
  specs: (mode) =>
    families.flatMap((family) =>
      family.sizes.map((size) =>
        specOf(
          nameOf(family, size),
          family.worldOf(size).environment,
          family.learners,
          sizeOf(mode, quick),
        ),
      ),
    ),
  claims: [
    soon,
    ...doubling(sums, 'bit', [3.5, 3.9], square),
    ...doubling(sums, 'uniformBit', [3.5, 3.9], square),
    ...doubling(sums, 'joint', around(2), linear),
    ...doubling(sums, 'sum', around(2), linear),
    ...doubling(sums, 'free', around(2), linear),
    ...doubling(sums, 'thompson', [1.5, 2.2], linear),
    below('joint', 13),
    below('thompson', 35),
    ...doubling(worst, 'corrected', [3, 4.2], square),
    ...doubling(worst, 'laplace', around(2), 'with the number of arms'),
  ],
  plot: {
    kind: 'scatter',
    xLabel: 'log2 of K',
    yLabel: 'log2 of the final regret',
    points,
    line: (all) => fitLine(all.filter(isOfBits)),
    lineLabel: `least-squares line of ${labels.bit}`,
  },
};
