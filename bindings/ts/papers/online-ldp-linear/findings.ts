// What came out, in plain words. Every sentence rests on claims of the figure that it stands at; the numbers
// are in docs/figures/online-ldp-linear.md.
import type { Epsilon } from './setting.js';

/** Of the paper as a whole. */
export const inShort: readonly string[] = [
  'Reproduced at ε = 10, and only against comparators that are left at the radius of theory: Online LDP LinUCB below JDP, shuffle and LDP-LinUCB. With radii that are tuned alike, JDP and shuffle win by far, and of the three only LDP-LinUCB is beaten, by a quarter.',
  'Not reproduced at ε = 1: under every noise and radius that was tried JDP has less regret, and so has shuffle with what secure aggregation would give; it is never below all three.',
  'Not reproduced at ε = 0.2: it is about as good as chance, neither below LDP-LinUCB nor comparable to shuffle.',
  'Reproduced at ε = 0.2 and 1: gradient descent does about as well as Maler, at a fraction of the time. At ε = 10 its mean is a fifth above with new arms, and nearly half above with fixed ones.',
  'With noise and constants as they are printed, LDP-LinUCB, Online LDP LinUCB and shuffling by vector sums learn next to nothing in 20,000 rounds. And the printed noise does not always give the privacy that is stated: a report of Online LDP LinUCB that is meant to have ε = 10 and δ = 0.1 has a δ of 0.61 at that ε, and of 0.92 where rewards are from −1 to 1, since its two parts are calibrated each alone, by a formula for ε up to 1.',
  'The best local learner here at ε = 1 and ε = 10 is none of the paper’s: sending only moments of the reward, at δ = 0. At ε = 0.2 it is not below LDP-LinUCB, which has a δ of 0.1 and is told the horizon.',
];

const single =
  'Single runs say nothing here: over the trials the standard deviation of LDP-LinUCB and Online LDP LinUCB is a third to a half of their mean. Compare with the bands.';

const published =
  'Published noise and constants: LDP-LinUCB, Online LDP LinUCB and shuffling by vector sums stay within about a fifth of chance.';

export const findings: Readonly<Record<Epsilon, readonly string[]>> = {
  0.2: [
    'The paper’s claim is not reproduced: Online LDP LinUCB is about as good as chance, LDP-LinUCB below it, and shuffle far below both.',
    'With tuned radii the order is LinUCB, JDP, shuffle, LDP-LinUCB, Online LDP LinUCB, which is about chance.',
    'The default learner, at δ = 0, is below Online LDP LinUCB but not below LDP-LinUCB: at so small an ε a δ of 0.1 is worth a lot. With ball noise, at δ = 0 too, LDP-LinUCB is about as good as chance.',
    published,
    single,
  ],
  1: [
    'The paper’s claim is not reproduced: JDP has less regret than Online LDP LinUCB under every noise and radius tried, and so has shuffle with what secure aggregation would give.',
    'With tuned radii the order is LinUCB, JDP, shuffle, LDP-LinUCB, Online LDP LinUCB, chance.',
    'The default learner, at δ = 0, has less regret than both local learners of the paper at δ = 0.1.',
    published,
    single,
  ],
  10: [
    'The paper’s picture comes out with the radius of theory for the comparators and a tuned one for Online LDP LinUCB. Tune all alike, and JDP and shuffle are far below it; it beats LDP-LinUCB only, by a quarter.',
    'With the printed noise and tuned radii it is below LDP-LinUCB and both protocols of shuffling, but above JDP; and its reports then have a δ of 0.61, not of 0.1.',
    'LinUCB without privacy has 3 to 7 times the regret with the radius of theory that it has with the practical one. So which radius is taken decides such comparisons.',
    'The default learner, at δ = 0, has less regret than both local learners of the paper at δ = 0.1; with fixed arms its lead over Maler is within what fifty trials can tell.',
    published,
  ],
};

export const levelFindings: readonly string[] = [
  'Every algorithm that learns at all learns more at a larger ε: the regret of each algorithm that is clearly better than chance falls with ε.',
];
