/** The newest publication, taken apart and checked. */
import { type Digest, digest } from './digest.js';
import type { Learner } from './learner.js';
import type { AnyPublishable } from './learner-module.js';
import { encodeSnapshot, readSnapshot } from './snapshot-json.js';
import { corrupt, decodeState, encodeState } from './state.js';
import type { Publication } from './store.js';

export interface View extends Publication {
  /** The snapshot, in the bytes that every device gets. */
  readonly body: Uint8Array;
  /** Of the body. */
  readonly digest: Digest;
  /** How many reports the snapshot was computed from. */
  readonly reports: number;
  /** The learner over all folded epochs, saved. */
  readonly base: Uint8Array;
}

/**
 * @param learner Its state is overwritten.
 * @throws LdpError `store_conflict` if the state cannot be used by this learner.
 */
export function viewOf(publication: Publication, learner: Learner): View {
  const { base, snapshot: body } = decodeState(publication.state);
  const header = readSnapshot(body);
  if (header?.id !== publication.snapshot) throw corrupt('its snapshot has another number');
  loadBase(learner, base);
  if (learner.snapshotId !== header.id) throw corrupt('its learner has another number');
  return { ...publication, body, digest: digest(body), reports: header.reports, base };
}

/**
 * Nothing learnt yet: snapshot 1. Epoch 0 is that of devices which decided without any snapshot.
 *
 * @param decisions As for `Learner.publish`.
 */
export function firstPublication(
  experiment: string,
  learner: Learner,
  decisions: number,
): Publication {
  learner.reset();
  const snapshot = learner.publish(decisions);
  return publication(experiment, learner, snapshot, 0, 0);
}

/** The publication that an exported state stands for: everything before it is folded. */
export function adoptedPublication(state: Uint8Array): Publication {
  const header = readSnapshot(decodeState(state).snapshot);
  if (header === null) throw corrupt('it holds no snapshot');
  return { snapshot: header.id, state, open: header.id, folded: header.id };
}

/** @param learner Holds what is folded, and the number of the snapshot. */
export function publication(
  experiment: string,
  learner: Learner,
  snapshot: AnyPublishable,
  open: number,
  folded: number,
): Publication {
  const state = encodeState({
    base: learner.save(),
    snapshot: encodeSnapshot(experiment, snapshot),
  });
  return { snapshot: snapshot.id, state, open, folded };
}

export function loadBase(learner: Learner, base: Uint8Array): void {
  try {
    learner.load(base);
  } catch (cause) {
    throw corrupt('it is of another experiment, or damaged', cause);
  }
}

/** Lets two collectors over one store agree cheaply that nothing has changed. */
export function isSame(view: View | null, other: Publication): boolean {
  if (view === null || view.snapshot !== other.snapshot || view.open !== other.open) return false;
  const { state } = other;
  return view.state.length === state.length && view.state.every((byte, i) => byte === state[i]);
}
