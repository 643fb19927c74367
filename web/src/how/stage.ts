/**
 * One experiment with everything it needs: a collector in memory, and clients that answer for people. Only
 * the library's public entries; runs in the page, in its Worker, and in Node when the site is built.
 */

import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import {
  type AlgorithmSpec,
  type Bandit,
  createBandit,
  LdpError,
  memoryLedger,
  type Report,
} from 'ldp-bandits/url';
import { AT_ONCE, PATIENT_MS } from '../shared/experiment.js';
import { uniform } from '../shared/random.js';
import type { PublicSnapshot } from '../shared/snapshot.js';

const NAME = 'scene';
const ENDPOINT = 'https://scene.invalid/';
/** No report leaves by itself: the scenes hand them over. */
const LONGEST_WINDOW_MS = 86_400_000;
const REPORTS_PER_BODY = 5000;

type Algorithm = AlgorithmSpec<'ldp-thompson'>;

export class Stage {
  readonly #algorithm: Algorithm;
  readonly #collector: Collector;
  readonly #closing = new AbortController();

  private constructor(algorithm: Algorithm, collector: Collector) {
    this.#algorithm = algorithm;
    this.#collector = collector;
  }

  /** @param epsilon of one report; with a menu of levels: of the dearest */
  static async open(algorithm: Omit<Algorithm, 'type'>, epsilon: number): Promise<Stage> {
    const spec = { type: 'ldp-thompson', ...algorithm } as const;
    const collector = await createCollector({
      experiments: {
        [NAME]: { algorithm: spec, perReport: { epsilon }, timing: AT_ONCE },
      },
      store: memoryStore(),
      // Published on each request, so that a scene says when an epoch ends.
      maxReportsPerBody: REPORTS_PER_BODY,
      publishEvery: { reports: Number.MAX_SAFE_INTEGER, ms: 0 },
    });
    return new Stage(spec, collector);
  }

  /**
   * A client of people who each answer once: every report has its own randomness, so one client for many
   * people draws what many clients would. Scenes leave budgets out.
   */
  client(epsilon: number): Promise<Bandit<'ldp-thompson'>> {
    return createBandit({
      endpoint: ENDPOINT,
      experiment: NAME,
      algorithm: this.#algorithm,
      privacy: { epsilon, epsilonTotal: 1e6 },
      ledger: memoryLedger(),
      fetch: this.#collector.fetch,
      responseWindowMs: LONGEST_WINDOW_MS,
      maxDelayMs: 0,
      timeoutMs: PATIENT_MS,
      inspect: true,
      signal: this.#closing.signal,
    });
  }

  /** Carries these reports to the collector. */
  async send(reports: readonly Report[]): Promise<void> {
    const decoder = new TextDecoder();
    for (let from = 0; from < reports.length; from += REPORTS_PER_BODY) {
      const bodies = reports
        .slice(from, from + REPORTS_PER_BODY)
        .map(({ body }) => decoder.decode(body));
      const response = await this.#collector.fetch(
        new Request(`${ENDPOINT}${NAME}/reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: `[${bodies.join(',')}]`,
        }),
      );
      if (response.status !== 202) {
        throw new LdpError('report_rejected', `The collector refused reports: ${response.status}.`);
      }
    }
  }

  /** The snapshot that the collector serves now. */
  async snapshot(): Promise<PublicSnapshot> {
    const response = await this.#collector.fetch(new Request(`${ENDPOINT}${NAME}/snapshot`));
    return (await response.json()) as PublicSnapshot;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#collector[Symbol.asyncDispose]();
  }
}

/** The report of a decision that was answered; a scene has budget enough for all of them. */
export async function reportOf(bandit: Bandit<'ldp-thompson'>, answer: (arm: number) => 0 | 1) {
  const decision = bandit.choose();
  const outcome = await decision.reward(answer(decision.action));
  if (outcome.status !== 'queued') throw new Error(`a scene withheld a report: ${outcome.reason}`);
  return { arm: decision.action, report: outcome.report, trace: outcome.trace };
}

export function bitOf(report: Report): 0 | 1 {
  return report.fields.find(({ name }) => name === 'bit')?.value === 1 ? 1 : 0;
}

/** Lets messages in between two pieces of work. */
export const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** True with this probability. */
export const happens = (probability: number) => uniform() < probability;
