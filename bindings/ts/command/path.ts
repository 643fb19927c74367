// The whole path of one private run, in one process: a collector with its learner, and visitors
// that reach it through bytes.
import { type AlgorithmSpec, createBandit, memoryLedger } from '../client/index.js';
import { type Collector, createCollector, memoryStore } from '../server/index.js';
import type { ReplayAlgorithm } from './options.js';

const kExperiment = 'replay';
// Never resolved: the injected fetch hands every request to the collector in this process.
const kEndpoint = 'https://replay.invalid';

export interface Visit {
  /** What the client chose to show. */
  readonly arm: number;
  /**
   * The visitor saw it and gave this feedback in [0, 1]: randomise, post, wait until the collector
   * has it.
   */
  answer(feedback: number): Promise<void>;
  /** The log holds no feedback for this choice, so the visit never took place: nothing is sent. */
  forget(): Promise<void>;
}

export class PrivatePath implements AsyncDisposable {
  readonly #collector: Collector;
  readonly #algorithm: AlgorithmSpec<ReplayAlgorithm>;
  readonly #epsilon: number;
  #reports = 0;
  #bytes = 0;

  private constructor(
    collector: Collector,
    algorithm: AlgorithmSpec<ReplayAlgorithm>,
    epsilon: number,
  ) {
    this.#collector = collector;
    this.#algorithm = algorithm;
    this.#epsilon = epsilon;
  }

  /**
   * Every report makes a snapshot, as in the paper, so that the replayed policy is the sequential
   * one.
   */
  static async open(type: ReplayAlgorithm, arms: number, epsilon: number): Promise<PrivatePath> {
    const algorithm: AlgorithmSpec<ReplayAlgorithm> =
      type === 'weighted-ldp-ucb' ? { type, arms } : { type, arms, epsilonMin: epsilon };
    const collector = await createCollector({
      experiments: { [kExperiment]: { algorithm, perReport: { epsilon, delta: 0 } } },
      store: memoryStore(),
      publishEvery: { reports: 1 },
    });
    return new PrivatePath(collector, algorithm, epsilon);
  }

  /** Reports that the collector has acknowledged, and the bytes of their bodies. */
  get sent(): { readonly reports: number; readonly bytes: number } {
    return { reports: this.#reports, bytes: this.#bytes };
  }

  /**
   * A new visitor: a client of its own with a budget for one report, which has chosen what to show.
   */
  async visit(): Promise<Visit> {
    const leave = new AbortController();
    const bandit = await createBandit({
      endpoint: kEndpoint,
      experiment: kExperiment,
      algorithm: this.#algorithm,
      privacy: { epsilon: this.#epsilon, epsilonTotal: this.#epsilon },
      ledger: memoryLedger(),
      maxDelayMs: 0,
      fetch: (request) => this.#carry(request),
      signal: leave.signal,
    });
    const decision = bandit.choose();
    return {
      arm: decision.action,
      answer: async (feedback) => {
        const outcome = await decision.reward(feedback);
        if (outcome.status === 'withheld')
          throw new Error(`the client withheld its report: ${outcome.reason}`);
        const { accepted } = await bandit.flush();
        if (accepted !== 1)
          throw new Error('the collector did not accept the report of this visitor');
        await bandit[Symbol.asyncDispose]();
      },
      forget: async () => {
        // Aborted before it is disposed, a client does not send its neutral report.
        leave.abort();
        await bandit[Symbol.asyncDispose]();
      },
    };
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
