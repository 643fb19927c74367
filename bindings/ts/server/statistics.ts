/**
 * Exact sums. Every statistic of a learner is an int64 sum over reports, so addition in any order,
 * over any sharding, gives the same bits: 1 + 2 and 2 + 1 do not differ in a last decimal place here.
 */
import { LdpError } from '../internal/errors.js';

/** The sums of a set of reports. */
export interface Statistics {
  /** What the positions of `sums` mean; statistics add only if their schemas are equal. */
  readonly schema: string;
  /** How many reports were added up. */
  readonly reports: bigint;
  /** int64 sums; the layout is that of `schema`. */
  readonly sums: BigInt64Array;
}

/**
 * What one report adds. Sparse: a report touches two sums out of up to 131,072, and a dense delta
 * of that size would be one megabyte a report.
 */
export interface StatisticsDelta {
  readonly schema: string;
  /** Length of the dense `sums` this belongs to. */
  readonly size: number;
  /** Positions in `sums`, each below `size`. */
  readonly indices: Uint32Array;
  /** What to add there; as long as `indices`. */
  readonly values: BigInt64Array;
}

/** No report at all: the neutral element of {@link mergeStatistics}. */
export function emptyStatistics(schema: string, size: number): Statistics {
  return { schema, reports: 0n, sums: new BigInt64Array(size) };
}

/**
 * The statistics of the union of two disjoint sets of reports.
 *
 * @throws LdpError `invalid_argument` if one of them is no statistics, the schemas or lengths differ,
 *   or a sum leaves int64.
 */
export function mergeStatistics(a: Statistics, b: Statistics): Statistics {
  requireStatistics('a', a);
  requireStatistics('b', b);
  requireSameLayout(a.schema, a.sums.length, b.schema, b.sums.length);
  const sums = a.sums.slice();
  for (let i = 0; i < sums.length; i++) sums[i] = addExactly(at(sums, i), at(b.sums, i));
  return { schema: a.schema, reports: a.reports + b.reports, sums };
}

/**
 * Checks that `delta` can be added to statistics of this layout.
 *
 * @throws LdpError `invalid_argument`.
 */
export function requireDelta(schema: string, size: number, delta: StatisticsDelta): void {
  requireSameLayout(schema, size, delta.schema, delta.size);
  if (delta.indices.length !== delta.values.length) {
    throw invalid('delta', 'indices and values must be equally long');
  }
  for (const index of delta.indices) {
    if (index >= size) throw invalid('delta.indices', `must be below ${size}`);
  }
}

/** a + b as int64. Refuses what does not fit instead of wrapping round to a negative count. */
export function addExactly(a: bigint, b: bigint): bigint {
  const sum = a + b;
  if (BigInt.asIntN(64, sum) !== sum) throw invalid('sums', 'a sum leaves the int64 range');
  return sum;
}

/** Element `i` of an array that is known to have one. */
export function at(values: BigInt64Array, i: number): bigint {
  return values[i] as bigint;
}

function requireStatistics(name: string, value: unknown): void {
  const { schema, reports, sums } = (value ?? {}) as Partial<Statistics>;
  const complete =
    typeof schema === 'string' && typeof reports === 'bigint' && sums instanceof BigInt64Array;
  if (!complete) throw invalid(name, 'must be statistics: schema, reports, sums');
}

function requireSameLayout(schemaA: string, sizeA: number, schemaB: string, sizeB: number): void {
  if (schemaA !== schemaB) throw invalid('schema', 'the statistics are of different experiments');
  if (sizeA !== sizeB) throw invalid('sums', 'the statistics have different lengths');
}

function invalid(parameter: string, reason: string): LdpError {
  return new LdpError('invalid_argument', `${parameter}: ${reason}`, {
    details: { parameter, reason },
  });
}
