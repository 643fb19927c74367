/** Everything that the server panel knows: the public snapshot, and what the collector's tap delivered. */
import { computed, signal } from '@preact/signals';
import type { PublicSnapshot } from '../shared/snapshot.js';

export const snapshot = signal<PublicSnapshot | null>(null);
/** When this snapshot was first seen here. */
export const snapshotSeenAt = signal<number | null>(null);
/** Reports of the experiment that are known to have been counted: by a snapshot, or since by the tap. */
export const counted = signal(0);
/** Reports that arrived one by one, and in the crowd's batches, since this experiment is on show. */
export const arrivedSingly = signal(0);
export const arrivedInBatches = signal(0);
/** The body that arrived last, as text; of a batch, its first report. */
export const lastArrival = signal('');
/** The last report that came by itself; `arm` is null where it is about no single one. */
export const marked = signal<{
  readonly arm: number | null;
  /** Of reports that came by themselves: another one is another mark. */
  readonly count: number;
  /** No other report has come since. */
  readonly isLast: boolean;
} | null>(null);
export const via = signal<'service-worker' | 'in-page' | null>(null);
/** Why there is no Service Worker, in the library's words. */
export const why = signal('');
/** Reports that the next snapshot will be the first to contain. */
export const sinceSnapshot = computed(() =>
  Math.max(0, counted.value - (snapshot.value?.reports ?? 0)),
);
/** Ticks once a second, for ages. */
export const now = signal(0);

/** Another experiment: what arrived so far was for another learner. */
export function resetArrivals(): void {
  arrivedSingly.value = 0;
  arrivedInBatches.value = 0;
  lastArrival.value = '';
  marked.value = null;
}
