/** The terms of the contextual experiments: one per privacy level, pinned by the page, published by the collector. */
import { computed } from '@preact/signals';
import type { Stop } from '../../shared/experiment.js';
import { stop } from '../../shared/selection.js';
import { DIMENSION } from './features.js';

/** Below these a page of this size would learn nothing in a day. Epsilon per report. */
export const PERSONAL_STOPS = [0.5, 1, 2, 4, 8] as const satisfies readonly Stop[];

export const PERSONAL_ALGORITHM = { type: 'ldp-linear-moments', dimension: DIMENSION } as const;

export const personalId = (at: Stop) => `personal-${at}`;
export const personalExperiment = computed(() => personalId(stop.value));

/** The collector's table. */
export function personalExperiments() {
  return Object.fromEntries(
    PERSONAL_STOPS.map((at) => [
      personalId(at),
      { algorithm: PERSONAL_ALGORITHM, perReport: { epsilon: at, delta: 0 } },
    ]),
  );
}
