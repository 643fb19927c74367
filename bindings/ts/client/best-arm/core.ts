// The core of best-arm experiments: the multi-armed one, which also obeys the share of devices that go on
// reporting.
import type { BestArmExperiment } from '../../internal/validate-best-arm.js';
import { reportsOf } from '../../internal/validate-best-arm.js';
import type { Drawn } from '../core.js';
import { type ClientModule, MultiArmedCore } from '../multi-armed-core.js';
import { fillWithRandomness } from '../randomness.js';
import { mismatch, type Snapshot } from '../snapshot.js';
import type { BestArmStatus, Spend } from '../types.js';
import { parseBest } from './snapshot.js';

export class BestArmCore extends MultiArmedCore {
  readonly #best: BestArmExperiment;
  #status: BestArmStatus | null = null;

  /** `name` is that of the experiment. Throws as the core that it extends. */
  constructor(module: ClientModule, name: string, experiment: BestArmExperiment, pinned: Spend) {
    super(module, name, reportsOf(experiment), pinned);
    this.#best = experiment;
  }

  override use(value: unknown): Snapshot & { readonly best: BestArmStatus } {
    const { best: given, keep, ...arms } = Object(value) as Record<string, unknown>;
    const best = parseBest(given, arms['ended'], keep, this.#best);
    if (!Array.isArray(arms['weights'])) {
      throw mismatch('snapshot.weights', 'a number for every arm', arms['weights']);
    }
    const snapshot = super.use(arms);
    this.#status = best;
    return { ...snapshot, best };
  }

  /**
   * While the rule has stopped, for all but a share of the decisions: the answer, and nothing to send. The coin is tossed here, before there is feedback: whether a report leaves tells
   * nothing of it.
   */
  override choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    const { answer = null, keep = 1 } = this.#status ?? {};
    const reports = isBelow(keep);
    const drawn = super.choose(context, maxDelayMs);
    if (reports || answer === null) return drawn;
    return { ...drawn, action: answer, reported: answer, withheld: 'experiment_ended' };
  }
}

/** True with this probability, to 2^-32. Without secure randomness true: the draw of the noise then fails. */
function isBelow(share: number): boolean {
  if (share >= 1) return true;
  const word = new Uint32Array(1);
  if (!fillWithRandomness(new Uint8Array(word.buffer))) return true;
  return (word[0] as number) < share * 2 ** 32;
}
