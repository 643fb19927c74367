/** The terms of the A/B tests: one per privacy level, pinned by the page, published by the collector. */
import { computed } from '@preact/signals';
import type { Stop } from '../../shared/experiment.js';
import { stop } from '../../shared/selection.js';
import { VARIANTS } from './variants.js';

export const AB_STOPS = [0.25, 0.5, 1, 2, 4, 8] as const satisfies readonly Stop[];

/** The answer may be wrong with this probability, however often the operator looks. */
export const ERROR_PROBABILITY = 0.05;

export const AB_ALGORITHM = {
  type: 'ldp-kl-lucb',
  arms: VARIANTS.length,
  errorProbability: ERROR_PROBABILITY,
} as const;

export const abId = (at: Stop) => `headlines-${at}`;
export const abExperiment = computed(() => abId(stop.value));

/** The collector's table. */
export function abExperiments() {
  return Object.fromEntries(
    AB_STOPS.map((at) => [
      abId(at),
      {
        algorithm: AB_ALGORITHM,
        perReport: { epsilon: at, delta: 0 },
        labels: VARIANTS.map(({ letter, headline }) => `${letter}: ${headline}`),
      },
    ]),
  );
}
