// The path of one private run, in one process: the device that pages load, the bytes of its reports, the
// learner that collectors load, and the bytes of its snapshots. No network, no store, no ledger, whose part is to
// lose nothing and to count nothing twice: a replay loses nothing.
import type { Core, Drawn, Feedback } from '../client/core.js';
import type { ContextualInput } from '../client/types.js';
import type { CatalogEntry } from '../generated/catalog.js';
import { invalidArgument } from '../internal/checks.js';
import { LdpError } from '../internal/errors.js';
import type { CompleteSpec } from '../internal/validate.js';
import { withCodebook } from '../server/codebook.js';
import { Learner } from '../server/learner.js';
import { loadLearnerModule } from '../server/load-learner.js';
import { describeExperiment } from '../server/manifest.js';
import { encodeSnapshot } from '../server/snapshot-json.js';
import { type Codebook, codebookMean } from './codebook-mean.js';
import { openDevice } from './device.js';
import type { Told } from './loudness.js';
import type { SeededStream } from './stream.js';

const NAME = 'replay';
/** Visitors come one after the other, and each report arrives before the next visitor chooses. */
const AT_ONCE = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 0 };

export interface PathSetup {
  /** With its arms, set or dimension. */
  readonly algorithm: { readonly type: string };
  readonly epsilon: number;
  /** Reports per snapshot. */
  readonly every: number;
  /** Told of the bytes that leave the device, and of those that reach it. */
  readonly watch?: (what: 'report' | 'snapshot', bytes: Uint8Array) => void;
}

export class Path {
  readonly #core: Core;
  readonly #learner: Learner;
  /** As a collector says that publishes at every report. */
  readonly #decisions: number;
  readonly #setup: PathSetup;
  readonly #terms: CompleteSpec;
  readonly #stretches = new Map<number, number>();
  #reports = 0;
  #bytes = 0;

  /** @throws LdpError `invalid_argument`, naming the parameter of the algorithm. */
  static async open(setup: PathSetup, stream: SeededStream): Promise<Path> {
    const { algorithm, epsilon } = setup;
    const module = await loadLearnerModule();
    const options = { algorithm, perReport: { epsilon }, timing: AT_ONCE };
    const { experiment, manifest } = described(() =>
      withCodebook(module, describeExperiment(NAME, options, 1)),
    );
    const terms = manifest.algorithm as unknown as CompleteSpec;
    const pinned = { experiment: NAME, algorithm: terms, ...manifest.perReport };
    const core = await openDevice(deviceOf(experiment.family), pinned, stream);
    const learner = new Learner(module, experiment);
    const decisions = experiment.family === 'combinatorial' ? 1 : 0;
    return new Path(core, learner, decisions, setup, terms);
  }

  private constructor(
    core: Core,
    learner: Learner,
    decisions: number,
    setup: PathSetup,
    terms: CompleteSpec,
  ) {
    this.#core = core;
    this.#learner = learner;
    this.#decisions = decisions;
    this.#setup = setup;
    this.#terms = terms;
    this.#follow();
  }

  /** Reports that the learner has taken, and the bytes of their bodies. */
  get sent(): { readonly reports: number; readonly bytes: number } {
    return { reports: this.#reports, bytes: this.#bytes };
  }

  /** What a new visitor's device draws. Nothing is sent unless {@link answer} follows. */
  visit(...context: readonly unknown[]): Drawn {
    return this.#core.choose(context, 0);
  }

  /** The visitor gave this feedback in [0, 1], one for each arm of a slate: randomise, send, learn. */
  answer(drawn: Drawn, feedback: number | Float64Array): void {
    const body = this.#core.report(drawn.sealed, this.#core.read(feedback, drawn));
    const bytes = new TextEncoder().encode(body);
    this.#setup.watch?.('report', bytes);
    this.#learner.ingest(bytes);
    this.#reports += 1;
    this.#bytes += bytes.length;
    if (this.#reports % this.#setup.every === 0) this.#follow();
  }

  /** What {@link answer} tells the learner, of a contextual algorithm. Before it: that uses up the noise. */
  told(drawn: Drawn, feedback: number): Told {
    const { input, noise } = this.#core.trace(drawn.sealed.slice(), feedback as Feedback);
    const { part, vector } = input as ContextualInput;
    const stretch = this.#stretch(vector.length);
    const added = noise as Float64Array;
    return { part, truth: vector, sent: vector.map((x, i) => (x + (added[i] ?? 0)) * stretch) };
  }

  #follow(): void {
    const snapshot = this.#learner.publish(this.#decisions);
    // The next visitor follows this one: no report to an earlier snapshot will come.
    this.#learner.fold(snapshot.id);
    const bytes = encodeSnapshot(NAME, snapshot);
    this.#setup.watch?.('snapshot', bytes);
    this.#core.use(JSON.parse(new TextDecoder().decode(bytes)));
  }

  /** What the collector multiplies a report by that a device shows. */
  #stretch(dimension: number): number {
    const codebook = this.#terms as unknown as Codebook & { readonly mechanism?: string };
    if (codebook.mechanism !== 'codebook') return 1;
    const { epsilon } = this.#setup;
    const known =
      this.#stretches.get(dimension) ?? 1 / codebookMean({ ...codebook, dimension, epsilon });
    this.#stretches.set(dimension, known);
    return known;
  }

  [Symbol.dispose](): void {
    this.#core.dispose();
    this.#learner.delete();
  }
}

/** Without the path of a collector's option before the name of the parameter. */
function described<T>(describe: () => T): T {
  try {
    return describe();
  } catch (error) {
    if (!LdpError.is(error, 'invalid_argument')) throw error;
    const { parameter, value, reason } = error.details;
    const name = String(parameter).replace(`experiments.${NAME}.`, '');
    throw invalidArgument(name, value, String(reason));
  }
}

function deviceOf(family: CatalogEntry['family']): 'multi-armed' | 'combinatorial' | 'contextual' {
  if (family === 'linear' || family === 'generalized-linear') return 'contextual';
  return family === 'combinatorial' ? family : 'multi-armed';
}
