// The kinds of claims that these figures make: exponents, and numbers of an independent program.
import { own, type Range, type Scope, within } from '../claims.js';
import type { Measure, Measured } from '../measure.js';
import type { Claim } from '../types.js';

/** What an independent program measured, with its standard error. */
export type Found = readonly [value: number, error: number];

/** Three standard errors of the difference of two measurements of one size. */
export const chance = (error: number) => 3 * Math.SQRT2 * error;

/**
 * By how much a number may differ from what is expected in the limit: by what an independent program differs
 * from it at these sizes, and by chance. Rounded up to a hundredth.
 */
export const width = (limit: number, [value, error]: Found) =>
  Math.ceil(100 * (Math.abs(value - limit) + chance(error))) / 100;

/** Within `width` of the limit. */
export const towards = (limit: number, found: Found): Range => [
  limit - width(limit, found),
  limit + width(limit, found),
];

/** What the independent program found, but for chance. */
export const same = ([value, error]: Found): Range => [
  value - chance(error),
  value + chance(error),
];

/** The number that an independent program found. */
export const agrees = (sentence: string, scope: Scope, found: Found, measure: Measure): Claim =>
  within(own(sentence, scope), same(found), measure);

/** A number without an error. */
export const plain = (value: number, replicates: number): Measured => ({
  value,
  error: 0,
  replicates,
});
