// The longest vectors: those that a collector takes, and those that leave a device.
import type { Collector } from 'ldp-bandits/server';
import { gaussianDeviation } from './recomputation/plain-numbers.js';
import { nearestReport } from './server-attacks-codebook.js';
import {
  aboutOf,
  DELTA,
  data,
  EPSILON,
  largestOf,
  type Row,
  reportOf,
} from './server-attacks-rows.js';
import { last, send, shownBy } from './server-attacks-support.js';

/** Along every axis and across all of them, either way. */
export function directions({ length = 0 }: Row): number[][] {
  const axes = Array.from({ length }, (_, axis) =>
    Array.from({ length }, (_, i) => (i === axis ? 1 : 0)),
  );
  const across = Array.from({ length }, () => 1 / Math.sqrt(length));
  const mixed = across.map((value, i) => (i % 2 ? -value : value));
  return [...axes, across, mixed, across.map((value) => -value)];
}

/**
 * A vector of this length. Numbers saturate as they do on a device. Of a codebook, whose reports all have one length,
 * what a device sends that draws the first rank: each time with a fresh id.
 */
export function along(row: Row, way: readonly number[], length: number): string {
  if (row.kind === 'codebook') return nearestReport(row, way);
  const most = largestOf(row);
  const numbers = way.map((value) => Math.round(value * length));
  return data(
    row,
    numbers.map((number) => Math.max(-most, Math.min(most, number))),
  );
}

/** How many ids a forger tries, against the one of an honest device: 16,384 codewords. */
const TRIED_IDS = 64;

/** The longest vector along a way that a collector takes; of a codebook the nearest codeword of many ids. */
export async function longestTaken(row: Row, collector: Collector, way: readonly number[]) {
  if (row.kind === 'codebook') return nearestReport(row, way, TRIED_IDS);
  const { snapshot } = await shownBy(collector, row);
  const takes = async (length: number) => {
    const content = along(row, way, length);
    return (await send(collector, row, reportOf(snapshot, aboutOf(row, 0), content))) === 202;
  };
  const from = row.kind === 'ball' ? largestOf(row) : 0;
  return along(row, way, await last(from, 2 ** 25, takes));
}

/** Where the diagonal of the row's matrix stands among the numbers. */
export function diagonal({ triangle = 0 }: Row): number[] {
  const places: number[] = [];
  for (let i = 0, at = 0; i < triangle; at += triangle - i, i++) places.push(at);
  return places;
}

/**
 * The length of the longest Gaussian vector that leaves a device, but for a probability of e^-45: mu + sqrt(n +
 * 2 sqrt(45 n) + 90) in units of the noise s of each number (src/privacy/vector_scale.hpp). Six s and the largest value
 * without noise fill the 24 bits, and that value is at most s / deviation: so s is known up to 1 in 25. Off the
 * diagonal of a matrix the noise is s/sqrt(2). Beyond its 24 bits a number saturates.
 */
function gaussianLength(row: Row, way: readonly number[]): number {
  const { length = 0, triangle = 0 } = row;
  const onDiagonal = new Set(diagonal(row));
  const isOff = (i: number) => i < (triangle * (triangle + 1)) / 2 && !onDiagonal.has(i);
  const metric = Math.hypot(...way.map((value, i) => (isOff(i) ? Math.SQRT2 * value : value)));
  const most = 1 / DEVIATION + Math.sqrt(length + 2 * Math.sqrt(45 * length) + 90);
  return (most * LARGEST_SCALE) / metric;
}
const DEVIATION = gaussianDeviation(EPSILON, DELTA);
const LARGEST_SCALE = (2 ** 23 - 1) / 6;
/** The largest scale that s can have, over the smallest. */
export const DOUBT = 1 + 1 / (6 * DEVIATION);

/**
 * The longest vector along a way that surely leaves a device. Of the ball and of a codebook every one has the length
 * 2^15 - 1.
 */
export function longestHonest(row: Row, way: readonly number[]): string {
  return along(row, way, row.kind === 'vector' ? gaussianLength(row, way) / DOUBT : largestOf(row));
}

/**
 * One that is longer than every one that leaves a device, if numbers do not saturate before. Of the ball, by more
 * than the rounding of its numbers.
 */
export function longerThanHonest(row: Row, way: readonly number[]): string | null {
  const most = largestOf(row);
  const rounding = Math.sqrt(row.length ?? 0) + 2;
  const length = row.kind === 'ball' ? most + rounding : gaussianLength(row, way);
  const fits = way.every((value) => Math.abs(value * length) <= most);
  return fits ? along(row, way, length) : null;
}
