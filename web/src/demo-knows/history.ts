/**
 * The regret curve of each privacy level: begun by the build's crowd, carried on by this browser's, kept in
 * localStorage so that a reload keeps past regret.
 */
import { effect } from '@preact/signals';
import { type Point, thin } from '../chart/series.js';
import type { Stop } from '../shared/experiment.js';
import { stop } from '../shared/selection.js';
import { nonPrivate, regret } from './state.js';

const KEPT_POINTS = 160;

type Curves = Partial<Record<string, Point[]>>;
let curves: Curves = {};
/** Where the page's curves are kept, and what its experiments are called. */
let key = '';
let levels: { id(at: Stop): string };

/**
 * @param page its experiments
 * @param keptAs where the curves are kept
 * @param warm the curves of the build's crowd, by experiment, and the comparator that reads every answer
 */
export function beginHistory(
  page: typeof levels,
  keptAs: string,
  warm: {
    readonly regret?: Readonly<Record<string, readonly (readonly number[])[]>>;
    readonly nonPrivate?: readonly (readonly number[])[];
  } = {},
): void {
  [levels, key] = [page, keptAs];
  const stored = load();
  curves = {};
  for (const [id, begun] of Object.entries(warm.regret ?? {})) {
    curves[id] = [...(stored[id] ?? (begun as readonly Point[]))];
  }
  nonPrivate.value = (warm.nonPrivate ?? []) as readonly Point[];
  stopShowing();
  stopShowing = effect(() => show(stop.value));
}

let stopShowing = () => {};

function show(at: Stop): void {
  regret.value = curves[levels.id(at)] ?? [[0, 0]];
}

/** Adds visitors in sequence; `lostByEach` has the loss of each. */
export function recordVisitors(at: Stop, lostByEach: readonly number[]): void {
  if (lostByEach.length === 0) return;
  const id = levels.id(at);
  const points = curves[id] ?? [[0, 0]];
  const [visitors, lost] = points.at(-1) ?? [0, 0];
  const more = lostByEach.reduce((sum, one) => sum + one, 0);
  curves[id] = thinned([...points, [visitors + lostByEach.length, lost + more]]);
  if (at === stop.value) show(at);
  save();
}

function thinned(points: readonly Point[]): Point[] {
  return points.length > 2 * KEPT_POINTS ? thin(points, KEPT_POINTS) : [...points];
}

function load(): Curves {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Curves) : {};
  } catch {
    return {};
  }
}

function save(): void {
  try {
    localStorage.setItem(key, JSON.stringify(curves));
  } catch {
    // Full or forbidden: the curve then starts from the build's crowd at the next visit.
  }
}
