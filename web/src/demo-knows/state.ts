/** What neither side could draw in real life: the crowd's true taste and what learning has cost it. */
import { signal } from '@preact/signals';
import type { Point } from '../chart/series.js';

export type CrowdState = 'starting' | 'running' | 'paused' | 'elsewhere' | 'resting';

export const crowd = signal<CrowdState>('starting');
/** The visitor's switch. */
export const wanted = signal(true);
export const perSecond = signal(5);
/** Simulated visitors in the experiment on show, and what they lost so far: (visitors, lost). */
export const regret = signal<readonly Point[]>([[0, 0]]);
/** The same for a learner that reads every answer, from the library's own simulator. */
export const nonPrivate = signal<readonly Point[]>([]);
/** Reports of this browser in the experiment on show, that left: from the device's ledger. */
export const yours = signal(0);
