// Axes: domains, ticks and their texts. Scales and nice ticks are d3's.
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Axis, AxisOptions, Tick } from './types.js';

type Domain = readonly [number, number];

/**
 * The domain that holds all of `values`, or the given one. A linear axis of values that are not
 * negative starts at 0.
 */
export function domainOf(
  values: readonly number[],
  options: AxisOptions,
  fromZero: boolean,
): Domain {
  if (options.domain !== undefined) return options.domain;
  const logarithmic = options.scale === 'log';
  const usable = values.filter((value) => Number.isFinite(value) && (!logarithmic || value > 0));
  if (usable.length === 0) return logarithmic ? [1, 10] : [0, 1];
  const low = usable.reduce((a, b) => Math.min(a, b));
  const high = usable.reduce((a, b) => Math.max(a, b));
  if (logarithmic) return low < high ? [low, high] : [low / 2, high * 2];
  const start = fromZero && low >= 0 ? 0 : low;
  if (start < high) return [start, high];
  return high === 0 ? [0, 1] : [Math.min(0, 2 * high), Math.max(0, 2 * high)];
}

/** `count`: about how many ticks have room. */
export function createAxis(
  options: AxisOptions,
  domain: Domain,
  range: readonly [number, number],
  count: number,
): Axis {
  const scale = options.scale ?? 'linear';
  const bare = { label: options.label ?? '', scale, domain, range };
  const values = scale === 'log' ? logTicks(domain, count) : linearTicks(domain, count);
  const ticks = values.map(
    ([value, text]): Tick => ({ value, position: positionOf(bare, value), text }),
  );
  return { ...bare, ticks };
}

type Scaled = Pick<Axis, 'scale' | 'domain' | 'range'>;

/** Where a value stands on the axis. */
export function positionOf(axis: Scaled, value: number): number {
  return d3Scale(axis)(value);
}

/** The value at a position: what a pointer is at. */
export function valueAt(axis: Scaled, position: number): number {
  return d3Scale(axis).invert(position);
}

export function d3Scale({ scale, domain, range }: Scaled): {
  (value: number): number;
  invert(position: number): number;
} {
  return scale === 'log' ? scaleLog(domain, range) : scaleLinear(domain, range);
}

function linearTicks(domain: Domain, count: number): (readonly [number, string])[] {
  const values = scaleLinear(domain, [0, 1]).ticks(count);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = largest >= 1e9 ? 1e9 : largest >= 1e6 ? 1e6 : largest >= 1e4 ? 1e3 : 1;
  const letter = { 1: '', 1e3: 'k', 1e6: 'M', 1e9: 'G' }[unit] ?? '';
  return values.map((value) => [
    value,
    value === 0 ? '0' : `${Number((value / unit).toPrecision(6))}${letter}`,
  ]);
}

/** Powers of ten have a text, as many as fit; within few decades 2 and 5 have one too. */
function logTicks(domain: Domain, count: number): (readonly [number, string])[] {
  const first = Math.floor(Math.log10(domain[0]));
  const last = Math.ceil(Math.log10(domain[1]));
  const decades = last - first;
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const inside = (value: number) =>
    value >= domain[0] * (1 - 1e-9) && value <= domain[1] * (1 + 1e-9);
  const ticks: (readonly [number, string])[] = [];
  for (let power = first; power <= last; power += 1) {
    for (const digit of decades <= 3 ? [1, 2, 5] : [1]) {
      const value = digit * 10 ** power;
      if (!inside(value)) continue;
      ticks.push([value, power % every === 0 || digit > 1 ? powerText(digit, power) : '']);
    }
  }
  return ticks;
}

const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function powerText(digit: number, power: number): string {
  if (power >= -2 && power <= 3) return String(Number((digit * 10 ** power).toPrecision(3)));
  const raised = String(Math.abs(power)).replace(/\d/g, (d) => kSuperscripts[Number(d)] ?? '');
  return `${digit === 1 ? '' : `${digit}·`}10${power < 0 ? '⁻' : ''}${raised}`;
}
