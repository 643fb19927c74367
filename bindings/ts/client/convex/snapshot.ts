// The public snapshot of a convex experiment as it comes from a collector: foreign input, checked
// strictly. Whether what it makes a device play is in the set the core says.
import { convexDimension, hullDimension } from '../../internal/convex-set.js';
import type { ConvexExperiment } from '../../internal/validate-convex.js';
import { mismatch, nonNegative, readHead, readSnapshot, record } from '../snapshot.js';

/** What bindings/convex.cpp reads. Lists that an algorithm has not are empty. */
export interface ConvexSnapshot {
  readonly id: number;
  readonly reports: number;
  readonly ended: boolean;
  /** 0 where there is a shape, or points. */
  readonly radius: number;
  readonly point: Float64Array;
  /** Row by row. */
  readonly shape: Float64Array;
  readonly points: Float64Array;
  readonly weights: Float64Array;
  readonly answer: Float64Array;
}

const HEAD = ['v', 'experiment', 'snapshot', 'reports', 'answer'];

/**
 * Reads
 * `{"v":1,"experiment":"id","snapshot":12,"reports":1204,"point":[0.5,2],"radius":0.1,"answer":[0.4,2]}`;
 * with `shape`, a matrix row by row, in place of `radius` where losses are smooth; of the stochastic
 * algorithm with `points` and `weights`, three of each, in place of both. Two points may have
 * `surface`: `{"slope":[..],"curvature":[..]}`. Throws `manifest_mismatch`, naming the field.
 */
export function parseConvexSnapshot(
  value: unknown,
  name: string,
  { algorithm, set, losses }: ConvexExperiment,
): ConvexSnapshot {
  const isStochastic = algorithm === 'ldp-stochastic-convex';
  const isShaped = algorithm === 'ldp-one-point' && losses.endsWith('smooth');
  const way = isStochastic ? ['points', 'weights'] : ['point', isShaped ? 'shape' : 'radius'];
  const show = algorithm === 'ldp-two-point' ? ['surface'] : [];
  const given = readSnapshot(value, [...HEAD, ...way, ...show], name);
  const numbers = (field: string, length: number) =>
    way.includes(field) || field === 'answer'
      ? list(field, given[field], length)
      : new Float64Array(0);
  const size = convexDimension(set);
  if (given['surface'] !== undefined) readSurface(given['surface'], size);
  return {
    ...readHead(given),
    radius: way.includes('radius') ? nonNegative('radius', given['radius']) : 0,
    point: numbers('point', size),
    shape: numbers('shape', hullDimension(set) ** 2),
    points: numbers('points', 3),
    weights: numbers('weights', 3),
    answer: numbers('answer', size),
  };
}

/** For pages to show: devices do nothing with it. */
function readSurface(value: unknown, size: number): void {
  const { slope, curvature, ...rest } = record('snapshot.surface', value);
  for (const key of Object.keys(rest))
    throw mismatch(`snapshot.surface.${key}`, undefined, rest[key]);
  list('surface.slope', slope, size);
  list('surface.curvature', curvature, (size * (size + 1)) / 2);
}

function list(field: string, value: unknown, length: number): Float64Array {
  if (!Array.isArray(value) || value.length !== length) {
    throw mismatch(`snapshot.${field}`, `${length} numbers`, value);
  }
  return new Float64Array(
    value.map((x: unknown, i) => {
      if (!Number.isFinite(x)) throw mismatch(`snapshot.${field}[${i}]`, 'a finite number', x);
      return x as number;
    }),
  );
}
