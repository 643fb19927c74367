/** What the device knows of the card on the table. What every game has is in ../../device/state.ts. */
import { signal } from '@preact/signals';
import type { Part } from '../shared/ball.js';

/** Index of the card that was dealt; null: none yet. Never sent. */
export const chosen = signal<number | null>(null);
/** The feature vectors of all cards as they were when this one was dealt. */
export const dealtFeatures = signal<readonly (readonly number[])[] | null>(null);

/** The private side of a report, beside what leaves. */
export interface LinearTrace {
  /** 1: would go, 0: would not, null: no answer (counts as 0). */
  readonly answer: 1 | 0 | null;
  /** Null: there is no report. */
  readonly report: {
    /** Which of the two kinds of report it is. */
    readonly part: Part;
    /** What the report stands for: stays here. Null: silence, of which the device keeps nothing. */
    readonly truth: readonly number[] | null;
    /** The same numbers as they leave, in the same units. */
    readonly sent: readonly number[];
  } | null;
}

export const linearTrace = signal<LinearTrace | null>(null);
