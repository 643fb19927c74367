/** Writes down the error probability of every snapshot that comes by. */
import { effect, untracked } from '@preact/signals';
import { embeddedPasts } from '../../server/past.js';
import { errors, testSnapshot } from './state.js';

/** @param id of the element that holds what the build's crowd left */
export function watchErrors(id: string): void {
  errors.begin(embeddedPasts(id));
  effect(() => {
    const current = testSnapshot.value;
    if (!current?.best) return;
    const { experiment, reports, best } = current;
    untracked(() => errors.record(experiment, [reports, best.error]));
  });
}
