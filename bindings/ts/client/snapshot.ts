// The public snapshot as it comes from a collector: foreign input, checked strictly. Nothing in it
// can loosen privacy; a server that lies in it chooses bad arms, no more.

import { LdpError } from '../internal/errors.js';
import { toJson } from '../internal/json.js';
import type { Experiment } from '../internal/validate.js';

/** The shape that bindings/arm_device.hpp reads. */
export interface Snapshot {
  readonly id: number;
  readonly reports: number;
  /** Null: no such number. */
  readonly forgeries: number | null;
  readonly ended: boolean;
  readonly scale: number;
  readonly mean: Float64Array;
  /** +infinity: never pulled. */
  readonly width: Float64Array;
  /** What the index has per scale² beyond mean and width. Empty: nothing. */
  readonly tilt: Float64Array;
  /** What the arm is drawn from. Empty: it is the one of the largest index. */
  readonly weights: Float64Array;
  /** -1: none. */
  readonly forced: number;
  /** The arm of devices below the experiment's `levelAwareFrom`. -1: none. */
  readonly incumbent: number;
}

const REQUIRED = ['v', 'experiment', 'snapshot', 'reports', 'scale', 'mean', 'width', 'forced'];
/** Counts that a device checks and has no use for. */
const COUNTS = ['alarms', 'lastAlarm'];
const KEYS = [...REQUIRED, 'tilt', 'weights', 'incumbent', ...COUNTS];
/** How far weights in decimal may miss a sum of 1; the core asks for the same. */
const WEIGHTS_TOLERANCE = 1e-9;
export const LARGEST_ID = 2 ** 32 - 1;

/** A value of either side in an error, which cuts long ones: `JSON.stringify` has no text for one that is missing. */
export const shown = (value: unknown): string =>
  (typeof value === 'number' ? `${value}` : value === undefined ? 'missing' : toJson(value)).slice(
    0,
    80,
  );

/** `pinned`: the page's term; of what is no term, what is allowed. explain-mismatch.ts says what to do. */
export function mismatch(
  field: string,
  pinned: unknown,
  offered: unknown,
): LdpError<'manifest_mismatch'> {
  return new LdpError(
    'manifest_mismatch',
    `${field} is ${shown(pinned)} in this page and ${shown(offered)} at the collector.`,
    {
      details: { field, pinned, offered },
    },
  );
}

/**
 * Reads
 * `{"v":1,"experiment":"id","snapshot":12,"reports":1204,"scale":3.1,"mean":[0.5,null],"width":[0.1,null],"forced":null}`;
 * null marks an arm that was never pulled. May also have `tilt` and `weights`, numbers from 0 for
 * every arm, the weights with sum 1, `incumbent`, an arm or null, and the counts `alarms` and `lastAlarm`. Throws
 * `manifest_mismatch`, naming the field.
 */
export function parseSnapshot(value: unknown, name: string, experiment: Experiment): Snapshot {
  const given = readSnapshot(value, KEYS, name);
  const { arms } = experiment;
  const mean = list('mean', given['mean'], arms);
  const width = list('width', given['width'], arms);
  const pulled = (arm: number) => width[arm] !== null;
  for (let arm = 0; arm < arms; arm++) {
    if ((mean[arm] !== null) !== pulled(arm))
      throw mismatch(`snapshot.mean[${arm}]`, 'null exactly where width is', mean[arm]);
    if (pulled(arm) && (width[arm] as number) < 0)
      throw mismatch(`snapshot.width[${arm}]`, 'not negative', width[arm]);
  }
  for (const field of COUNTS) integer(field, given[field] ?? 0, Number.MAX_SAFE_INTEGER);
  const tilt = optionalList('tilt', given['tilt'], arms);
  const weights = optionalList('weights', given['weights'], arms);
  let sum = 0;
  for (const weight of weights) sum += weight;
  if (weights.length > 0 && !(Math.abs(sum - 1) <= WEIGHTS_TOLERANCE))
    throw mismatch('snapshot.weights', 'with sum 1', sum);
  return {
    ...readHead(given),
    scale: nonNegative('scale', given['scale']),
    mean: new Float64Array(mean.map((m) => (m as number | null) ?? 0)),
    width: new Float64Array(width.map((w) => (w as number | null) ?? Infinity)),
    tilt,
    weights,
    forced: arm('forced', given['forced'], arms),
    incumbent: arm('incumbent', given['incumbent'] ?? null, arms),
  };
}

export function record(field: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw mismatch(field, 'an object', value);
  return value as Record<string, unknown>;
}

/** The snapshot as a record with some of `keys` and no other, for the experiment of this `name`. */
export function readSnapshot(
  value: unknown,
  keys: readonly string[],
  name: string,
): Readonly<Record<string, unknown>> {
  const given = Object(value) as Record<string, unknown>; // what is no object has no fields
  for (const key of Object.keys(given))
    if (!keys.includes(key) && key !== 'forgeries' && key !== 'ended')
      throw mismatch(`snapshot.${key}`, undefined, given[key]);
  if (given['v'] !== 1) throw mismatch('snapshot.v', 1, given['v']);
  if (given['experiment'] !== name)
    throw mismatch('snapshot.experiment', name, given['experiment']);
  return given;
}

/**
 * What every snapshot has. Those from before forgeries were counted do not say how many; `ended` is there once the
 * operator has ended the experiment.
 */
export function readHead(given: Readonly<Record<string, unknown>>): {
  readonly id: number;
  readonly reports: number;
  readonly forgeries: number | null;
  readonly ended: boolean;
} {
  const { forgeries = null, ended = false } = given;
  if (typeof ended !== 'boolean') throw mismatch('snapshot.ended', 'true or false', ended);
  return {
    ended,
    forgeries: forgeries === null ? null : integer('forgeries', forgeries, Number.MAX_SAFE_INTEGER),
    id: integer('snapshot', given['snapshot'], LARGEST_ID),
    reports: integer('reports', given['reports'], Number.MAX_SAFE_INTEGER),
  };
}

function arm(field: string, value: unknown, arms: number): number {
  return value === null ? -1 : integer(field, value, arms - 1);
}

function optionalList(field: string, value: unknown, arms: number): Float64Array {
  if (value === undefined) return new Float64Array(0);
  return new Float64Array(list(field, value, arms).map((x, i) => nonNegative(`${field}[${i}]`, x)));
}

export function integer(field: string, value: unknown, maximum: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > maximum) {
    throw mismatch(`snapshot.${field}`, `an integer from 0 to ${maximum}`, value);
  }
  return value as number;
}

export function nonNegative(field: string, value: unknown): number {
  if (!Number.isFinite(value) || (value as number) < 0)
    throw mismatch(`snapshot.${field}`, 'finite and not negative', value);
  return value as number;
}

function list(field: string, value: unknown, arms: number): readonly (number | null)[] {
  if (!Array.isArray(value) || value.length !== arms) {
    throw mismatch(`snapshot.${field}`, `${arms} numbers`, value);
  }
  const wrong = value.findIndex((x: unknown) => x !== null && !Number.isFinite(x));
  if (wrong >= 0)
    throw mismatch(`snapshot.${field}[${wrong}]`, 'a finite number or null', value[wrong]);
  return value as (number | null)[];
}
