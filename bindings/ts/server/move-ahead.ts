/**
 * An experiment that goes on from a copy of its state. Devices hold reports to snapshots that the copy does not know,
 * and may send again what the source has counted: the copy has no ids of reports. So the copy goes on with a number of
 * its own, and every epoch before it is closed: these reports are refused with 409.
 */
import type { Learner } from './learner.js';
import type { Described } from './manifest.js';
import { readSnapshot } from './snapshot-json.js';
import { corrupt, decodeState, revisionOf } from './state.js';
import type { Publication } from './store.js';
import { publication, viewOf } from './view.js';

interface Moved extends Pick<Described, 'experiment' | 'keepReporting'> {
  readonly name: string;
}

/**
 * @param learner Its state is overwritten.
 * @param state From `Collector.export`.
 * @param after The snapshot has the next number; at least {@link numberOf} the state.
 * @param decisions As for `Learner.publish`.
 * @param now Ms since 1970.
 * @returns What to publish in a store that has nothing of the experiment.
 * @throws LdpError `store_conflict` for a damaged state, or one of another experiment.
 */
export function movedAhead(
  { name, experiment, keepReporting }: Moved,
  learner: Learner,
  state: Uint8Array,
  after: number,
  decisions: number,
  now: number,
): Publication {
  const id = numberOf(state);
  const copy = { snapshot: id, open: id, folded: id, revision: revisionOf(state), state };
  const { header, base } = viewOf(copy, learner, now);
  if (after > id) {
    learner.publish(decisions);
    learner.goOnAfter(after, base);
  }
  // A learner of best arms remembers itself that it has ended.
  const isFinal = header.ended && experiment.family !== 'best-arm';
  const published = learner.publish(decisions, isFinal ? (header.answer ?? -1) : undefined);
  const kept = { ...published, keep: keepReporting };
  const snapshot = isFinal ? { ...kept, ended: true } : kept;
  const epoch = { publishedAt: now, check: learner.publishedCheck };
  learner.fold(snapshot.id);
  return publication(name, learner, snapshot, [epoch], snapshot.id);
}

/** Of the newest snapshot in a state. @throws LdpError `store_conflict`. */
export function numberOf(state: Uint8Array): number {
  const header = readSnapshot(decodeState(state).snapshot);
  if (header === null) throw corrupt('it holds no snapshot');
  return header.id;
}
