// The core of best-arm experiments: the multi-armed one, which also obeys the end of the experiment.
import type { BestArmExperiment } from '../../internal/validate-best-arm.js';
import { reportsOf } from '../../internal/validate-best-arm.js';
import type { Drawn } from '../core.js';
import { type ClientModule, MultiArmedCore } from '../multi-armed-core.js';
import { mismatch, type Snapshot } from '../snapshot.js';
import type { BestArmStatus, Spend } from '../types.js';
import { parseBest } from './snapshot.js';

export class BestArmCore extends MultiArmedCore {
  readonly #best: BestArmExperiment;
  #ended = false;

  /** `name` is that of the experiment. Throws as the core that it extends. */
  constructor(module: ClientModule, name: string, experiment: BestArmExperiment, pinned: Spend) {
    super(module, name, reportsOf(experiment), pinned);
    this.#best = experiment;
  }

  override use(value: unknown): Snapshot & { readonly best: BestArmStatus } {
    const { best: given, ended, ...arms } = Object(value) as Record<string, unknown>;
    const best = parseBest(given, ended, this.#best);
    if (!Array.isArray(arms['weights'])) {
      throw mismatch('snapshot.weights', 'a number for every arm', arms['weights']);
    }
    const snapshot = super.use(arms);
    this.#ended = best.ended;
    return { ...snapshot, best };
  }

  /** Once the experiment has ended: the answer, and nothing to send. That is public. */
  override choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    const drawn = super.choose(context, maxDelayMs);
    return this.#ended ? { ...drawn, withheld: 'experiment_ended' } : drawn;
  }
}
