// Convex sets: where the points of a convex experiment lie. Public data, the same for all visitors: a page
// pins its own. Checked here as far as shape and ranges go; whether a polytope has an inside and ends is
// for the core to say.
import {
  convexSetKindWords,
  LARGEST_CONVEX_NUMBER,
  MAXIMUM_CONVEX_DIMENSION,
  MAXIMUM_CONVEX_ROWS,
  SMALLEST_CONVEX_LENGTH,
} from '../generated/catalog-convex.js';
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireRecord,
} from './checks.js';

/** A point is a list of 1 to 32 numbers. */
export type ConvexSet = BallSet | BoxSet | SimplexSet | PolytopeSet;

/** All points at most `radius` from `center`. */
export interface BallSet {
  readonly type: 'ball';
  readonly center: readonly number[];
  readonly radius: number;
}

/** From `low` to `high` in every coordinate: sliders. */
export interface BoxSet {
  readonly type: 'box';
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** `dimension` shares, each at least 0, that add up to 1. */
export interface SimplexSet {
  readonly type: 'simplex';
  /** 2 to 32. */
  readonly dimension: number;
}

/** The points x with `normals[i]` · x <= `offsets[i]` for all i. */
export interface PolytopeSet {
  readonly type: 'polytope';
  readonly normals: readonly (readonly number[])[];
  readonly offsets: readonly number[];
  /** No point of the set is farther than this from its analytic centre, which is about its middle. */
  readonly radius: number;
}

type Given = Readonly<Record<string, unknown>>;

function requireNumbers(path: string, value: unknown, length?: number): number[] {
  const list: unknown[] | undefined =
    Array.isArray(value) || ArrayBuffer.isView(value)
      ? [...(value as Iterable<unknown>)]
      : undefined;
  const most = length ?? MAXIMUM_CONVEX_DIMENSION;
  if (!list || list.length < (length ?? 1) || list.length > most)
    throw invalidArgument(path, value, `must be a list of ${length ?? `1 to ${most}`} numbers`);
  return list.map((item, i) =>
    requireNumber(`${path}[${i}]`, item, -LARGEST_CONVEX_NUMBER, LARGEST_CONVEX_NUMBER),
  );
}

const requireLength = (path: string, value: unknown) =>
  requireNumber(path, value, SMALLEST_CONVEX_LENGTH, LARGEST_CONVEX_NUMBER);

/** What a kind has beside its type, in the order in which a manifest has it. */
const FIELDS: Record<
  (typeof convexSetKindWords)[number],
  (path: string, given: Given) => Record<string, unknown>
> = {
  ball: (path, { center, radius }) => ({
    center: requireNumbers(`${path}.center`, center),
    radius: requireLength(`${path}.radius`, radius),
  }),
  box(path, { low, high }) {
    const least = requireNumbers(`${path}.low`, low);
    const most = requireNumbers(`${path}.high`, high, least.length);
    most.forEach((number, i) => {
      if (!(number - (least[i] as number) >= SMALLEST_CONVEX_LENGTH))
        throw invalidArgument(`${path}.high[${i}]`, number, `must be above low[${i}]`);
    });
    return { low: least, high: most };
  },
  simplex: (path, { dimension }) => ({
    dimension: requireInteger(`${path}.dimension`, dimension, 2, MAXIMUM_CONVEX_DIMENSION),
  }),
  polytope(path, { normals, offsets, radius }) {
    if (!Array.isArray(normals) || normals.length < 1 || normals.length > MAXIMUM_CONVEX_ROWS)
      throw invalidArgument(
        `${path}.normals`,
        normals,
        `must be a list of 1 to ${MAXIMUM_CONVEX_ROWS} rows`,
      );
    let dimension: number | undefined;
    const rows = normals.map((row: unknown, i) => {
      const numbers = requireNumbers(`${path}.normals[${i}]`, row, dimension);
      dimension = numbers.length;
      if (!(Math.max(...numbers.map(Math.abs)) >= SMALLEST_CONVEX_LENGTH))
        throw invalidArgument(`${path}.normals[${i}]`, row, 'must not be zero');
      return numbers;
    });
    return {
      normals: rows,
      offsets: requireNumbers(`${path}.offsets`, offsets, rows.length),
      radius: requireLength(`${path}.radius`, radius),
    };
  },
};

/**
 * A convex set, keys in one order: two sets mean the same exactly if their JSON is equal.
 *
 * @throws LdpError `invalid_argument`, naming the field with `path` as its prefix.
 */
export function requireConvexSet(path: string, value: unknown): ConvexSet {
  const given = requireRecord(path, value);
  const type = requireOneOf(`${path}.type`, given['type'], convexSetKindWords);
  const complete = { type, ...FIELDS[type](path, given) };
  requireRecord(path, value, Object.keys(complete));
  return complete as unknown as ConvexSet;
}

/** How many numbers a point of the set has. */
export function convexDimension(set: ConvexSet): number {
  if (set.type === 'ball') return set.center.length;
  if (set.type === 'box') return set.low.length;
  return set.type === 'simplex' ? set.dimension : (set.normals[0] as readonly number[]).length;
}

/** How many numbers a direction within the set has: of a simplex one fewer than a point. */
export const hullDimension = (set: ConvexSet): number =>
  convexDimension(set) - (set.type === 'simplex' ? 1 : 0);

/**
 * A set as the bindings take it (bindings/convex_set.hpp): kind, dimension, radius, how many rows; then
 * center, or low and high, or the normals row by row and the offsets.
 */
export function flattenConvexSet(set: ConvexSet): number[] {
  const dimension = convexDimension(set);
  const head = (radius: number, rows = 0) => [
    convexSetKindWords.indexOf(set.type),
    dimension,
    radius,
    rows,
  ];
  switch (set.type) {
    case 'ball':
      return [...head(set.radius), ...set.center];
    case 'box':
      return [...head(0), ...set.low, ...set.high];
    case 'simplex':
      return head(0);
    case 'polytope':
      return [...head(set.radius, set.normals.length), ...set.normals.flat(), ...set.offsets];
  }
}
