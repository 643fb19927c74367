/**
 * The recommended code at work in this page: a real client and a real collector, with people made of coins. It
 * shows that the two halves agree, what a report looks like, and what every page gets back; forty people are no
 * measurement.
 */
import type { Recommendation, Situation } from 'ldp-bandits/recommend';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { AT_ONCE } from '../shared/experiment.js';
import { uniform } from '../shared/random.js';
import { takesContext } from './frameworks.js';

export const PEOPLE = 40;
const NAME = 'my-experiment';
const ENDPOINT = 'https://rehearsal.invalid/collector';

export interface Rehearsed {
  readonly people: number;
  /** The last report, as it would have left. */
  readonly report: string;
  /** The last snapshot, as every page would get it. */
  readonly snapshot: string;
}

/** Yields after every person. */
export async function* rehearse(
  { algorithm }: Recommendation,
  situation: Situation,
  signal: AbortSignal,
): AsyncGenerator<Rehearsed> {
  const { epsilon } = situation;
  const collector = await createCollector({
    basePath: '/collector',
    store: memoryStore(),
    experiments: { [NAME]: { algorithm, perReport: { epsilon }, timing: AT_ONCE } },
    publishEvery: { reports: 10, ms: 0 },
    signal,
  });
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: NAME,
    algorithm,
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    maxDelayMs: 0,
    signal,
  });
  try {
    for (let people = 1; people <= PEOPLE; ++people) {
      signal.throwIfAborted();
      const context = takesContext(algorithm) ? contextOf(situation) : [];
      const decision = bandit.choose(...(context as []));
      const outcome = await decision.reward(feedbackOf(situation) as never);
      await bandit.flush();
      await bandit.refresh();
      if (outcome.status !== 'queued') throw new Error(`withheld: ${outcome.reason}`);
      const answer = await collector.fetch(new Request(`${ENDPOINT}/${NAME}/snapshot`));
      yield {
        people,
        report: new TextDecoder().decode(outcome.report.body),
        snapshot: await answer.text(),
      };
    }
  } finally {
    await bandit[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  }
}

function contextOf({ options = 4, features = 5 }: Situation): readonly unknown[] {
  const row = () =>
    Array.from({ length: features }, () => (2 * uniform() - 1) / Math.sqrt(features));
  return [Array.from({ length: options }, row)];
}

/** Half of the people like what they see. */
function feedbackOf({ choose, see, shown = 2, range = [0, 1] }: Situation): unknown {
  const one = () =>
    see === 'value' ? range[0] + (range[1] - range[0]) * uniform() : Math.round(uniform());
  if (see === 'comparison') return uniform() < 0.5 ? 1 : -1;
  if (choose === 'set') return Array.from({ length: shown }, one);
  return choose === 'number' ? -one() : one();
}
