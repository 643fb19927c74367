// The public snapshot of a linear experiment as it comes from a collector: foreign input, checked
// strictly.
import { integer, LARGEST_ID, mismatch, nonNegative, readHead, readSnapshot } from '../snapshot.js';

/** The shape that bindings/contextual.cpp reads. */
export interface LinearSnapshot {
  readonly id: number;
  readonly reports: number;
  /** The estimate of the parameter. */
  readonly theta: Float64Array;
  /** The lower triangle of F, row by row, with V^-1 = F^T F. Empty: no width. */
  readonly factor: Float64Array;
  readonly radius: number;
  /** How often a device draws its arm uniformly. */
  readonly exploration: number;
  /** Which learner of a combiner this is. */
  readonly base: number;
  /** Generalized linear: where scores are taken. Empty: at theta. */
  readonly point: Float64Array;
  /** Generalized linear: what residuals are clipped to. Else 0. */
  readonly residual: number;
}

const KEYS = [
  'v',
  'experiment',
  'snapshot',
  'reports',
  'theta',
  'factor',
  'radius',
  'exploration',
  'base',
  'point',
  'residual',
];

/**
 * Reads `{"v":1,"experiment":"id","snapshot":12,"reports":1204,"theta":[..],"factor":[..],"radius":r}`;
 * may also have `exploration` and `base`, with a link `point` and `residual`, and may lack `factor`.
 * Throws `manifest_mismatch`, naming the field.
 */
export function parseLinearSnapshot(
  value: unknown,
  name: string,
  dimension: number,
): LinearSnapshot {
  const given = readSnapshot(value, KEYS, name);
  const optional = (field: string, length: number) =>
    given[field] === undefined ? new Float64Array(0) : numbers(field, given[field], length);
  const exploration = nonNegative('exploration', given['exploration'] ?? 0);
  if (exploration > 1) throw mismatch('snapshot.exploration', 'at most 1', exploration);
  return {
    ...readHead(given),
    theta: numbers('theta', given['theta'], dimension),
    factor: optional('factor', (dimension * (dimension + 1)) / 2),
    radius: nonNegative('radius', given['radius']),
    exploration,
    base: integer('base', given['base'] ?? 0, LARGEST_ID),
    point: optional('point', dimension),
    residual: nonNegative('residual', given['residual'] ?? 0),
  };
}

function numbers(field: string, value: unknown, length: number): Float64Array {
  if (!Array.isArray(value) || value.length !== length)
    throw mismatch(`snapshot.${field}`, `${length} numbers`, value);
  const wrong = value.findIndex((x: unknown) => !Number.isFinite(x));
  if (wrong >= 0) throw mismatch(`snapshot.${field}[${wrong}]`, 'a finite number', value[wrong]);
  return new Float64Array(value as number[]);
}
