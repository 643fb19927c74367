/** The newest publication, taken apart and checked. */
import { LdpError } from '../internal/errors.js';
import { type Digest, digest } from './digest.js';
import type { Learner } from './learner.js';
import type { AnyPublishable } from './learner-module.js';
import { encodeSnapshot, readSnapshot, type SnapshotHeader } from './snapshot-json.js';
import { corrupt, decodeState, type EpochRecord, encodeState, revisionOf } from './state.js';
import type { Head, Publication } from './store.js';

export interface View extends Head {
  /** The snapshot, in the bytes that every device gets. */
  readonly body: Uint8Array;
  /** Of the body. */
  readonly digest: Digest;
  /** How many reports the snapshot was computed from. */
  readonly reports: number;
  readonly header: SnapshotHeader;
  /** The learner over all folded epochs, saved. */
  readonly base: Uint8Array;
  /** Of the epochs from `open` to `snapshot`. */
  readonly epochs: readonly EpochRecord[];
  /** What reports to each of them may be about, for `Learner.answers`: so no report loads a state. */
  readonly answers: readonly Uint8Array[];
}

/**
 * @param learner Its state is overwritten.
 * @param now When the state has no times (version 1), its snapshots count as published at this moment:
 *   their epochs close late rather than early. Ms since 1970.
 * @throws LdpError `store_conflict` if the state cannot be used by this learner.
 */
export function viewOf(publication: Publication, learner: Learner, now: number): View {
  const { state, ...head } = publication;
  const { base, snapshot: body, epochs } = decodeState(state);
  const header = readSnapshot(body);
  if (header?.id !== head.snapshot) throw corrupt('its snapshot has another number');
  const open = head.snapshot - head.open + 1;
  if (epochs !== null && epochs.length !== open) throw corrupt('its epochs are others');
  loadBase(learner, base);
  if (learner.snapshotId !== header.id) throw corrupt('its learner has another number');
  const known = epochs ?? Array.from({ length: open }, () => unknownEpoch(now));
  return {
    ...head,
    body,
    digest: digest(body),
    reports: header.reports,
    header,
    base,
    epochs: known,
    answers: known.map(({ check }, i) =>
      check.length ? check : learner.shownSlates(head.open + i),
    ),
  };
}

/** The same, with its snapshot published at `now` as far as the closing of older epochs goes. Ms since 1970. */
export function publishedNow(view: View, now: number): View {
  const newest = view.epochs.at(-1) ?? unknownEpoch(now);
  return { ...view, epochs: [...view.epochs.slice(0, -1), { ...newest, publishedAt: now }] };
}

const NOTHING = new Uint8Array(0);

function unknownEpoch(now: number): EpochRecord {
  return { publishedAt: now, check: NOTHING };
}

/**
 * Nothing learnt yet. Snapshot 1 takes over from epoch 0, that of devices which decided without any snapshot; a
 * later number leaves every epoch before it closed.
 *
 * @param decisions As for `Learner.publish`.
 * @param now Ms since 1970.
 * @param after The snapshot has the next number.
 */
export function firstPublication(
  experiment: string,
  learner: Learner,
  decisions: number,
  now: number,
  after: number,
): Publication {
  learner.reset();
  if (after > 0) learner.beginAfter(after, decisions);
  const snapshot = learner.publish(decisions);
  learner.fold(after > 0 ? snapshot.id : 0);
  const epoch = { publishedAt: now, check: learner.publishedCheck };
  const epochs = after > 0 ? [epoch] : [unknownEpoch(now), epoch];
  return publication(experiment, learner, snapshot, epochs, after > 0 ? snapshot.id : 0);
}

/** No revision of another publication begins so: they are in base64. */
const ARCHIVED = 'archived ';

/** The last publication of an experiment: it holds an exported state, which nothing serves. */
export function archivedPublication(state: Uint8Array, snapshot: number): Publication {
  const revision = ARCHIVED + revisionOf(state);
  return { snapshot, state, open: snapshot, folded: snapshot, revision };
}

export function isArchived({ revision }: Head): boolean {
  return revision.startsWith(ARCHIVED);
}

/**
 * @param learner Holds what is folded, and the number of the snapshot.
 * @param epochs Of those that take reports, that of the snapshot last.
 */
export function publication(
  experiment: string,
  learner: Learner,
  snapshot: AnyPublishable,
  epochs: readonly EpochRecord[],
  folded: number,
): Publication {
  const state = encodeState({
    base: learner.save(),
    snapshot: encodeSnapshot(experiment, snapshot),
    epochs,
  });
  const open = snapshot.id - epochs.length + 1;
  return { snapshot: snapshot.id, state, open, folded, revision: revisionOf(state) };
}

/** What a state of an older default asks its experiment to name. */
const OLD_DEFAULTS: readonly unknown[] = ['mechanism', 'parts'];

export function loadBase(learner: Learner, base: Uint8Array): void {
  try {
    learner.load(base);
  } catch (cause) {
    const says = LdpError.is(cause) && OLD_DEFAULTS.includes(cause.details['parameter']);
    const reason = says ? cause.details['reason'] : 'it is of another experiment, or damaged';
    throw corrupt(reason as string, cause);
  }
}

/** Whether the store still has what this view shows. */
export function isSame(view: View, head: Head): boolean {
  return (
    view.snapshot === head.snapshot &&
    view.open === head.open &&
    view.folded === head.folded &&
    view.revision === head.revision
  );
}
