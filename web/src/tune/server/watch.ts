/** Writes down the point and the answer of every snapshot that comes by. */
import { effect, untracked } from '@preact/signals';
import { embeddedPasts } from '../../server/past.js';
import { paths, tuneSnapshot } from './state.js';

/** @param id of the element that holds what the build's crowd left */
export function watchPaths(id: string): void {
  paths.begin(embeddedPasts(id));
  effect(() => {
    const current = tuneSnapshot.value;
    if (!current?.point) return;
    const { experiment, reports, point, answer } = current;
    untracked(() => paths.record(experiment, [reports, ...point, ...answer]));
  });
}
