// What came out, in plain words. Every sentence rests on claims of the figure that it stands at; the numbers
// are in docs/figures/online-ldp-linear.md.
import type { Epsilon } from './setting.js';

/** Of the paper as a whole. */
export const inShort: readonly string[] = [
  'Reproduced at ε = 10, and only against comparators that were left at the radius of theory: Online LDP LinUCB below JDP, shuffle and LDP-LinUCB. With radii that are tuned alike, JDP and shuffle win by far, and of the three only LDP-LinUCB is beaten.',
  'Not reproduced at ε = 1: there it has more regret than JDP and shuffle under every noise and radius that was tried, and no less than LDP-LinUCB.',
  'Not reproduced at ε = 0.2: it is about as good as chance, neither below LDP-LinUCB nor comparable to shuffle.',
  'Reproduced: gradient descent does about as well as Maler, at a fraction of the time. Its mean is up to a quarter above.',
  'With the formulas for noise and the constants as they are printed, no private algorithm learns anything in 20,000 rounds; and the printed noise does not always give the privacy that is stated. A report of Online LDP LinUCB that is meant to have ε = 10 and δ = 0.1 has a δ of 0.61 at that ε, and of 0.92 where rewards are from −1 to 1: its two parts are calibrated each alone, by a formula for ε up to 1.',
  'The best local learner here is none of the paper’s: sending only the moment (y − 1/2) x, at δ = 0.',
];

const single =
  'Single runs say nothing here: over the trials the standard deviation of LDP-LinUCB and Online LDP LinUCB is about half their mean. Compare with the bands.';

const published =
  'Published noise and constants: LDP-LinUCB, Online LDP LinUCB and the shuffle stay within about a fifth of chance.';

export const findings: Readonly<Record<Epsilon, readonly string[]>> = {
  0.2: [
    'The paper’s claim is not reproduced: Online LDP LinUCB is about as good as chance, LDP-LinUCB below it, and shuffle far below both.',
    'With tuned radii the order is LinUCB, JDP, shuffle, LDP-LinUCB, Online LDP LinUCB, chance.',
    published,
    single,
  ],
  1: [
    'The paper’s claim is not reproduced under any noise and radius tried: JDP and shuffle have less regret than Online LDP LinUCB, which comes last or ties with LDP-LinUCB.',
    'With tuned radii the order is LinUCB, JDP, shuffle, LDP-LinUCB, Online LDP LinUCB, chance.',
    published,
    single,
  ],
  10: [
    'The paper’s picture comes out with the radius of theory for the comparators and a tuned one for Online LDP LinUCB. Tune all alike, and JDP and shuffle are far below it; it beats LDP-LinUCB only, by less than 2.5 times.',
    'LinUCB without privacy has 3 to 7 times the regret with the radius of theory that it has with the practical one. So which radius is taken decides such comparisons.',
    published,
  ],
};

export const levelFindings: readonly string[] = [
  'Whoever learns at all learns more at a larger ε: the regret of each algorithm that is clearly better than chance falls with ε.',
];
