/**
 * What a collector needs from a database: additive sums inside one snapshot epoch, and one
 * compare-and-swap per epoch. Collectors keep nothing else, so any number of them may share a store,
 * and any of them may be killed at any moment.
 *
 * An epoch is the set of reports whose decisions were made from one snapshot. Its life:
 *
 *     open    reports are added; their ids are remembered, so that a retry counts once
 *     closed  nothing is added any more, so its sums are final; its ids are forgotten
 *     folded  its sums are part of the published state; they are forgotten too
 *
 * Folding only what was closed *before* is what makes the race between a late report and a publisher
 * harmless: a report is refused, or it is in the sums that the publisher reads.
 */
import { LdpError } from '../internal/errors.js';
import type { Statistics, StatisticsDelta } from './statistics.js';

/** Names an epoch by the snapshot that its decisions were made from. */
export interface Epoch {
  readonly experiment: string;
  readonly snapshot: number;
}

/** One report as the store sees it: an id to count it once, and what it adds. */
export interface BatchItem {
  /** 16 bytes in base64url, 22 characters, as the collector reads it. A store may keep the bytes. */
  readonly id: string;
  readonly delta: StatisticsDelta;
}

export interface CommitResult {
  /** Reports that were added. */
  readonly accepted: number;
  /** Reports whose id was known in this epoch, or came twice in the batch; not added again. */
  readonly duplicate: number;
  /** Positions in the batch of the duplicates, increasing. */
  readonly duplicates: readonly number[];
}

/** The newest snapshot, without the state: what a store can answer without reading much. */
export interface Head {
  readonly snapshot: number;
  /** Epochs `open..snapshot` take reports; older ones are closed. */
  readonly open: number;
  /** Epochs below `folded` are inside the state. Never above `open` of the publication before. */
  readonly folded: number;
  /**
   * Text of the publisher's, at most 64 characters, that another state has not, also where a store was
   * emptied and its snapshots are numbered anew. A store keeps it and hands it out again.
   */
  readonly revision: string;
}

/** The newest snapshot, and the learner's state that it was computed from. */
export interface Publication extends Head {
  readonly state: Uint8Array;
}

export interface CommitOptions {
  /** Aborted: the caller waits no more. A store that can still stop adds nothing then. */
  readonly signal?: AbortSignal;
  /** How many ids an epoch may have; a batch that would exceed it is refused. Default: no limit. */
  readonly maxIds?: number;
}

/**
 * Durable means durable: a resolved promise survives the death of the process or worker.
 * Every method may be called concurrently, from any number of processes.
 */
export interface AggregateStore extends AsyncDisposable {
  /**
   * Adds the reports of `batch` that this epoch does not know yet: durable, idempotent by report id. A batch that
   * is refused adds nothing. Where the store itself fails, with any other error, the caller does not know what is
   * in: each report is, or is not, never half of one, and the same batch again completes it. A store of several
   * databases need not commit to all of them at once.
   *
   * @throws LdpError `store_conflict` if the epoch does not take reports (closed, or not published
   *   yet), or has no room for their ids ({@link requireRoom}); `invalid_argument` if a delta does not
   *   fit the epoch; `signal.reason` on abort, after which nothing was added.
   */
  commit(epoch: Epoch, batch: readonly BatchItem[], options?: CommitOptions): Promise<CommitResult>;
  /** The sums of an epoch; null if it has no report or has been folded. */
  read(epoch: Epoch): Promise<Statistics | null>;
  /**
   * What {@link latest} says, without the state, which may be megabytes: every request for a snapshot asks
   * this. Null before the first publication.
   */
  head(experiment: string): Promise<Head | null>;
  /** The newest publication; null before the first. */
  latest(experiment: string): Promise<Publication | null>;
  /**
   * Compare-and-swap: publishes `next` if the newest snapshot still is `expected` (null: none yet).
   * Forgets the ids of epochs that close and the sums of epochs that are folded.
   *
   * @returns false if another process published first; nothing has changed then.
   * @throws LdpError `invalid_argument` if `next` would lose reports ({@link requireSuccessor}).
   */
  publish(experiment: string, expected: number | null, next: Publication): Promise<boolean>;
}

/** A store that keeps also which experiments there are: operators change them while collectors run. */
export interface DefinitionStore extends AggregateStore {
  /** What was defined, as text of the caller's, by experiment. */
  definitions(): Promise<ReadonlyMap<string, string>>;
  /**
   * Compare-and-swap of one definition: `next` takes the place of `expected`. Null: there is none.
   *
   * @returns false if the definition is not `expected`; nothing has changed then.
   */
  define(experiment: string, expected: string | null, next: string | null): Promise<boolean>;
}

/** What of a publication decides whether it may follow another. */
type Successor = Pick<Head, 'snapshot' | 'open' | 'folded'>;

/**
 * The rule that no publication loses a report: windows move forward only, and only epochs that no
 * report could reach any more are folded. Except where a publication leaves nothing but its own epoch
 * (`folded` is `snapshot`): an experiment that begins anew drops what was open.
 *
 * @throws LdpError `invalid_argument`.
 */
export function requireSuccessor(current: Successor | null, next: Successor): void {
  for (const [name, value] of [
    ['snapshot', next.snapshot],
    ['open', next.open],
    ['folded', next.folded],
  ] as const) {
    if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
      throw refused(name, value, 'must be an integer from 0 to 4294967295');
    }
  }
  if (next.folded > next.open || next.open > next.snapshot) {
    throw refused('open', next.open, 'must lie between folded and snapshot');
  }
  if (current === null) return;
  if (next.snapshot <= current.snapshot) throw refused('snapshot', next.snapshot, 'must grow');
  if (next.open < current.open) throw refused('open', next.open, 'must not reopen an epoch');
  if (next.folded < current.folded) throw refused('folded', next.folded, 'must not unfold');
  if (next.folded > current.open && next.folded < next.snapshot) {
    throw refused('folded', next.folded, 'must not fold an epoch that is open');
  }
}

/** @throws LdpError `store_conflict` unless `snapshot` is an epoch that takes reports. */
export function requireOpen(
  current: Pick<Head, 'snapshot' | 'open'> | null,
  snapshot: number,
): void {
  const isOpen =
    current !== null &&
    Number.isInteger(snapshot) &&
    snapshot >= current.open &&
    snapshot <= current.snapshot;
  if (isOpen) return;
  throw new LdpError('store_conflict', 'The epoch of this snapshot does not take reports.', {
    details: {
      parameter: 'snapshot',
      accepts: current === null ? null : [current.open, current.snapshot],
    },
  });
}

/**
 * The rule that bounds an epoch's memory: its ids are what a store keeps for every report.
 *
 * @param known How many ids the epoch has, which is the number of its reports.
 * @param fresh How many the batch would add.
 * @throws LdpError `store_conflict` with `details.problem` `epoch_full`; retryable, for the next epoch
 *   has room.
 */
export function requireRoom(
  known: number | bigint,
  fresh: number,
  maxIds = Number.POSITIVE_INFINITY,
): void {
  if (Number(known) + fresh <= maxIds) return;
  throw new LdpError('store_conflict', 'The epoch has no room for more reports.', {
    details: { parameter: 'snapshot', problem: 'epoch_full', maxIds },
    retryable: true,
  });
}

function refused(parameter: string, value: number, reason: string): LdpError {
  return new LdpError('invalid_argument', `${parameter}: ${reason}`, {
    details: { parameter, value, reason },
  });
}
