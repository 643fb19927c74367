// A collector in a few lines, scripted by the test: it answers with what the page pinned, and keeps
// every body that arrived. The real collector is tried in client-collector.test.ts.
import {
  type AlgorithmSpec,
  type Bandit,
  type BanditEvent,
  type BanditOptions,
  createBandit,
  type LdpError,
  memoryLedger,
  type ReportOutcome,
} from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { vi } from 'vitest';

export const ENDPOINT = 'https://collector.example/bandits';
export const ADDRESS = `${ENDPOINT}/posters`;
/**
 * Where the clock is the machine's: a busy one takes longer than the usual second, and the option would be an early one,
 * not that of the snapshot.
 */
export const patient = () => (vi.isFakeTimers() ? {} : { timeoutMs: 60_000 });
const DIGEST = `sha256-${'A'.repeat(43)}=`;

export const ALGORITHM = { type: 'weighted-ldp-ucb', arms: 3 } as const satisfies AlgorithmSpec;

/** What a collector says about its times that waits this long for pages. */
export function timingOf(responseWindowMs: number, maxDelayMs: number) {
  const snapshotAgeMs = 60_000;
  const closesAfterMs = snapshotAgeMs + responseWindowMs + maxDelayMs + 30_000;
  const publishAtMostEveryMs = Math.ceil(closesAfterMs / 14);
  return { responseWindowMs, maxDelayMs, snapshotAgeMs, closesAfterMs, publishAtMostEveryMs };
}

export const MANIFEST = {
  protocol: 1,
  experiment: 'posters',
  algorithm: {
    type: 'weighted-ldp-ucb',
    arms: 3,
    bound: 'La',
    rewards: { type: 'unit' },
    neutral: 0,
  },
  perReport: { epsilon: 1, delta: 0 },
  protects: 'feedback',
  timing: timingOf(86_400_000, 86_400_000), // for every page of these tests
  labels: ['city', 'sea', 'forest'],
  digest: DIGEST,
};

export const SNAPSHOT = {
  v: 1,
  experiment: 'posters',
  snapshot: 12,
  reports: 100,
  scale: 2,
  mean: [0.1, 0.9, 0.2],
  width: [0.1, 0.1, 0.1],
  forced: null,
};

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Response);

type Answer = Response | (() => Response | Promise<Response>);

export function accepted(duplicate = 0): Response {
  return Response.json({ accepted: 1 - duplicate, duplicate }, { status: 202 });
}

export function problem(status: number, code: string, more: object = {}): Response {
  return Response.json(
    { status, code, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}

export class ScriptedCollector {
  manifest: unknown = MANIFEST;
  snapshot: unknown = SNAPSHOT;
  /** What the next POSTs get; then they are accepted. */
  readonly answers: Answer[] = [];
  readonly requests: Request[] = [];
  /** Bodies of the POSTs, as they arrived. */
  readonly bodies: string[] = [];
  readonly times: number[] = [];
  /** Of a version that knows manifests without snapshots only. */
  isOlder = false;
  /** Thrown in place of an answer: the network is down. */
  down: Error | undefined;

  readonly fetch = async (request: Request): Promise<Response> => {
    this.requests.push(request);
    if (this.down) throw this.down;
    const { pathname, search } = new URL(request.url);
    if (request.method === 'POST') {
      this.bodies.push(await request.clone().text());
      this.times.push(Date.now());
      const answer = this.answers.shift() ?? accepted();
      return typeof answer === 'function' ? answer() : answer;
    }
    const { manifest, snapshot } = this;
    const isWhole = search === '?snapshot' && !this.isOlder && isPlain(manifest);
    const both = isPlain(snapshot) ? { ...Object(manifest), snapshot } : snapshot;
    const value = pathname.endsWith('/snapshot') ? snapshot : isWhole ? both : manifest;
    return value instanceof Response ? value.clone() : Response.json(value);
  };

  /** What a collector that deduplicates by id has counted. */
  get counted(): Report[] {
    return [...new Map(this.bodies.map((body) => [parse(body).id, parse(body)])).values()];
  }
}

export interface Report {
  readonly v: 1;
  readonly id: string;
  readonly snapshot: number;
  readonly arm: number;
  readonly level: number;
  readonly bit: number;
}

export const parse = (body: string | Uint8Array): Report =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));

