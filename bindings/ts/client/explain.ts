// What a privacy loss means to the visitor who spends it: the only place that has the formulas and the sentences.
// docs/spec/privacy.md, section 1.1.
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
  requireString,
} from '../internal/checks.js';
import { reportsWithin } from './accounting.js';
import type { Spend } from './types.js';

export interface Explanation {
  /** With `spend.epsilonTotal`: how many such reports it pays for. */
  readonly pays?: number;
  /** e^epsilon: an observer's odds about the feedback move by at most this factor, either way. */
  readonly oddsFactor: number;
  /** Of a hundred yes/no answers that an observer gave even odds before, at most this many are guessed right. */
  readonly bestGuessInHundred: number;
  /** What an observer who believed `prior` can believe at least and at most after the reports. */
  readonly posterior: readonly [low: number, high: number];
  /** The same as texts that are bounds: each is the nearest decimal on the safe side. */
  readonly texts: {
    /** "2.72"; "e^40" from 10^15 on. */
    readonly odds: string;
    /** "73.2%" */
    readonly guess: string;
    /** Of 100, at least: "0.74". */
    readonly low: string;
    /** Of 100, at most: "5.3". */
    readonly high: string;
  };
  /** Each is true as it stands, of any observer with any other knowledge. */
  readonly sentences: {
    /** "A report changes anyone's odds of guessing your answer by at most 2.72 times." */
    readonly odds: string;
    /** "Someone who gave your answer even odds is right at most 73.2% of the time after seeing it." */
    readonly guess: string;
    /** "Someone who thinks 2 of 100 click thinks at most 5.3 of 100 after it, and at least 0.74." */
    readonly belief: string;
  };
}

/** What the sentences are about; changes no number. */
export interface Explained {
  /** Reports that the spend is the sum of, an integer from 1 to 2^53 - 1; 1 by default. */
  readonly reports?: number;
  /** What `prior` is the share of, as a verb of the plural; 'click' by default. */
  readonly act?: string;
}

/**
 * What a spend means: one report, or the sum of several.
 *
 * With delta 0 the odds between any two answers (or series of answers), also of sets of answers, move by at most
 * e^epsilon, whatever else the observer knows (Bayes' rule; Wasserman, Zhou 2010). With delta > 0 no report tells more
 * about two answers than one that gives them away with probability delta and otherwise keeps to that factor (Kairouz,
 * Oh, Viswanath 2015), and the sentences say this; the odds of a real report may pass the factor by a little, and more
 * often than delta: Gaussian noise of (1, 1e-5) does so with probability 1.6e-4.
 *
 * Numbers have the precision of a double. `texts` and `sentences` are computed in integers and rounded outwards from
 * the exact value, `prior` and `delta` being the decimals that JavaScript prints.
 *
 * @param spend 0 <= epsilon < ∞, 0 <= delta < 1; of one report with `epsilonTotal`, from 0 on
 * @param prior what the observer believes before, 0 to 1
 * @throws {LdpError} `invalid_argument`
 */
export function explain(
  spend: Spend & { readonly epsilonTotal?: number },
  prior = 0.5,
  about: Explained = {},
): Explanation {
  const given = requireRecord('spend', spend);
  const epsilon = requireNumber('spend.epsilon', given['epsilon'], 0, Number.MAX_VALUE);
  const delta =
    given['delta'] === undefined ? 0 : requireNumber('spend.delta', given['delta'], 0, 1);
  if (delta === 1) throw invalidArgument('spend.delta', delta, 'must be below 1');
  requireNumber('prior', prior, 0, 1);
  const { reports = 1, act = 'click' } = requireRecord('about', about, ['reports', 'act']);
  requireInteger('about.reports', reports, 1, Number.MAX_SAFE_INTEGER);
  requireString('about.act', act, 100);
  // Everything in terms of e^-epsilon in [0, 1], which cannot overflow. At prior 0 or 1 nothing can be learnt.
  const shrink = Math.exp(-epsilon);
  const certain = prior === 0 || prior === 1;
  const texts = textsOf(epsilon, delta, prior);
  return {
    oddsFactor: Math.exp(epsilon),
    bestGuessInHundred: (100 * (1 + delta * shrink)) / (1 + shrink),
    posterior: certain
      ? [prior, prior]
      : [(prior * shrink) / (prior * shrink + (1 - prior)), prior / (prior + (1 - prior) * shrink)],
    ...(given['epsilonTotal'] !== undefined && { pays: reportsOf(given['epsilonTotal'], epsilon) }),
    texts,
    sentences: sentencesOf(texts, delta, prior, reports as number, act as string),
  };
}

function reportsOf(total: unknown, epsilon: number): number {
  const most = requireNumber('spend.epsilonTotal', total, 0, Number.MAX_VALUE);
  return reportsWithin({ epsilon: most, delta: 0 }, { epsilon, delta: 0 });
}

type Fraction = readonly [numerator: bigint, denominator: bigint];

