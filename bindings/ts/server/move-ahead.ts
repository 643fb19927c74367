/**
 * An experiment after a restore. A backup is older than the devices: they hold reports to snapshots that it does not
 * know. The numbers skip ahead, so that none of these gets a second meaning; such reports are refused with 409.
 */
import { Learner } from './learner.js';
import { loadLearnerModule } from './load-learner.js';
import { describeChecked } from './options.js';
import type { Publication } from './store.js';
import type { ExperimentOptions } from './types/index.js';
import { adoptedPublication, publicationAfter } from './view.js';

/**
 * @param state From `Collector.export`.
 * @param numbers How many numbers of snapshots are left out.
 * @param now Ms since 1970.
 * @returns What to publish after the newest snapshot of the state.
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
    const { snapshot: last } = adoptedPublication(state);
    return publicationAfter(name, learner, described, state, last + numbers, now);
  } finally {
    learner.delete();
  }
}
