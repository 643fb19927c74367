/**
 * The regret curve of each privacy level: begun by the build's crowd, carried on by this browser's, kept
 * in localStorage so that a reload does not make the past cheaper than it was.
 */
import { type Point, thin } from '../chart/series.js';
import { experimentId, STOPS, type Stop } from '../shared/experiment.js';
import { stop } from '../shared/selection.js';
import { nonPrivate, regret } from './state.js';
import { regretOf } from './truth.js';

const KEY = 'ldp-demo-regret';
const KEPT_POINTS = 160;

type Curves = Partial<Record<string, Point[]>>;
let curves: Curves = {};

/** @param warm the curves of the build's crowd, by experiment, and the comparator that reads every answer */
export function beginHistory(warm: {
  readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly nonPrivate: readonly (readonly number[])[];
}): void {
  const stored = load();
  curves = {};
  for (const at of STOPS) {
    const id = experimentId(at);
    const begun = (warm.regret[id] ?? [[0, 0]]) as readonly Point[];
    curves[id] = [...(stored[id] ?? begun)];
  }
  nonPrivate.value = warm.nonPrivate as readonly Point[];
  showHistory(stop.value);
}

export function showHistory(at: Stop): void {
  regret.value = curves[experimentId(at)] ?? [[0, 0]];
}

/** Adds visitors who were shown these arms, one after the other. */
export function recordVisitors(at: Stop, shown: readonly number[]): void {
  if (shown.length === 0) return;
  const id = experimentId(at);
  const points = curves[id] ?? [[0, 0]];
  const [visitors, lost] = points.at(-1) ?? [0, 0];
  const more = shown.reduce((sum, arm) => sum + regretOf(arm), 0);
  curves[id] = thinned([...points, [visitors + shown.length, lost + more]]);
  if (at === stop.value) showHistory(at);
  save();
}

function thinned(points: readonly Point[]): Point[] {
  return points.length > 2 * KEPT_POINTS ? thin(points, KEPT_POINTS) : [...points];
}

function load(): Curves {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Curves) : {};
  } catch {
    return {};
  }
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(curves));
  } catch {
    // Full or forbidden: the curve then starts from the build's crowd at the next visit.
  }
}
