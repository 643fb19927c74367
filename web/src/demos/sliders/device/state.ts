/** What the device knows of the two layouts on the table. What every game has is in ../../device/state.ts. */
import { signal } from '@preact/signals';
import { MIDDLE, type Point } from '../shared/settings.js';

/** 1: the left one is better, -1: the right one, 0: no difference. */
export type Preference = 1 | 0 | -1;

/** What is compared: public, since the coin that it comes from is in the report. Left, right. */
export const pair = signal<readonly [Point, Point] | null>(null);

/** The private side of a report, beside what leaves. */
export interface TuneTrace {
  /** Null: silence, which counts as no difference. */
  readonly preference: Preference | null;
  /** The bit that the report carries, 1: for the right one; null: there is no report. */
  readonly bit: 0 | 1 | null;
}

export const tuneTrace = signal<TuneTrace | null>(null);

/** Where the visitor has put the two sliders. Private: no packet is ever made of it. */
export const ownSetting = signal<Point>(MIDDLE);
