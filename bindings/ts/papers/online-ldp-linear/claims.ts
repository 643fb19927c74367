// What the paper says of its figure 1, judged under every noise and radius that it may have had; and what
// an independent program found: the orders of `ownClaims`.
import {
  type About,
  atMost,
  clearlyIncreasing,
  own as ownClaim,
  paper,
  ranked,
  within,
} from '../claims.js';
import { quotient, regretOf, relativeSpread } from '../measure.js';
import type { Chosen, Claim } from '../types.js';
import { type Epsilon, labels, nameOf } from './setting.js';

type Label = (typeof labels)[keyof typeof labels];

const practical: Chosen = { noise: 'tight', radius: 'practical' };
const theory: Chosen = { noise: 'tight', radius: 'theory' };
const published: Chosen = { noise: 'published', radius: 'published' };
const fresh: Chosen = { world: 'fresh' };

/** Whose curve is Online LDP LinUCB's: the paper's is that with Maler. */
const learners = [
  { chosen: { learner: 'ogd' }, online: labels.ogd },
  { chosen: { learner: 'both' }, online: labels.maler },
] as const;
const both = learners[1].chosen;

const final = (epsilon: Epsilon, label: Label) => regretOf(nameOf(epsilon), label);

const over = (epsilon: Epsilon, a: Label, b: Label) =>
  quotient(final(epsilon, a), final(epsilon, b));

const order = (epsilon: Epsilon, about: About, ...of: readonly Label[]) =>
  clearlyIncreasing(about, ranked(nameOf(epsilon), of));

/** What is called comparable, or as good. */
const alike = [0.75, 1.33] as const;

/** Judged under every noise and radius that the paper may have had, in both worlds. */
export function paperClaims(epsilon: Epsilon): readonly Claim[] {
  return ['tight', 'published'].flatMap((noise) => {
    const shuffle = noise === 'published' ? labels.vectorSum : labels.shuffle;
    const about = (sentence: string, learner: Chosen) =>
      paper(`At ε = ${epsilon} ${sentence}`, { where: { noise, ...learner } });
    const ofOnline = learners.flatMap(({ chosen, online }) => {
      const below = (other: Label) =>
        order(
          epsilon,
          about(`Online LDP LinUCB has less regret than ${other}.`, chosen),
          ...[online, other],
        );
      if (epsilon !== 0.2) return [labels.gaussian, shuffle, labels.jdp].map(below);
      const sentence = `the regret of Online LDP LinUCB is comparable to that of ${shuffle}.`;
      return [
        below(labels.gaussian),
        within(about(sentence, chosen), alike, over(epsilon, online, shuffle)),
      ];
    });
    const sameLearners = within(
      about('gradient descent does as well as Maler.', both),
      alike,
      over(epsilon, labels.ogd, labels.maler),
    );
    return [...ofOnline, sameLearners];
  });
}

/** The orders and factors of an independent program, and what this project promises of its own learner. */
export function ownClaims(epsilon: Epsilon): readonly Claim[] {
  return [
    ...learners.flatMap(({ chosen, online }) => ordersOf(epsilon, chosen, online)),
    freeClaim(epsilon),
    ...momentClaims(epsilon),
    ...uselessClaims(epsilon),
    ...(epsilon <= 1
      ? [labels.gaussian, labels.ogd].map((label) => spreadClaim(epsilon, label))
      : []),
  ];
}

const own = (sentence: string, where: Chosen, needs?: About['needs']) =>
  ownClaim(sentence, { where, needs });