const ALL = '100%';
/** Above it, just below ln 10^15, a factor is written as a power of e. */
const MOST_IN_DIGITS = 34.5;

function textsOf(epsilon: number, delta: number, prior: number): Explanation['texts'] {
  const [a, b] = fractionOf(prior);
  if (epsilon > MOST_IN_DIGITS) {
    const [low, high] = [prior < 1 ? '0' : '100', prior > 0 ? '100' : '0'];
    return { odds: `e^${epsilon}`, guess: ALL, low, high };
  }
  const [odds, one] = expAbove(epsilon);
  const [p, q] = fractionOf(delta);
  return {
    odds: odds < 100n * one ? decimal(ceil(100n * odds, one), 2) : grouped(ceil(odds, one)),
    guess: `${atMost([odds * q + one * p, (one + odds) * q])}%`,
    low: atLeast([a * one, a * one + (b - a) * odds]),
    high: atMost([a * odds, a * odds + (b - a) * one]),
  };
}

function sentencesOf(
  { odds, guess, low, high }: Explanation['texts'],
  delta: number,
  prior: number,
  reports: number,
  act: string,
): Explanation['sentences'] {
  const [subject, s, it, answer] =
    reports === 1
      ? ['A report', 's', 'it', 'your answer']
      : [`${grouped(BigInt(reports))} reports`, '', 'them', 'what you answered'];
  const isPure = delta === 0;
  const like = reports === 1 ? 'one' : 'reports';
  return {
    odds: isPure
      ? `${subject} change${s} anyone’s odds of guessing ${answer} by at most ${odds} times.`
      : `${subject} tell${s} at most as much as ${like} that give${s} ${answer} away with a probability of ${exactly(delta)} and otherwise change${s} anyone’s odds between that and anything else by at most ${odds} times.`,
    guess:
      guess === ALL
        ? `Someone who gave ${answer} even odds may know it after seeing ${it}.`
        : `Someone who gave ${answer} even odds is right at most ${guess} of the time after seeing ${it}.`,
    belief:
      prior === 0 || prior === 1
        ? `Someone who was sure is as sure after ${it}.`
        : `Someone who thinks ${exactly(prior, 2)} of 100 ${act} thinks at most ${high} of 100 after ${it}, and at least ${low}${isPure ? '' : `, unless ${answer} is given away`}.`,
  };
}

/** e^x, rounded up, for 0 <= x <= MOST_IN_DIGITS, and what stands for 1; exactly 1 at 0. */
function expAbove(x: number): Fraction {
  const bits = 160;
  const one = 1n << BigInt(bits);
  const scaled = BigInt(Math.ceil(x * 2 ** bits));
  let term = one;
  let sum = one;
  for (let n = 1n; term > 1n; n++) {
    term = ceil(term * scaled, n * one);
    sum += term;
  }
  // n is far above 2 x by then: all terms that follow are together at most the last.
  return [sum + term, one];
}

const ceil = (n: bigint, d: bigint) => (n + d - 1n) / d;
const tenTo = (digits: number) => 10n ** BigInt(digits);

/** Digits of what is nearly all, and of what is rare. */
const MOST_DIGITS = [4, 12] as const;

/** Percent of a share, rounded up, with a second digit only where one would say "all" or most of it is rounding. */
function atMost([n, d]: Fraction): string {
  for (let digits = 1; n < d; digits++) {
    const units = ceil(n * tenTo(digits + 2), d);
    const isAll = units === tenTo(digits + 2);
    if (isAll && digits >= MOST_DIGITS[0]) break;
    if (!isAll && (n === 0n || units >= 10n || digits >= MOST_DIGITS[1]))
      return decimal(units, digits);
  }
  return '100';
}

/** The same, rounded down. */
function atLeast([n, d]: Fraction): string {
  let digits = 1;
  const units = () => (n * tenTo(digits + 2)) / d;
  while (n > 0n && units() < 10n && digits < MOST_DIGITS[1]) digits++;
  return decimal(units(), digits);
}

/** The decimal that JavaScript prints for a number below 10^21. */
function partsOf(value: number): [units: bigint, digits: number] {
  const [mantissa = '', power = '0'] = String(value).split('e-');
  const [whole = '', rest = ''] = mantissa.split('.');
  return [BigInt(whole + rest), rest.length + Number(power)];
}

function fractionOf(value: number): Fraction {
  const [units, digits] = partsOf(value);
  return [units, tenTo(digits)];
}

/** The value times 10^shift, in all its digits. */
function exactly(value: number, shift = 0): string {
  const [units, digits] = partsOf(value);
  return digits < shift
    ? decimal(units * tenTo(shift - digits), 0)
    : decimal(units, digits - shift);
}

/** units/10^digits without zeros at its end. */
function decimal(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, '0');
  const at = text.length - digits;
  return `${text.slice(0, at)}.${text.slice(at)}`.replace(/\.?0*$/, '');
}

const grouped = (count: bigint) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
