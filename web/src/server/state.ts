/** Everything that the server panel knows: the public snapshot, and what the collector's tap delivered. */
import { signal } from '@preact/signals';
import type { PublicSnapshot } from '../shared/snapshot.js';

export const snapshot = signal<PublicSnapshot | null>(null);
/** When this snapshot was first seen here. */
export const snapshotSeenAt = signal<number | null>(null);
/** Reports accepted since the snapshot was first seen; a lower bound of what the collector holds. */
export const sinceSnapshot = signal(0);
/** Reports that arrived one by one, and in the crowd's batches, since this page was opened. */
export const arrivedSingly = signal(0);
export const arrivedInBatches = signal(0);
export const via = signal<'service-worker' | 'in-page' | null>(null);
/** Why there is no Service Worker, in the library's words. */
export const why = signal('');
/** Ticks once a second, for ages. */
export const now = signal(0);