/** Those that a quick run can judge have their neighbours five standard errors apart or more at 12 trials. */
function ordersOf(epsilon: Epsilon, learner: Chosen, online: Label): readonly Claim[] {
  const { free, jdp, shuffle, gaussian, uniform } = labels;
  const increasing = (about: About, ...of: readonly Label[]) => order(epsilon, about, ...of);
  const tuned = { ...practical, ...learner };
  const inFresh = { ...tuned, ...fresh };
  const byTheory = { ...theory, ...fresh, ...learner };
  const ofMaler = (claim: Claim) => (online === labels.maler ? [claim] : []);
  const atEvery = [
    increasing(
      own(
        'With tuned radii LinUCB has the least regret, then the trusted-server methods; LDP-LinUCB is far behind.',
        inFresh,
        'quick',
      ),
      ...[free, jdp, gaussian],
    ),
    increasing(
      own('With tuned radii shuffle has less regret than Online LDP LinUCB.', inFresh, 'quick'),
      ...[shuffle, online],
    ),
  ];
  if (epsilon === 10) {
    return [
      ...atEvery,
      increasing(
        own(
          'With tuned radii: LinUCB, then JDP, then shuffle, then Online LDP LinUCB, far below chance.',
          inFresh,
        ),
        ...[free, jdp, shuffle, online, uniform],
      ),
      ...ofMaler(
        increasing(
          own('With tuned radii Online LDP LinUCB has less regret than LDP-LinUCB.', tuned),
          ...[online, gaussian, uniform],
        ),
      ),
      within(
        own(
          'With tuned radii LDP-LinUCB and Online LDP LinUCB are within a factor of 2.5.',
          tuned,
          'quick',
        ),
        [0.4, 2.5],
        over(epsilon, gaussian, online),
      ),
      increasing(
        own(
          'Against comparators with the radius of theory the picture of the paper comes out: Online LDP LinUCB, then JDP, then shuffle, then LDP-LinUCB.',
          byTheory,
          'quick',
        ),
        ...[online, jdp, shuffle, gaussian],
      ),
    ];
  }
  const below = [
    ...atEvery,
    increasing(
      own(
        'With tuned radii: LinUCB, then JDP, then shuffle, then LDP-LinUCB, then Online LDP LinUCB.',
        inFresh,
      ),
      ...[free, jdp, shuffle, gaussian, online],
    ),
  ];
  if (epsilon === 0.2) {
    return [
      ...below,
      within(
        own('With tuned radii Online LDP LinUCB is about as good as chance.', inFresh),
        [0.6, 1.25],
        over(epsilon, online, uniform),
      ),
    ];
  }
  return [
    ...below,
    ...ofMaler(
      increasing(
        own('With tuned radii Online LDP LinUCB is better than chance.', inFresh),
        ...[online, uniform],
      ),
    ),
    increasing(
      own(
        'With the radius of theory the comparators stay in order: JDP, then shuffle, then LDP-LinUCB.',
        byTheory,
        'quick',
      ),
      ...[jdp, shuffle, gaussian],
    ),
    increasing(
      own(
        'With the radius of theory too JDP and shuffle have less regret than Online LDP LinUCB.',
        byTheory,
      ),
      ...[jdp, shuffle, online],
    ),
  ];
}

function freeClaim(epsilon: Epsilon): Claim {
  return within(
    own(
      'LinUCB without privacy has 3 to 7 times the regret with the radius of theory that it has with the practical one.',
      { ...theory, ...fresh },
    ),
    [3, 7],
    over(epsilon, labels.free, labels.freePractical),
  );
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
              epsilon === 10 ? 'quick' : 'full',
            ),
            promised,
            final(epsilon, labels.moments),
          ),
        ]),
    ...momentOrders(epsilon, labels.gaussian, practical),
    ...learners.flatMap(({ chosen, online }) =>
      momentOrders(epsilon, online, { ...practical, ...chosen }),
    ),
  ];
}

function momentOrders(epsilon: Epsilon, other: Label, where: Chosen): readonly Claim[] {
  const sentence = `At ε = ${epsilon} the default learner, with δ = 0, has less regret than ${other}, with δ = 0.1.`;
  return [order(epsilon, own(sentence, where), labels.moments, other)];
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
