// The kinds of claims that these figures make: exponents, and numbers of an independent program.
import { type About, within } from '../claims.js';
import type { Measured } from '../measure.js';
import type { Chosen, Claim, FigureMode, FigureResults } from '../types.js';

/** What an independent program measured, with its standard error. */
export type Found = readonly [value: number, error: number];

export interface Of {
  readonly where?: Chosen;
  readonly needs?: FigureMode;
}

const about = (claimedBy: Claim['claimedBy'], sentence: string, { where, needs }: Of): About => ({
  sentence,
  claimedBy,
  needs: needs ?? 'full',
  ...(where && { where }),
});

export const own = (sentence: string, of: Of = {}) => about('project', sentence, of);
export const paper = (sentence: string, of: Of = {}) => about('paper', sentence, of);

/** Three standard errors of the difference of two measurements of one size. */
export const chance = (error: number) => 3 * Math.SQRT2 * error;

/**
 * By how much a number may differ from what is expected in the limit: by what an independent program differs
 * from it at these sizes, and by chance. Rounded up to a hundredth.
 */
export const width = (limit: number, [value, error]: Found) =>
  Math.ceil(100 * (Math.abs(value - limit) + chance(error))) / 100;

/** Within `width` of the limit. */
export const towards = (limit: number, found: Found): readonly [number, number] => [
  limit - width(limit, found),
  limit + width(limit, found),
];

/** What the independent program found, but for chance. */
export const same = ([value, error]: Found): readonly [number, number] => [
  value - chance(error),
  value + chance(error),
];

type Measure = (results: FigureResults) => Measured;

/** The number that an independent program found. */
export const agrees = (sentence: string, of: Of, found: Found, measure: Measure): Claim =>
  within(own(sentence, of), same(found), measure);

/** A number without an error. */
export const plain = (value: number, replicates: number): Measured => ({
  value,
  error: 0,
  replicates,
});
