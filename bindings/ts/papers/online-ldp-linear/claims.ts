// What the paper says of its figure 1, judged under every noise and radius that it may have had; and what
// an independent program found: the orders of `ownClaims`.
import {
  type About,
  atMost,
  clearlyIncreasing,
  type Ranked,
  ranked,
  tied,
  within,
} from '../claims.js';
import { curveOf, type Measured, ratio, regret, relativeSpread } from '../measure.js';
import type { Chosen, Claim, FigureResults } from '../types.js';
import { type Epsilon, labels, nameOf } from './setting.js';

type Label = (typeof labels)[keyof typeof labels];

const practical: Chosen = { noise: 'tight', radius: 'practical' };
const theory: Chosen = { noise: 'tight', radius: 'theory' };
const published: Chosen = { noise: 'published', radius: 'published' };
const fresh: Chosen = { world: 'fresh' };
const both: Chosen = { learner: 'both' };

const final = (epsilon: Epsilon, label: Label) => (results: FigureResults) =>
  regret(curveOf(results, nameOf(epsilon), label));

const rankOf =
  (epsilon: Epsilon, of: readonly Label[]) =>
  (results: FigureResults): readonly Ranked[] =>
    ranked((label) => curveOf(results, nameOf(epsilon), label), of);

const over =
  (epsilon: Epsilon, a: Label, b: Label) =>
  (results: FigureResults): Measured =>
    ratio(final(epsilon, a)(results), final(epsilon, b)(results));

/** Judged under every noise and radius that the paper may have had, in both worlds. */
export function paperClaims(epsilon: Epsilon): readonly Claim[] {
  return ['tight', 'published'].flatMap((noise) => {
    const where: Chosen = { noise };
    const shuffle = noise === 'published' ? labels.vectorSum : labels.shuffle;
    const about = (sentence: string, more: Chosen = {}): About => ({
      sentence,
      claimedBy: 'paper',
      needs: 'full',
      where: { ...where, ...more },
    });
    const below = (other: Label) =>
      clearlyIncreasing(
        about(`At ε = ${epsilon} Online LDP LinUCB has less regret than ${other}.`),
        rankOf(epsilon, [labels.ogd, other]),
      );
    const comparable = within(
      about(
        `At ε = ${epsilon} the regret of Online LDP LinUCB is comparable to that of ${shuffle}.`,
      ),
      [0.75, 1.33],
      over(epsilon, labels.ogd, shuffle),
    );
    const learners = tied(
      about(`At ε = ${epsilon} gradient descent does as well as Maler.`, both),
      rankOf(epsilon, [labels.ogd, labels.maler]),
    );
    const comparators =
      epsilon === 0.2
        ? [below(labels.gaussian), comparable]
        : [below(labels.gaussian), below(shuffle), below(labels.jdp)];
    return [...comparators, learners];
  });
}

/** The orders and factors of an independent program, and what this project promises of its own learner. */
export function ownClaims(epsilon: Epsilon): readonly Claim[] {
  return [
    ...ordersOf(epsilon),
    ...momentClaims(epsilon),
    ...uselessClaims(epsilon),
    ...(epsilon <= 1
      ? [labels.gaussian, labels.ogd].map((label) => spreadClaim(epsilon, label))
      : []),
  ];
}

const own = (sentence: string, where: Chosen, needs: About['needs'] = 'full'): About => ({
  sentence,
  claimedBy: 'project',
  needs,
  where,
});

