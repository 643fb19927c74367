/** The numbers of snapshots after a restore: past all that collectors may have published since the backup. */

import { movedAhead } from '../server/move-ahead.js';
import { describeChecked } from '../server/options.js';
import { manyPublishers } from '../server/publisher.js';
import { decodeState } from '../server/state.js';
import { adoptedPublication, archivedPublication, isArchived } from '../server/view.js';
import { type ExperimentEntry, optionsOf } from './config.js';
import { describedEntries, type Offline, withCollector } from './offline.js';

const FEWEST_SKIPPED = 1000;
/** The clocks of collectors may differ by ten minutes. */
const CLOCKS_MS = 600_000;
/** Where an experiment may publish without a pause: no collector publishes more often for long. */
const SHORTEST_PAUSE_MS = 100;

/**
 * Moves every experiment of the store ahead that the store or the config describes, also those that were removed:
 * they may be served again.
 *
 * @returns A line an experiment, for the operator.
 */
export async function skipAhead(offline: Offline, now = Date.now()): Promise<readonly string[]> {
  const { store } = offline.opened;
  const { entries, gone } = await describedEntries(offline);
  const lines: string[] = [];
  for (const [name, entry] of entries) {
    if ((await store.head(name)) === null) continue;
    try {
      lines.push(`${name}: goes on with snapshot ${await moveOne(offline, name, entry, now)}`);
    } catch (error) {
      // The config may describe another experiment of this name than the one that was removed.
      if (!gone.has(name)) throw error;
      lines.push(`${name}: was removed, and stays as it is. ${(error as Error).message}`);
    }
  }
  for (const name of gone) {
    if (entries.has(name) || (await store.head(name)) === null) continue;
    lines.push(`${name}: was removed, and stays as it is: the config does not describe it`);
  }
  return lines;
}

async function moveOne(offline: Offline, name: string, entry: ExperimentEntry, now: number) {
  const { store } = offline.opened;
  const retention = offline.config.shared.retention ?? 64;
  // First: a collector over the store may publish.
  const publishedAt = (await publicationTime(offline, name)) ?? now;
  const latest = await store.latest(name);
  if (latest !== null && isArchived(latest)) {
    const number = latest.snapshot + skipped(now - publishedAt, 0, retention);
    await store.publish(name, latest.snapshot, archivedPublication(latest.state, number));
    return number + 1;
  }
  const only = new Map([[name, entry]]);
  const state = await withCollector(offline, only, {}, (collector) => collector.export(name));
  const options = optionsOf(entry);
  const { publishAtMostEveryMs } = describeChecked(name, options, retention).manifest.timing;
  const numbers = skipped(now - publishedAt, publishAtMostEveryMs, retention);
  const next = await movedAhead(name, options, retention, state, numbers, now);
  if (!(await store.publish(name, adoptedPublication(state).snapshot, next)))
    throw manyPublishers();
  return next.snapshot;
}

/** When the newest snapshot of the backup was published, ms since 1970. Null: it does not say. */
async function publicationTime({ opened }: Offline, name: string): Promise<number | null> {
  const latest = await opened.store.latest(name);
  return latest && (decodeState(latest.state).epochs?.at(-1)?.publishedAt ?? null);
}

/**
 * How many numbers are left out.
 *
 * @param ageMs Of the newest snapshot in the backup.
 * @param pauseMs The shortest time from one snapshot to the next.
 */
export function skipped(ageMs: number, pauseMs: number, retention: number): number {
  const published = Math.ceil((ageMs + CLOCKS_MS) / Math.max(pauseMs, SHORTEST_PAUSE_MS));
  return Math.max(FEWEST_SKIPPED, published + retention);
}
