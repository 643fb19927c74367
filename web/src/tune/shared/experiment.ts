/** The terms of the tuning experiments: one per privacy level, pinned by the page, published by the collector. */
import { computed } from '@preact/signals';
import type { Stop } from '../../shared/experiment.js';
import { stop } from '../../shared/selection.js';

export const TUNE_STOPS = [0.25, 0.5, 1, 2, 4, 8] as const satisfies readonly Stop[];

/** Each of the two that a visitor compares is so far from the middle of them, on sliders from 0 to 1. */
export const REACH = 0.2;

export const TUNE_ALGORITHM = {
  type: 'ldp-two-point',
  set: { type: 'box', low: [0, 0], high: [1, 1] },
  feedback: 'comparison',
  // In inner radii: that of the box is 1/2.
  distance: 2 * REACH,
  horizon: 10_000,
} as const;

export const tuneId = (at: Stop) => `layout-${at}`;
export const tuneExperiment = computed(() => tuneId(stop.value));

/** The collector's table. */
export function tuneExperiments() {
  return Object.fromEntries(
    TUNE_STOPS.map((at) => [
      tuneId(at),
      { algorithm: TUNE_ALGORITHM, perReport: { epsilon: at, delta: 0 } },
    ]),
  );
}