function ordersOf(epsilon: Epsilon): readonly Claim[] {
  const { free, jdp, shuffle, gaussian, ogd, uniform } = labels;
  const rank = (of: readonly Label[]) => rankOf(epsilon, of);
  const inFresh = { ...practical, ...fresh };
  const trusting = [free, jdp, shuffle];
  const freeClaim = within(
    own(
      `At ε = ${epsilon} LinUCB without privacy has 3 to 7 times the regret with the radius of theory that it has with the practical one.`,
      { ...theory, ...fresh },
      'quick',
    ),
    [3, 7],
    over(epsilon, labels.free, labels.freePractical),
  );
  switch (epsilon) {
    case 10:
      return [
        clearlyIncreasing(
          own(
            'With tuned radii, those who trust somebody lose least: LinUCB, then JDP, then shuffle, and LDP-LinUCB after them; all learn.',
            inFresh,
            'quick',
          ),
          rank([...trusting, gaussian, uniform]),
        ),
        clearlyIncreasing(
          own('With tuned radii Online LDP LinUCB comes after the shuffle.', practical, 'quick'),
          rank([shuffle, ogd]),
        ),
        clearlyIncreasing(
          own('With tuned radii Online LDP LinUCB has less regret than LDP-LinUCB.', practical),
          rank([ogd, gaussian]),
        ),
        within(
          own(
            'With tuned radii LDP-LinUCB has at most 2.5 times the regret of Online LDP LinUCB.',
            practical,
            'quick',
          ),
          [1, 2.5],
          over(epsilon, gaussian, ogd),
        ),
        clearlyIncreasing(
          own(
            'Against comparators with the radius of theory the picture of the paper comes out: Online LDP LinUCB, then JDP, then shuffle, then LDP-LinUCB.',
            { ...theory, ...fresh },
            'quick',
          ),
          rank([ogd, jdp, shuffle, gaussian]),
        ),
        freeClaim,
      ];
    case 1:
      return [
        clearlyIncreasing(
          own(
            'With tuned radii: LinUCB, then JDP, then shuffle, then LDP-LinUCB, then Online LDP LinUCB, which is better than chance.',
            inFresh,
          ),
          rank([...trusting, gaussian, ogd, uniform]),
        ),
        clearlyIncreasing(
          own(
            'With tuned radii both who trust somebody have less regret than both who trust nobody.',
            inFresh,
            'quick',
          ),
          rank([jdp, shuffle, gaussian]),
        ),
        clearlyIncreasing(
          own(
            'With the radius of theory too: JDP, then shuffle, then Online LDP LinUCB.',
            { ...theory, ...fresh },
            'quick',
          ),
          rank([jdp, shuffle, ogd]),
        ),
        freeClaim,
      ];
    default:
      return [
        clearlyIncreasing(
          own(
            'With tuned radii: LinUCB, then JDP, then shuffle, then LDP-LinUCB, then Online LDP LinUCB.',
            inFresh,
          ),
          rank([...trusting, gaussian, ogd]),
        ),
        within(
          own('With tuned radii Online LDP LinUCB is about as good as chance.', inFresh),
          [0.6, 1.25],
          over(epsilon, ogd, uniform),
        ),
        freeClaim,
      ];
  }
}

/** What this project's learner has to beat, in both worlds, at pure epsilon. */
function momentClaims(epsilon: Epsilon): readonly Claim[] {
  const promised = { 0.2: null, 1: 2500, 10: 1000 }[epsilon];
  return [
    ...(promised === null
      ? []
      : [
          atMost(
            own(
              `At ε = ${epsilon} and δ = 0 the default learner of this package has at most ${promised.toLocaleString('en-US')} of regret.`,
              { ...practical, ...fresh },
              'quick',
            ),
            promised,
            final(epsilon, labels.moments),
          ),
        ]),
    ...[labels.gaussian, labels.ogd].map((other) =>
      clearlyIncreasing(
        own(
          `At ε = ${epsilon} the default learner, with δ = 0, has less regret than ${other} with δ = 0.1.`,
          practical,
        ),
        rankOf(epsilon, [labels.moments, other]),
      ),
    ),
  ];
}

/** Published constants that explore throughout. */
function uselessClaims(epsilon: Epsilon): readonly Claim[] {
  return [labels.gaussian, labels.vectorSum, labels.ogd].map((label) =>
    within(
      own(
        `With published noise and constants ${label} is within about a fifth of chance at ε = ${epsilon}.`,
        { ...published, ...fresh },
        // At a small epsilon it locks in some direction, good or bad: few trials say little.
        epsilon === 10 ? 'quick' : 'full',
      ),
      [0.78, 1.22],
      over(epsilon, label, labels.uniform),
    ),
  );
}

function spreadClaim(epsilon: Epsilon, label: Label): Claim {
  return within(
    own(
      `At ε = ${epsilon} the regret of ${label} has a standard deviation of about half its mean over the trials: single runs say nothing.`,
      { ...practical, ...fresh },
    ),
    [0.25, 0.85],
    (results) => relativeSpread(final(epsilon, label)(results)),
  );
}
