/** What the server panel of the contextual page knows: the public snapshot and what arrived, nothing else. */
import { computed } from '@preact/signals';
import { lastArrival, snapshot } from '../../../server/state.js';
import { stop } from '../../../shared/selection.js';
import { readAs } from '../shared/ball.js';
import type { LinearSnapshot } from '../shared/snapshot.js';
import { numbersOf } from './read-report.js';

/** Snapshots of this page's experiments have this form. */
export const linearSnapshot = computed(() => snapshot.value as LinearSnapshot | null);

/** The report that arrived last, its numbers scaled to what they are estimates of. */
export const lastRead = computed(() => {
  const report = numbersOf(lastArrival.value);
  if (!report) return null;
  const { part, numbers } = report;
  return { part, values: readAs(part, numbers, stop.value) };
});
