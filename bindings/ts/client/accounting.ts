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
  let total: HourSum = { hour, epsilonMicro: 0, deltaFemto: 0, rhoNano: 0, reports: 0 };
  for (const next of hours) {
    total = {
      hour,
      epsilonMicro: add(total.epsilonMicro, next.epsilonMicro),
      deltaFemto: add(total.deltaFemto, next.deltaFemto),
      rhoNano: add(total.rhoNano, next.rhoNano),
      reports: add(total.reports, next.reports),
    };
  }
  return total;
}

/**
 * Throws `invalid_argument` for a loss that is not a number from 0 on: a negative one would give
 * budget back.
 */
export function costOf(entry: Pick<LedgerEntry, keyof Spend | 'rho'>, hour: number): HourSum {
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

/** How often `total` pays for `one`: 3 for 3 ln 2 and ln 2, although 3 ln 2 is no multiple in decimals. */
const timesIn = (total: number, one: number) => Math.floor((total / one) * (1 + SLACK));

/** How many reports of this loss a limit pays for; Infinity for none at all. */
export function reportsWithin(limit: Spend, { epsilon, delta }: Spend): number {
  const most = (total: number, one: number) => (one > 0 ? timesIn(total, one) : Infinity);
  return Math.min(most(limit.epsilon, epsilon), most(limit.delta, delta));
}

/**
 * A limit in whole units. Where all reports of the window cost the same, it has the units that they were rounded up by,
 * so that a total of n times a loss pays for n of them.
 */
function roomIn(total: number, unit: number, one: number, same: boolean): number {
  const exact = roundDown(total, unit);
  return same && one > 0 ? Math.max(exact, timesIn(total, one) * roundUp(one, unit)) : exact;
}

/**
 * Whether a report of this loss still fits. Never more than the limit: n reports of one loss are let through only if n
 * times it is at most the limit, and sums of several losses are rounded up, each by less than a millionth of epsilon. A
 * pure report adds no delta, so what others have spent of it is no reason to refuse. Comparisons are written so that a
 * corrupt (NaN) or saturated sum refuses.
 */
export function fits(
  spent: HourSum,
  loss: Spend & { readonly rho: number },
  limit: Spend,
): boolean {
  const cost = costOf(loss, 0);
  const total = sum([spent, cost]);
  const { reports } = spent;
  const delta = cost.deltaFemto === 0 && total.deltaFemto >= 0 ? 0 : total.deltaFemto;
  const isSame = spent.epsilonMicro === reports * cost.epsilonMicro;
  const isSameDelta = spent.deltaFemto === reports * cost.deltaFemto;
  return (
    total.epsilonMicro <= roomIn(limit.epsilon, MICRO, loss.epsilon, isSame) &&
    delta <= roomIn(limit.delta, FEMTO, loss.delta, isSameDelta) &&
    total.epsilonMicro < Number.MAX_SAFE_INTEGER
  );
}

/** A total that a page of the origin has pinned. */
export interface Pin extends Spend {
  readonly windowMs?: number;
  /** The hour in which a page has pinned it last. */
  readonly at: number;
}

/** The pins that hold now, this page's among them. One is over when its window has passed since a page pinned it. */
export function pinsWith(
  pins: readonly Pin[],
  { epsilon, delta }: Spend,
  windowMs: number | undefined,
  now: number,
): readonly Pin[] {
  const own = { epsilon, delta, ...(windowMs !== undefined && { windowMs }), at: hourOf(now) };
  const isOther = (pin: Pin) =>
    pin.epsilon !== epsilon || pin.delta !== delta || pin.windowMs !== windowMs;
  const holds = (pin: Pin) => pin.at >= windowStart(now, pin.windowMs);
  return [...pins.filter((pin) => isOther(pin) && holds(pin)), own];
}

/** The earliest hour that counts for one of the pins. */
export function earliestWindow(pins: readonly Pin[], now: number): number {
  return Math.min(...pins.map(({ windowMs }) => windowStart(now, windowMs)));
}

/** What counts for a pin, of the sums of hours. */
export function spentWithin(
  hours: readonly HourSum[],
  windowMs: number | undefined,
  now: number,
): HourSum {
  const from = windowStart(now, windowMs);
  return sum(hours.filter(({ hour }) => hour >= from));
}

/** The total that has the least left, and what counts for it. `pins`: the page's own last, which goes first of equals. */
export function holding(pins: readonly Pin[], hours: readonly HourSum[], now: number) {
  const own = pins[pins.length - 1] as Pin;
  const leftOf = (pin: Pin) => pin.epsilon - toSpend(spentWithin(hours, pin.windowMs, now)).epsilon;
  let held = own;
  for (const pin of pins) if (leftOf(pin) < leftOf(held)) held = pin;
  return { held, window: toSpend(spentWithin(hours, held.windowMs, now)) };
}

/**
 * Whether a report of this loss fits each total that holds; the page's own is the last. Of others a delta of 0 says only
 * that their reports are pure.
 */
export function admits(
  pins: readonly Pin[],
  hours: readonly HourSum[],
  loss: Spend & { readonly rho: number },
  now: number,
): boolean {
  return pins.every((pin, index) => {
    const isOwn = index === pins.length - 1;
    const limit = isOwn ? pin : { epsilon: pin.epsilon, delta: pin.delta || Infinity };
    return fits(spentWithin(hours, pin.windowMs, now), loss, limit);
  });
}

export function toSpend(total: HourSum): Spend & { readonly reports: number } {
  return {
    epsilon: total.epsilonMicro / MICRO,
    delta: total.deltaFemto / FEMTO,
    reports: total.reports,
  };
}
