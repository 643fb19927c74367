/** The epochs that are not folded yet: reading their sums, and adding them to what is folded. */
import { LdpError } from '../internal/errors.js';
import type { Learner } from './learner.js';
import { corrupt } from './state.js';
import type { Statistics } from './statistics.js';
import type { AggregateStore } from './store.js';
import { loadBase, type View } from './view.js';

export interface EpochSums {
  readonly epoch: number;
  readonly sums: Statistics;
}

/** The epochs that are not folded yet and have reports. */
export async function readRing(
  store: AggregateStore,
  experiment: string,
  { folded, snapshot }: View,
): Promise<EpochSums[]> {
  const epochs = Array.from({ length: snapshot - folded + 1 }, (_, i) => folded + i);
  const read = await Promise.all(
    epochs.map(async (epoch) => ({
      epoch,
      sums: await store.read({ experiment, snapshot: epoch }),
    })),
  );
  return read.filter((row): row is EpochSums => row.sums !== null);
}

/**
 * Leaves in the learner: the base of the view and these epochs. Synchronous.
 *
 * @returns The epochs that are lost. If the newest one is, only another snapshot can go on.
 */
export function sumUp(
  learner: Learner,
  view: View,
  epochs: readonly EpochSums[],
): readonly number[] {
  loadBase(learner, view.base);
  const lost: number[] = [];
  for (const { epoch, sums } of epochs) {
    if (sums.schema !== learner.schema) throw corrupt('an epoch is of another experiment');
    try {
      learner.ingestStatistics(epoch, sums);
    } catch (cause) {
      // A store that was emptied numbers its snapshots anew, and a collector that has not seen it yet
      // may have checked a report against the old slates of that number. Its epoch is lost, the
      // experiment is not.
      if (!LdpError.is(cause) || cause.details['parameter'] !== 'slates') {
        throw corrupt('no reports give the sums of an epoch', cause);
      }
      lost.push(epoch);
    }
  }
  return lost;
}
