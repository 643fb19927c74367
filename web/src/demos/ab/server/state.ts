/** What the server panel of the A/B test knows: the public snapshots and what arrived, nothing else. */
import { computed, signal } from '@preact/signals';
import { keepPast } from '../../../server/past.js';
import { snapshot } from '../../../server/state.js';
import { stop } from '../../../shared/selection.js';
import { AB } from '../shared/experiment.js';
import type { TestSnapshot } from '../shared/snapshot.js';

/** Snapshots of this page's experiments have this form. */
export const testSnapshot = computed(() => snapshot.value as unknown as TestSnapshot | null);

/** Of each snapshot: reports, and the error probability of stopping there. */
export const errors = keepPast('ldp-ab-errors');
export const errorsOnShow = computed(() => errors.items.value[AB.id(stop.value)] ?? []);
export const watchErrors = () =>
  errors.watch('ab-errors', () => {
    const now = testSnapshot.value;
    return now?.best ? [now.experiment, [now.reports, now.best.error]] : null;
  });

/** What the site's owner stopped at, by hand. */
export interface Verdict {
  readonly experiment: string;
  readonly reports: number;
  readonly answer: number;
  readonly error: number;
}

const stopped = signal<Verdict | null>(null);
/** That of the experiment on show. */
export const verdict = computed(() =>
  stopped.value?.experiment === AB.id(stop.value) ? stopped.value : null,
);

export function stopNow(): void {
  const current = testSnapshot.value;
  if (!current || current.best.answer === null) return;
  const { answer, error } = current.best;
  stopped.value = { experiment: current.experiment, reports: current.reports, answer, error };
}

export function goOn(): void {
  stopped.value = null;
}
