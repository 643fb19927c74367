/** Which privacy level the visitor asks for. Public: it decides the experiment. */
import { computed, signal } from '@preact/signals';
import { DEFAULT_STOP, stopAtMost } from './experiment.js';

/** As typed or dragged; the read-outs use this. */
export const wishedEpsilon = signal<number>(DEFAULT_STOP);
/** What reports are sent with: the wish, rounded down to a stop. */
export const stop = computed(() => stopAtMost(wishedEpsilon.value));
