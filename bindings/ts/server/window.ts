/** Which epochs take reports, and when the next snapshot may be published. Pure arithmetic. */
import type { EpochRecord } from './state.js';
import type { Timing } from './types/index.js';

/** What stands in the store about the open epochs. */
export interface OpenEpochs {
  /** The newest snapshot. */
  readonly snapshot: number;
  /** The oldest epoch that takes reports. */
  readonly open: number;
  /** One for each epoch from `open` to `snapshot`. */
  readonly epochs: readonly EpochRecord[];
}

export interface Rules {
  readonly timing: Timing;
  /** How many epochs may be open at once. */
  readonly retention: number;
}

/** When the newest snapshot was published, ms since 1970. */
export function lastPublishedAt({ epochs }: OpenEpochs): number {
  return epochs.at(-1)?.publishedAt ?? Number.NEGATIVE_INFINITY;
}

/** The earliest time at which a next snapshot closes no epoch too early, ms since 1970. */
export function nextPublicationAt(window: OpenEpochs, { timing, retention }: Rules): number {
  const { closesAfterMs, publishAtMostEveryMs } = timing;
  const paused = lastPublishedAt(window) + publishAtMostEveryMs;
  if (closesAfterMs === 0) return paused;
  // The one that has to be closed to make room.
  const oldest = window.snapshot + 1 - retention;
  if (oldest < window.open) return paused;
  return Math.max(paused, supersededAt(window, oldest) + closesAfterMs);
}

/**
 * The oldest epoch that takes reports once the next snapshot is published at `at`. Without any times
 * (`closesAfterMs` 0) the newest `retention` epochs stay open.
 */
export function nextOpen(window: OpenEpochs, at: number, { timing, retention }: Rules): number {
  const next = window.snapshot + 1;
  const { closesAfterMs } = timing;
  if (closesAfterMs === 0) return Math.max(window.open, next - retention + 1);
  let open = window.open;
  while (open < window.snapshot && at >= supersededAt(window, open) + closesAfterMs) open++;
  return open;
}

/** When the snapshot after `epoch` was published. */
function supersededAt({ open, epochs }: OpenEpochs, epoch: number): number {
  return epochs[epoch + 1 - open]?.publishedAt ?? Number.POSITIVE_INFINITY;
}
