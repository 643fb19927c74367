// The arithmetic of the ledger: integers, so that order and sums cannot drift, in one sum per hour,
// so that admission reads few records however many reports there were. Basic composition: losses
// add up (Dwork, Roth 2014, Theorem 3.16; as a filter for adaptive choices: Rogers, Roth, Ullman,
// Vadhan 2016).
import { requireNumber } from '../internal/validate.js';
import type { LedgerEntry, Spend } from './types.js';

export const HOUR = 3_600_000;

/** Sums of the reports of one hour: millionths of epsilon, 1e-15 of delta, 1e-9 of rho. */
export interface HourSum {
  /** Start of the hour, UTC, ms. */
  readonly hour: number;
  readonly epsilonMicro: number;
  readonly deltaFemto: number;
  readonly rhoNano: number;
  readonly reports: number;
}

const MICRO = 1e6;
const FEMTO = 1e15;
const NANO = 1e9;
/**
 * Absorbs the rounding of one product, so that 2.3 is 2,300,000 millionths and not one less or
 * more.
 */
const SLACK = 2 ** -51;

/**
 * A sum that would leave the exact integers sticks at their end: a full counter can never look
 * empty again.
 */
const add = (a: number, b: number) => Math.min(a + b, Number.MAX_SAFE_INTEGER);
const roundUp = (value: number, unit: number) => Math.ceil(value * unit * (1 - SLACK));
const roundDown = (value: number, unit: number) => Math.floor(value * unit * (1 + SLACK));

export const hourOf = (time: number) => Math.floor(time / HOUR) * HOUR;

/**
 * The earliest hour that still counts at `now`. A spend is kept by the hour, so it counts until its
 * whole hour is over.
 */
export function windowStart(now: number, windowMs: number | undefined): number {
  return windowMs === undefined ? 0 : hourOf(now - windowMs);
}

export function sum(hours: readonly HourSum[], hour = 0): HourSum {
  return hours.reduce(
    (total, next) => ({
      hour,
      epsilonMicro: add(total.epsilonMicro, next.epsilonMicro),
      deltaFemto: add(total.deltaFemto, next.deltaFemto),
      rhoNano: add(total.rhoNano, next.rhoNano),
      reports: add(total.reports, next.reports),
    }),
    { hour, epsilonMicro: 0, deltaFemto: 0, rhoNano: 0, reports: 0 },
  );
}

/**
 * Throws `invalid_argument` for a loss that is not a number from 0 on: a negative one would give
 * budget back.
 */
export function costOf(entry: LedgerEntry, hour: number): HourSum {
  const loss = (name: 'epsilon' | 'delta' | 'rho') =>
    requireNumber(`entry.${name}`, entry[name], 0, Number.MAX_VALUE);
  return {
    hour,
    epsilonMicro: roundUp(loss('epsilon'), MICRO),
    deltaFemto: roundUp(loss('delta'), FEMTO),
    rhoNano: roundUp(loss('rho'), NANO),
    reports: 1,
  };
}

/**
 * Whether `next` still fits. A pure report adds no delta, so what others have spent of it is no
 * reason to refuse. Comparisons are written so that a corrupt (NaN) or saturated sum refuses.
 */
export function fits(spent: HourSum, next: HourSum, limit: Spend): boolean {
  const total = sum([spent, next]);
  const delta = next.deltaFemto === 0 && total.deltaFemto >= 0 ? 0 : total.deltaFemto;
  return (
    total.epsilonMicro <= roundDown(limit.epsilon, MICRO) &&
    delta <= roundDown(limit.delta, FEMTO) &&
    total.epsilonMicro < Number.MAX_SAFE_INTEGER
  );
}

export function toSpend(total: HourSum): Spend & { readonly reports: number } {
  return {
    epsilon: total.epsilonMicro / MICRO,
    delta: total.deltaFemto / FEMTO,
    reports: total.reports,
  };
}
