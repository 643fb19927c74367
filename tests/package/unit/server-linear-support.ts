// Noisy vectors as they come off the wire, written by hand: see server-support.ts.
import type { AlgorithmSpec, Collector, CollectorOptions } from 'ldp-bandits/server';
import { collectorOver, reportId, snapshotOf } from './server-support.js';

export const DIMENSION = 2;

/** Every linear algorithm that runs in a page, in every mechanism. */
const ALGORITHMS = {
  moments: { type: 'ldp-linear-moments', dimension: DIMENSION, mechanism: 'ball' },
  ball: { type: 'ldp-linucb', dimension: DIMENSION, mechanism: 'ball' },
  gaussian: { type: 'ldp-linucb', dimension: DIMENSION, mechanism: 'gaussian' },
  pair: { type: 'online-ldp-linucb', dimension: DIMENSION },
  combiner: { type: 'private-bandits-combiner', dimension: DIMENSION },
} as const satisfies Record<string, AlgorithmSpec>;
export type LinearName = keyof typeof ALGORITHMS;
export const NAMES = Object.keys(ALGORITHMS) as LinearName[];

export const EXPERIMENTS = Object.fromEntries(
  NAMES.map((name) => [name, { algorithm: ALGORITHMS[name], perReport: { epsilon: 1 } }]),
) as unknown as Readonly<Record<LinearName, CollectorOptions['experiments'][string]>>;

/** Parts of a report: name (null where there is one only), numbers, bytes of a number. */
export const PARTS: Readonly<
  Record<LinearName, readonly (readonly [name: string | null, length: number, bytes: number])[]>
> = {
  moments: [
    ['moment', 2, 2],
    ['design', 3, 2],
  ],
  ball: [[null, 5, 2]],
  gaussian: [[null, 5, 3]],
  pair: [[null, 3, 3]],
  combiner: [[null, 3, 3]],
};

/** Two's complement, lowest byte first, in base64url. */
export function dataOf(values: readonly number[], bytes: number): string {
  const data = Buffer.alloc(values.length * bytes);
  for (const [i, value] of values.entries()) data.writeIntLE(value, i * bytes, bytes);
  return data.toString('base64url');
}

/** The vector of these numbers as the mechanism of that part can give it: of a length that is public. */
export function sendable(name: LinearName, part: number, numbers: readonly number[]): number[] {
  const [, length, bytes] = PARTS[name][part] as (typeof PARTS)[LinearName][number];
  const largest = 2 ** (8 * bytes - 1) - 1;
  // Noise of three bytes a number: any vector that is short enough.
  const within = Math.floor(largest / (2 * length));
  if (bytes === 3) return numbers.map((number) => number % within);
  const norm = Math.hypot(...numbers);
  if (norm === 0) return numbers.map((_, i) => (i === 0 ? largest : 0));
  return numbers.map((number) => Math.round((number / norm) * largest));
}

export interface VectorFields {
  readonly id?: string;
  readonly snapshot?: number;
  /** Position among the parts. */
  readonly part?: number;
  readonly values?: readonly number[];
}

let counter = 0;

export function vector(name: LinearName, fields: VectorFields = {}): string {
  const { id = reportId(++counter), snapshot = 1, part = 0 } = fields;
  const [label, length, bytes] = PARTS[name][part] as (typeof PARTS)[LinearName][number];
  // A direction of the ball, in two bytes a number, has the length 32767.
  const usual = (i: number) => (bytes === 2 ? (i === 0 ? 32_767 : i) : 100 * (i + 1));
  const { values = Array.from({ length }, (_, i) => usual(i)) } = fields;
  const named = label === null ? '' : `"part":"${label}",`;
  return `{"v":1,"id":"${id}","snapshot":${snapshot},${named}"data":"${dataOf(values, bytes)}"}`;
}

export function linearCollectorOver(options: Partial<CollectorOptions> = {}): Promise<Collector> {
  return collectorOver({ experiments: EXPERIMENTS, ...options });
}

export interface LinearSnapshotBody {
  readonly v: 1;
  readonly experiment: string;
  readonly snapshot: number;
  readonly reports: number;
  readonly theta: readonly number[];
  readonly factor?: readonly number[];
  readonly radius: number;
  readonly exploration?: number;
  readonly base?: number;
}

export const linearSnapshotOf = (collector: Collector, name: LinearName) =>
  snapshotOf<LinearSnapshotBody>(collector, name);
