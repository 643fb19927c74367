/** A snapshot as every device gets it: one JSON line, null for what JSON cannot say (never pulled). */
import { convexFields, listed } from './convex.js';
import type {
  AnyPublishable,
  BestArmPublishable,
  CombinatorialPublishable,
  LinearPublishable,
  Publishable,
} from './learner-module.js';

export function encodeSnapshot(experiment: string, snapshot: AnyPublishable): Uint8Array {
  const { id, reports, forgeries = null, ended = false } = snapshot;
  const learnt =
    'theta' in snapshot
      ? linearFields(snapshot)
      : 'ends' in snapshot
        ? combinatorialFields(snapshot)
        : 'shape' in snapshot
          ? convexFields(snapshot)
          : 'answer' in snapshot
            ? bestArmFields(snapshot)
            : multiArmedFields(snapshot);
  return new TextEncoder().encode(
    JSON.stringify({
      v: 1,
      experiment,
      snapshot: id,
      reports,
      ...learnt,
      ...(ended ? { ended } : {}),
      forgeries,
    }),
  );
}

function multiArmedFields(snapshot: Publishable) {
  const { scale, mean, width, tilt, weights, forced, incumbent, alarms, lastAlarm } = snapshot;
  const pulled = (i: number) => width[i] !== Number.POSITIVE_INFINITY;
  return {
    scale,
    mean: Array.from(mean, (value, i) => (pulled(i) ? value : null)),
    width: Array.from(width, (value, i) => (pulled(i) ? value : null)),
    forced: forced < 0 ? null : forced,
    ...listed('tilt', tilt),
    ...listed('weights', weights),
    ...(incumbent >= 0 ? { incumbent } : {}),
    ...(alarms === undefined ? {} : { alarms, lastAlarm }),
  };
}

function bestArmFields(snapshot: BestArmPublishable) {
  const { answer, certified, error, lower, upper, left, stopped, ended, keep } = snapshot;
  const { pulls, evidence, lift, liftLower, liftUpper } = snapshot;
  return {
    ...multiArmedFields(snapshot),
    best: {
      answer: answer < 0 ? null : answer,
      certified,
      error,
      lower: Array.from(lower),
      upper: Array.from(upper),
      left: Array.from(left),
      ...listed('pulls', pulls),
      ...listed('evidence', evidence),
      ...listed('lift', lift),
      ...listed('liftLower', liftLower),
      ...listed('liftUpper', liftUpper),
    },
    ...(stopped && !ended && keep !== undefined ? { keep } : {}),
  };
}

function linearFields(snapshot: LinearPublishable) {
  const { theta, factor, radius, exploration, base, point, residual } = snapshot;
  return {
    theta: Array.from(theta),
    ...listed('factor', factor),
    radius,
    ...(exploration > 0 ? { exploration } : {}),
    ...(base > 0 ? { base } : {}),
    ...listed('point', point),
    ...(residual > 0 ? { residual } : {}),
  };
}

function combinatorialFields(snapshot: CombinatorialPublishable) {
  const { mean, width, ends, arms, reported } = snapshot;
  return {
    mean: Array.from(mean),
    width: Array.from(width, (value) => (value === Number.POSITIVE_INFINITY ? null : value)),
    slates: Array.from(ends, (end, i) => ({
      arms: Array.from(arms.subarray(i === 0 ? 0 : ends[i - 1], end)),
      ...(reported.length > 0 ? { reported: reported[i] } : {}),
    })),
  };
}

/** The inverse of {@link encodeSnapshot}, for multi-armed bytes that it wrote. */
export function decodeSnapshot(bytes: Uint8Array): Publishable {
  const given = JSON.parse(new TextDecoder().decode(bytes));
  const numbers = (values: readonly (number | null)[] | undefined, absent: number) =>
    Float64Array.from(values ?? [], (value) => value ?? absent);
  return {
    id: given.snapshot,
    reports: given.reports,
    scale: given.scale,
    mean: numbers(given.mean, 0),
    width: numbers(given.width, Number.POSITIVE_INFINITY),
    tilt: numbers(given.tilt, 0),
    weights: numbers(given.weights, 0),
    forced: given.forced ?? -1,
    incumbent: given.incumbent ?? -1,
    ...(given.alarms === undefined ? {} : { alarms: given.alarms, lastAlarm: given.lastAlarm }),
  };
}

export interface SnapshotHeader {
  readonly id: number;
  readonly reports: number;
  /** Null: no such number, or a snapshot from before they were counted. */
  readonly forgeries: number | null;
  readonly ended: boolean;
  /** The arm that every device plays, of an experiment that has ended. */
  readonly answer: number | null;
}

/** What every snapshot that this project wrote says, from its bytes. Null if they are not one. */
export function readSnapshot(bytes: Uint8Array): SnapshotHeader | null {
  try {
    const given = JSON.parse(new TextDecoder().decode(bytes));
    const { v, snapshot, reports, forgeries = null, ended = false, best, weights } = given;
    const arm = best?.answer ?? weights?.indexOf(1) ?? -1;
    const answer = ended && arm >= 0 ? arm : null;
    return v === 1 && Number.isSafeInteger(snapshot) && Number.isSafeInteger(reports)
      ? { id: snapshot, reports, forgeries, ended, answer }
      : null;
  } catch {
    return null;
  }
}
