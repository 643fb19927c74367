/** The terms of the experiments with slates: one per privacy level, pinned by the page, published by the collector. */
import { computed } from '@preact/signals';
import type { Stop } from '../../shared/experiment.js';
import { stop } from '../../shared/selection.js';
import { CARDS, SLATES } from './cards.js';

export const SLATE_STOPS = [0.25, 0.5, 1, 2, 4, 8] as const satisfies readonly Stop[];

export const SLATE_ALGORITHM = { type: 'combinatorial-thompson', set: SLATES } as const;

export const slateId = (at: Stop) => `slates-${at}`;
export const slateExperiment = computed(() => slateId(stop.value));

/** The collector's table. */
export function slateExperiments() {
  return Object.fromEntries(
    SLATE_STOPS.map((at) => [
      slateId(at),
      {
        algorithm: SLATE_ALGORITHM,
        perReport: { epsilon: at, delta: 0 },
        labels: CARDS.map(({ name }) => name),
      },
    ]),
  );
}
