/** The numbers of snapshots after a restore or import: past all that collectors may have published since the copy. */
import { Problem } from '../command/problem.js';
import { Learner } from '../server/learner.js';
import { loadLearnerModule } from '../server/load-learner.js';
import { movedAhead, numberOf } from '../server/move-ahead.js';
import { describeChecked } from '../server/options.js';
import { manyPublishers } from '../server/publisher.js';
import { decodeState } from '../server/state.js';
import type { Publication } from '../server/store.js';
import { archivedPublication, isArchived } from '../server/view.js';
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
 * @throws {Problem} naming those that are not moved, where one fails.
 */
export async function skipAhead(offline: Offline, now = Date.now()): Promise<readonly string[]> {
  const { store } = offline.opened;
  const { entries, gone } = await describedEntries(offline);
  const lines: string[] = [];
  for (const name of entries.keys()) if ((await store.head(name)) === null) entries.delete(name);
  const left = new Set(entries.keys());
  for (const [name, entry] of entries) {
    try {
      lines.push(`${name}: goes on with snapshot ${await moveOne(offline, name, entry, now)}`);
      left.delete(name);
    } catch (error) {
      const { message } = error as Error;
      if (!gone.has(name))
        throw new Problem(`${name}: ${message} Not moved: ${[...left].join(', ')}.`);
      // The config may describe another experiment of this name than the one that was removed.
      lines.push(`${name}: was removed, and stays as it is. ${message}`);
    }
  }
  for (const name of gone) {
    const latest = entries.has(name) ? null : await store.latest(name);
    if (latest === null) continue;
    if (isArchived(latest)) {
      const next = await moveArchive(offline, name, latest, now);
      lines.push(`${name}: archived; defined again, it goes on with snapshot ${next}`);
      continue;
    }
    lines.push(`${name}: was removed, and stays as it is: the config does not describe it`);
  }
  return lines;
}

async function moveOne(offline: Offline, name: string, entry: ExperimentEntry, now: number) {
  const { store } = offline.opened;
  // First: a collector over the store may publish.
  const latest = await store.latest(name);
  const then = (latest && publishedAt(latest.state)) ?? now;
  if (latest !== null && isArchived(latest)) return moveArchive(offline, name, latest, now);
  const only = new Map([[name, entry]]);
  const state = await withCollector(offline, only, (collector) => collector.export(name));
  const next = await copyAhead(offline, name, entry, state, then, now);
  if (!(await store.publish(name, numberOf(state), next))) throw manyPublishers();
  return next.snapshot;
}

/** @returns The number with which it would go on. */
async function moveArchive(
  { opened, config }: Offline,
  name: string,
  { snapshot, state }: Publication,
  now: number,
) {
  const numbers = skipped(now - (publishedAt(state) ?? now), 0, config.shared.retention ?? 64);
  const moved = archivedPublication(state, snapshot + numbers);
  if (!(await opened.store.publish(name, snapshot, moved))) throw manyPublishers();
  return moved.snapshot + 1;
}

/**
 * What an experiment goes on with from a copy of its state.
 *
 * @param then When its source published last, as far as the copy knows. Ms since 1970, as `now`.
 * @param least Its numbers are larger.
 * @throws LdpError `store_conflict` for a damaged state, or one of another experiment.
 */
export async function copyAhead(
  { config }: Offline,
  name: string,
  entry: ExperimentEntry,
  state: Uint8Array,
  then: number,
  now: number,
  least = 0,
): Promise<Publication> {
  const retention = config.shared.retention ?? 64;
  const described = describeChecked(name, optionsOf(entry), retention);
  const { experiment, manifest, serve } = described;
  const numbers = skipped(now - then, manifest.timing.publishAtMostEveryMs, retention);
  // The next snapshot is for as many decisions as there were reports.
  const decisions = serve === 'distribution' || experiment.family === 'combinatorial' ? 1 : 0;
  const module = await loadLearnerModule(undefined);
  const learner = new Learner(module, experiment, described.oracle, described.learner);
  try {
    const after = Math.max(numberOf(state) + numbers, least);
    return movedAhead({ ...described, name }, learner, state, after, decisions, now);
  } finally {
    learner.delete();
  }
}

/** When the newest snapshot of a state was published, ms since 1970. Null: the state does not say. */
export function publishedAt(state: Uint8Array): number | null {
  return decodeState(state).epochs?.at(-1)?.publishedAt ?? null;
}

/**
 * How many numbers are left out.
 *
 * @param ageMs Of the newest snapshot in the copy.
 * @param pauseMs The shortest time from one snapshot to the next.
 */
export function skipped(ageMs: number, pauseMs: number, retention: number): number {
  const published = Math.ceil((ageMs + CLOCKS_MS) / Math.max(pauseMs, SHORTEST_PAUSE_MS));
  return Math.max(FEWEST_SKIPPED, published + retention);
}
