/**
 * When an epoch closes. An honest report can arrive only so late: a page plays from a snapshot of at most
 * `snapshotAgeMs`, waits `responseWindowMs` for its visitor, a moment for its disk, and at most
 * `maxDelayMs` before it sends. Until the sum of these has passed since the next snapshot, the epoch
 * stays open, whatever arrives meanwhile; a publication that would close it is put off.
 */
import { invalidArgument, requireInteger, requireRecord } from '../internal/validate.js';
import type { Timing, TimingOptions } from './types/index.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 366 * DAY;
/** The request alone makes a snapshot so old: a page that may not use it, nor has the slack for it, withholds every report. */
const REQUEST_MS = SECOND;

/** What a page waits between the end of the response window and sending, so that its disk is done. */
const SETTLE_MS = 2 * SECOND;

/**
 * The times of an experiment, with every default filled in.
 *
 * @param retention How many epochs may be open at once, 1 to 1,024.
 * @throws LdpError `invalid_argument`; where times and retention contradict each other, it names the number
 *   that is needed.
 */
export function requireTiming(path: string, value: unknown, retention: number): Timing {
  const given = requireRecord(path, value === undefined ? {} : value, [
    ...['responseWindowMs', 'maxDelayMs', 'snapshotAgeMs', 'slackMs', 'publishAtMostEveryMs'],
  ]) as TimingOptions;
  const time = (name: keyof TimingOptions, standard: number, longest: number) =>
    requireInteger(
      `${path}.${name}`,
      given[name] === undefined ? standard : given[name],
      0,
      longest,
    );
  const responseWindowMs = time('responseWindowMs', 10 * SECOND, 30 * DAY);
  const maxDelayMs = time('maxDelayMs', 30 * SECOND, DAY);
  const snapshotAgeMs = time('snapshotAgeMs', 60 * SECOND, DAY);
  const slackMs = time('slackMs', 10 * MINUTE, DAY);
  const parts = snapshotAgeMs + responseWindowMs + maxDelayMs + slackMs;
  const closesAfterMs = parts === 0 ? 0 : parts + SETTLE_MS;
  if (parts > 0 && snapshotAgeMs < REQUEST_MS && slackMs < SETTLE_MS + REQUEST_MS) {
    const reason = `must be at least ${REQUEST_MS}, or slackMs at least ${SETTLE_MS + REQUEST_MS}`;
    throw invalidArgument(`${path}.snapshotAgeMs`, snapshotAgeMs, reason);
  }

  const needed = shortestPause(closesAfterMs, responseWindowMs, retention);
  const publishAtMostEveryMs = time('publishAtMostEveryMs', needed.ms, YEAR);
  if (publishAtMostEveryMs < needed.ms) {
    const reason = `must be at least ${needed.ms}: ${needed.reason}`;
    throw invalidArgument(`${path}.publishAtMostEveryMs`, publishAtMostEveryMs, reason);
  }
  return { responseWindowMs, maxDelayMs, snapshotAgeMs, closesAfterMs, publishAtMostEveryMs };
}

/** The shortest time between two snapshots with which no more than `retention` epochs are open at once. */
function shortestPause(
  closesAfterMs: number,
  responseWindowMs: number,
  retention: number,
): { readonly ms: number; readonly reason: string } {
  if (closesAfterMs === 0) return { ms: 0, reason: '' };
  const closes = `an epoch closes ${closesAfterMs} ms after the next snapshot`;
  if (retention < 3) throw invalidArgument('retention', retention, `must be at least 3: ${closes}`);
  const byRetention = Math.ceil(closesAfterMs / (retention - 2));
  if (responseWindowMs > HOUR && byRetention < DAY) {
    const reason = `with a responseWindowMs over ${HOUR}, a snapshot may tell the day alone`;
    return { ms: DAY, reason };
  }
  return { ms: byRetention, reason: `${closes}, and at most ${retention} may be open` };
}
