/**
 * The shipped client and the shipped collector, with simulated visitors between them. Every report has randomness of
 * its own, so one client for all visitors draws what as many clients would.
 */
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { AT_ONCE, PATIENT_MS } from '../../shared/experiment.js';
import { peopleOf } from './people.js';
import type { Plan } from './plan.js';

const NAME = 'my-experiment';
/** Never resolved: the client hands its requests to the collector. */
const ENDPOINT = 'https://crowd.invalid/collector';
const LONGEST_WINDOW_MS = 86_400_000;
/** A snapshot for each hundredth of those who came, but no fewer than this. */
const EPOCH = { least: 25, part: 100 } as const;

/** Sums over visitors of the chance of a yes. */
export interface Tally {
  readonly visitors: number;
  readonly got: number;
  readonly best: number;
  readonly random: number;
}

export interface Played {
  /** All visitors so far. */
  readonly all: Tally;
  /** The last fifth of them, who met what the others had taught. */
  readonly last: Tally;
  /** The newest snapshot, as every page gets it. */
  readonly snapshot: string;
  /** The last report, as it left. */
  readonly report: string;
  readonly isOver: boolean;
}

/**
 * Yields after every epoch.
 *
 * @throws {LdpError} what client or collector refuse, before any visitor
 * @throws {PlanError} a crowd that does not fit the algorithm
 */
export async function* playCrowd(plan: Plan): AsyncGenerator<Played> {
  const people = peopleOf(plan);
  const { bandit, collector, close } = await openBoth(plan);
  const { visitors } = plan;
  let report = '';
  const visit = async () => {
    const context = people.arrive();
    const decision = bandit.choose(...(context as []));
    const meeting = people.meet(decision.action, context);
    const outcome = await decision.reward(meeting.feedback as never);
    if (outcome.status === 'queued') report = new TextDecoder().decode(outcome.report.body);
    return meeting;
  };
  let [all, last] = [NONE, NONE];
  while (all.visitors < visitors) {
    const epoch = Math.max(EPOCH.least, Math.round(all.visitors / EPOCH.part));
    const each = await Promise.all(
      Array.from({ length: Math.min(epoch, visitors - all.visitors) }, visit),
    );
    await bandit.flush();
    await bandit.refresh();
    all = each.reduce(add, all);
    if (all.visitors > 0.8 * visitors) last = each.reduce(add, last);
    const answer = await collector.fetch(new Request(`${ENDPOINT}/${NAME}/snapshot`));
    const snapshot = await answer.text();
    const isOver = all.visitors >= visitors || isCertified(snapshot);
    yield {
      all,
      last: last.visitors > 0 ? last : each.reduce(add, NONE),
      snapshot,
      report,
      isOver,
    };
    if (isOver) return close();
  }
}

/**
 * Whether the plan can be played: opens client and collector, and closes them.
 *
 * @throws as {@link playCrowd}
 */
export async function checkPlan(plan: Plan): Promise<void> {
  const { close } = await openBoth(plan);
  await close();
  peopleOf(plan);
}

async function openBoth({ algorithm, epsilon }: Plan) {
  const collector = await createCollector({
    basePath: '/collector',
    store: memoryStore(),
    experiments: { [NAME]: { algorithm, perReport: { epsilon }, timing: AT_ONCE } },
    publishEvery: { reports: Number.MAX_SAFE_INTEGER, ms: 0 },
    retention: 64,
  });
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: NAME,
    algorithm,
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    responseWindowMs: LONGEST_WINDOW_MS,
    maxDelayMs: 0,
    timeoutMs: PATIENT_MS,
  });
  const close = async () => {
    await bandit[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  };
  return { collector, bandit, close };
}

const NONE: Tally = { visitors: 0, got: 0, best: 0, random: 0 };

const add = (sum: Tally, one: Omit<Tally, 'visitors'>): Tally => ({
  visitors: sum.visitors + 1,
  got: sum.got + one.got,
  best: sum.best + one.best,
  random: sum.random + one.random,
});

/** A test has its answer: devices send nothing from here on. */
const isCertified = (snapshot: string) =>
  (JSON.parse(snapshot) as { best?: { certified?: boolean } }).best?.certified === true;
