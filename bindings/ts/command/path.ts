// The whole path of one private run, in one process: a collector with its learner, and visitors
// that reach it through bytes.
import {
  type AlgorithmType,
  type BanditOptions,
  type ContextualInput,
  createBandit,
  type Matrix,
  memoryLedger,
  type ReportOutcome,
} from '../client/index.js';
import {
  type AlgorithmSpec,
  type Collector,
  createCollector,
  memoryStore,
} from '../server/index.js';
import { type Codebook, codebookMean } from './codebook-mean.js';

const kExperiment = 'replay';
// Never resolved: the injected fetch hands every request to the collector in this process.
const kEndpoint = 'https://replay.invalid';
// Visitors come one after the other, and each report arrives before the next visitor chooses.
const kAtOnce = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 0 };

/** What a visitor sent beside what it would have sent without noise, both in real units. */
export interface Told {
  readonly part: string;
  readonly truth: Float64Array;
  readonly sent: Float64Array;
}

interface Visit {
  /** What the client chose to show. */
  readonly arm: number;
  /** Rows of features that were longer than the declared bound. */
  readonly rescaled: number;
  /**
   * The visitor saw it and gave this feedback in [0, 1]: randomise, post, wait until the collector
   * has it. Resolves with what was told, where there is a context.
   */
  answer(feedback: number): Promise<Told | null>;
  /** The log holds no feedback for this choice, so the visit never took place: nothing is sent. */
  forget(): Promise<void>;
}

/** As a {@link Visit}, of a visitor who is shown a slate. */
interface SlateVisit {
  /** Arms of the decision set, ascending. */
  readonly slate: Uint32Array;
  /** The arm of it that the report is about; -1: all of them. */
  readonly reported: number;
  /** What the visitor did with each arm of the slate, in [0, 1]. */
  answer(outcomes: Float64Array): Promise<void>;
  forget(): Promise<void>;
}

export interface PathSetup {
  readonly algorithm: AlgorithmSpec;
  readonly epsilon: number;
  readonly delta: number;
  /** Reports per snapshot. */
  readonly every: number;
}

export class PrivatePath implements AsyncDisposable {
  readonly #collector: Collector;
  readonly #setup: PathSetup;
  readonly #stretches = new Map<number, number>();
  #reports = 0;
  #bytes = 0;

  private constructor(collector: Collector, setup: PathSetup) {
    this.#collector = collector;
    this.#setup = setup;
  }

  static async open(setup: PathSetup): Promise<PrivatePath> {
    const { algorithm, epsilon, delta, every } = setup;
    const collector = await createCollector({
      experiments: {
        [kExperiment]: { algorithm, perReport: { epsilon, delta }, timing: kAtOnce },
      },
      store: memoryStore(),
      publishEvery: { reports: every },
    });
    return new PrivatePath(collector, setup);
  }

  /** Reports that the collector has acknowledged, and the bytes of their bodies. */
  get sent(): { readonly reports: number; readonly bytes: number } {
    return { reports: this.#reports, bytes: this.#bytes };
  }

  /**
   * A new visitor: a client of its own with a budget for one report, which has chosen what to show.
   *
   * @param context The features of the arms, where the algorithm takes them.
   */
  async visit(...context: readonly Matrix[]): Promise<Visit> {
    const { decision, answer, forget, terms } = await this.#arrive(context);
    return {
      arm: decision.action as number,
      rescaled: decision.rescaled,
      answer: async (feedback) => {
        const outcome = await answer(feedback);
        return context.length > 0 ? this.#told(outcome, terms) : null;
      },
      forget,
    };
  }

  /** A new visitor, as in {@link visit}, whose client has chosen a slate. */
  async visitSlate(): Promise<SlateVisit> {
    const { decision, answer, forget } = await this.#arrive([]);
    return {
      slate: decision.action as Uint32Array,
      reported: decision.reported,
      answer: async (outcomes) => {
        await answer(outcomes);
      },
      forget,
    };
  }

  async #arrive(context: readonly Matrix[]) {
    const leave = new AbortController();
    const { algorithm, epsilon, delta } = this.#setup;
    const options: BanditOptions<AlgorithmType> = {
      endpoint: kEndpoint,
      experiment: kExperiment,
      algorithm,
      privacy: { epsilon, delta, epsilonTotal: epsilon, deltaTotal: delta },
      ledger: memoryLedger(),
      maxDelayMs: 0,
      fetch: (request) => this.#carry(request),
      inspect: context.length > 0,
      signal: leave.signal,
    };
    const bandit = await createBandit(options);
    const decision = bandit.choose(...(context as []));
    return {
      decision,
      terms: bandit.manifest.algorithm,
      answer: async (feedback: number | Float64Array): Promise<Queued> => {
        const outcome = await decision.reward(feedback as never);
        if (outcome.status === 'withheld')
          throw new Error(`the client withheld its report: ${outcome.reason}`);
        const { accepted } = await bandit.flush();
        if (accepted !== 1)
          throw new Error('the collector did not accept the report of this visitor');
        await bandit[Symbol.asyncDispose]();
        return outcome;
      },
      forget: async () => {
        // Aborted before it is disposed, a client does not send its neutral report.
        leave.abort();
        await bandit[Symbol.asyncDispose]();
      },
    };
  }

  #told({ trace }: Queued, terms: AlgorithmSpec): Told {
    if (trace === undefined) throw new TypeError('a client that is inspected gives a trace');
    const { part, vector } = trace.input as ContextualInput;
    const noise = trace.noise as Float64Array;
    const stretch = this.#stretch(terms, vector.length);
    return { part, truth: vector, sent: vector.map((x, i) => (x + (noise[i] ?? 0)) * stretch) };
  }

  /** What the collector multiplies a report by that a device shows. */
  #stretch(terms: AlgorithmSpec, dimension: number): number {
    const codebook = terms as unknown as Codebook & { readonly mechanism?: string };
    if (codebook.mechanism !== 'codebook') return 1;
    const { epsilon } = this.#setup;
    const known =
      this.#stretches.get(dimension) ?? 1 / codebookMean({ ...codebook, dimension, epsilon });
    this.#stretches.set(dimension, known);
    return known;
  }

  /** The network of this process. */
  async #carry(request: Request): Promise<Response> {
    if (request.method !== 'POST') return this.#collector.fetch(request);
    const { byteLength } = await request.clone().arrayBuffer();
    const response = await this.#collector.fetch(request);
    if (response.ok) {
      this.#reports += 1;
      this.#bytes += byteLength;
    }
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#collector[Symbol.asyncDispose]();
  }
}

type Queued = Extract<ReportOutcome, { status: 'queued' }>;