export type Options = Partial<BanditOptions<'weighted-ldp-ucb'>>;

export function open(
  collector: ScriptedCollector,
  options: Options = {},
): Promise<Bandit<'weighted-ldp-ucb'>> {
  return createBandit({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: ALGORITHM,
    privacy: { epsilon: 1, epsilonTotal: 8 },
    ledger: memoryLedger(),
    ...patient(),
    fetch: collector.fetch,
    ...options,
  });
}

/** What a page loads late. */
const PARTS = ['budget', 'explain-error', 'given', 'settle-early'];
const chunks = new URL('../../../dist/chunks/', import.meta.url);
export const loadParts = () =>
  Promise.all(PARTS.map((name) => import(new URL(`${name}.js`, chunks).href)));

/** A bandit before a collector of its own. */
export async function openScripted(options: Options = {}) {
  const collector = new ScriptedCollector();
  return { collector, bandit: await open(collector, options) };
}

type Flushed = Awaited<ReturnType<Bandit['flush']>>;

/** What a flush says: 0 of all that is not given. */
export const counts = (given: Partial<Flushed> = {}): Flushed => ({
  ...{ accepted: 0, duplicate: 0, rejected: 0, pending: 0 },
  ...given,
});

type Queued = Extract<ReportOutcome, { status: 'queued' }>;
type Withheld = Extract<ReportOutcome, { status: 'withheld' }>;

export const withheld = (reason: Withheld['reason']): Withheld => ({ status: 'withheld', reason });

/** An outcome whose report will leave. */
export function queued(outcome: ReportOutcome | undefined): Queued {
  if (outcome?.status !== 'queued') throw new Error(`no report: ${outcome?.reason}`);
  return outcome;
}

/** The same with its trace, for pages that inspect. */
export function traced(outcome: ReportOutcome) {
  const { trace, ...rest } = queued(outcome);
  if (!trace) throw new Error('no trace');
  return { ...rest, trace };
}

export const bodyOf = ({ report }: Queued) => new TextDecoder().decode(report.body);

/** Everything that a bandit tells from now on. */
export function record(bandit: Bandit<'weighted-ldp-ucb'>): BanditEvent[] {
  const events: BanditEvent[] = [];
  const source = bandit.events();
  void (async () => {
    for await (const event of source) events.push(event);
  })();
  return events;
}

export const types = (events: readonly BanditEvent[]) => events.map(({ type }) => type);

/**
 * What the page is told of a feedback that is none. The call itself must not reject, because only
 * visitors who answer cause it.
 */
export async function refusedFeedback(
  bandit: { events(): AsyncIterable<BanditEvent> },
  reward: () => Promise<ReportOutcome>,
): Promise<LdpError> {
  const events = bandit.events()[Symbol.asyncIterator]();
  const outcome = await reward();
  if (outcome.status !== 'withheld' || outcome.reason !== 'invalid_feedback')
    throw new Error(`it was not refused: ${JSON.stringify(outcome)}`);
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error('no error was told');
    if (value.type === 'error') return value.error;
  }
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
}

/**
 * Lets everything run that needs no time: promises, and the turns of the event loop that IndexedDB
 * takes.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for a state that needs no time of the fake clock, such as a chunk that is being read. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; !isSo() && round < 2_000; round++) await settle();
}

/** Under fake timers: lets `ms` pass, with whatever happens meanwhile; second by second while most of it happens. */
export async function elapse(ms: number): Promise<void> {
  await settle();
  for (let passed = 0; passed < ms; ) {
    const step = Math.min(ms - passed, passed < 60_000 ? 1_000 : 5_000);
    await vi.advanceTimersByTimeAsync(step);
    await settle();
    passed += step;
  }
}

/** The same words from crypto.getRandomValues again: so one visit can be lived twice. */
export function replayed(seed: number): void {
  let state = seed;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as unknown as Uint8Array;
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return array;
  });
}
