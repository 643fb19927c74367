/**
 * An experiment after a restore. A backup is older than the devices: they hold reports to snapshots that it does not
 * know. The numbers skip ahead, so that none of these gets a second meaning; such reports are refused with 409.
 */
import { Learner } from './learner.js';
import { loadLearnerModule } from './load-learner.js';
import { describeChecked } from './options.js';
import { readSnapshot } from './snapshot-json.js';
import { decodeState } from './state.js';
import type { Publication } from './store.js';
import type { ExperimentOptions } from './types/index.js';
import { adoptedPublication, publication } from './view.js';

/**
 * @param state From `Collector.export`.
 * @param numbers How many numbers of snapshots are left out.
 * @param now Ms since 1970.
 * @returns What to publish in a store that has nothing of the experiment.
 * @throws LdpError `store_conflict` for a state of another experiment.
 */
export async function movedAhead(
  name: string,
  options: ExperimentOptions,
  retention: number,
  state: Uint8Array,
  numbers: number,
  now: number,
): Promise<Publication> {
  const described = describeChecked(name, options, retention);
  const module = await loadLearnerModule(undefined);
  const learner = new Learner(module, described.experiment, described.oracle, described.learner);
  try {
    const { base, snapshot: body } = decodeState(state);
    const { snapshot: last } = adoptedPublication(state);
    const header = readSnapshot(body);
    learner.load(base);
    learner.publish(1);
    learner.goOnAfter(last + numbers, base);
    // A learner of best arms remembers itself that it has ended.
    const isFinal = header?.ended === true && described.experiment.family !== 'best-arm';
    const published = learner.publish(1, isFinal ? (header.answer ?? -1) : undefined);
    const kept = { ...published, keep: described.keepReporting };
    const snapshot = isFinal ? { ...kept, ended: true } : kept;
    learner.fold(snapshot.id);
    const epoch = { publishedAt: now, check: learner.publishedCheck };
    return publication(name, learner, snapshot, [epoch], snapshot.id);
  } finally {
    learner.delete();
  }
}
