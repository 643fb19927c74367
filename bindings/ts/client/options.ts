// Every option of createBandit, checked before anything is loaded, drawn, spent or sent.

import type { LdpError } from '../internal/errors.js';
import type { WasmSource } from '../internal/instantiate.js';
import {
  invalidArgument,
  requireBoolean,
  requireExperimentName,
  requireFunction,
  requireInteger,
  requireNumber,
  requireOneOf,
  requirePureSpend,
  requireRecord,
  requireSignal,
  requireString,
  requireWasm,
} from '../internal/validate.js';
import type { Family } from './family.js';
import { SETTLE_MS } from './journal.js';
import type { Pinned } from './manifest.js';
import type { Fetch } from './transport.js';
import type { AlgorithmType, BanditOptions, BudgetLedger, Spend } from './types.js';

const DAY = 86_400_000;
/** Firefox ends a Service Worker a minute after its last page. */
const LONGEST_FOR_WORKER_MS = 55_000;
/** Far beyond any meaningful budget, and exact in millionths. */
const LARGEST_TOTAL = 1e6;
/** Of one report, as in the catalog. */
const LARGEST_DELTA = 0.1;
const OPTIONS = [
  'endpoint',
  'experiment',
  'algorithm',
  'privacy',
  'mayReport',
  'ledger',
  'fetch',
  'bootstrap',
  'responseWindowMs',
  'maxDelayMs',
  'leaving',
  'worker',
  'sticky',
  'wasm',
  'inspect',
  'signal',
  'onError',
];

export interface Settings {
  readonly endpoint: URL;
  readonly name: string;
  readonly pinned: Pinned;
  readonly limit: Spend;
  readonly windowMs: number | undefined;
  readonly mayReport: () => boolean;
  readonly ledger: BudgetLedger | undefined;
  readonly fetch: Fetch;
  readonly responseWindowMs: number;
  readonly maxDelayMs: number;
  readonly leaving: 'keep' | 'send';
  readonly worker: URL | undefined;
  readonly sticky: 'session' | 'profile' | undefined;
  readonly wasm: WasmSource | undefined;
  readonly inspect: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onError: ((error: LdpError) => void) | undefined;
}

/** Throws `invalid_argument`, or `signal.reason`. */
export function readOptions(options: BanditOptions<AlgorithmType>, family: Family): Settings {
  requireRecord('options', options, OPTIONS);
  const name = requireExperimentName('experiment', options.experiment);
  const privacy = requireRecord('privacy', options.privacy, [
    'epsilon',
    'delta',
    'epsilonTotal',
    'deltaTotal',
    'windowMs',
  ]);
  const algorithm = family.complete(options.algorithm);
  const { epsilon, delta } = requireTerms(privacy, (algorithm['delta'] ?? 0) as number);
  const epsilonTotal = requireNumber(
    'privacy.epsilonTotal',
    privacy['epsilonTotal'],
    0,
    LARGEST_TOTAL,
  );
  if (epsilon > epsilonTotal) {
    const reason = `must be at least privacy.epsilon: ${8 * epsilon} pays for 8 reports`;
    throw invalidArgument('privacy.epsilonTotal', epsilonTotal, reason);
  }
  const { deltaTotal = Math.min(1, (delta * epsilonTotal) / epsilon) } = privacy;
  const { mayReport, ledger, fetch, wasm, onError } = options;
  const { responseWindowMs = 10_000, maxDelayMs = 30_000, inspect = false } = options;
  const { sticky } = options;
  const endpoint = readEndpoint(options.endpoint);
  return {
    endpoint,
    name,
    pinned: { experiment: name, algorithm, epsilon, delta },
    limit: {
      epsilon: epsilonTotal,
      delta: requireNumber('privacy.deltaTotal', deltaTotal, 0, 1),
    },
    windowMs: optional(privacy['windowMs'], (ms) =>
      requireInteger('privacy.windowMs', ms, 1, Number.MAX_SAFE_INTEGER),
    ),
    mayReport: mayReport === undefined ? () => true : requireFunction('mayReport', mayReport),
    ledger: ledger === undefined ? undefined : requireLedger(ledger),
    fetch:
      fetch === undefined
        ? (request) => globalThis.fetch(request)
        : requireFunction('fetch', fetch as Fetch),
    responseWindowMs: requireInteger('responseWindowMs', responseWindowMs, 1, 30 * DAY),
    maxDelayMs: requireInteger('maxDelayMs', maxDelayMs, 0, DAY),
    leaving: requireLeaving(options, endpoint),
    worker: optional(options.worker, (url) => requireWorker(url, responseWindowMs + maxDelayMs)),
    sticky: optional(sticky, (value) =>
      requireOneOf('sticky', value, ['session', 'profile'] as const),
    ),
    wasm: requireWasm('wasm', wasm),
    inspect: requireBoolean('inspect', inspect),
    signal: requireSignal('signal', options.signal),
    onError: onError === undefined ? undefined : requireFunction('onError', onError),
  };
}

/**
 * An answer to a request of a leaving page can wipe the ledger of its origin unseen, so a page sends
 * while it leaves to another origin only.
 */
function requireLeaving(
  { leaving = 'keep', worker }: BanditOptions<AlgorithmType>,
  endpoint: URL,
): 'keep' | 'send' {
  requireOneOf('leaving', leaving, ['keep', 'send'] as const);
  if (leaving === 'keep') return leaving;
  const reason =
    worker !== undefined
      ? 'must be "keep" with a worker'
      : endpoint.origin === here()?.origin
        ? 'must be "keep" for a collector on the origin of the page'
        : undefined;
  if (reason) throw invalidArgument('leaving', leaving, reason);
  return leaving;
}

function requireWorker(value: unknown, longestMs: number): URL {
  const path = value instanceof URL ? value.href : requireString('worker', value, 2_000);
  const base = here();
  const url = base && URL.canParse(path, base.href) ? new URL(path, base) : undefined;
  if (!url || url.origin !== base?.origin)
    throw invalidArgument('worker', path, 'must be a file on the origin of the page');
  if (longestMs + SETTLE_MS > LONGEST_FOR_WORKER_MS) {
    const limit = LONGEST_FOR_WORKER_MS - SETTLE_MS;
    const reason = `needs responseWindowMs + maxDelayMs of at most ${limit}, not ${longestMs}`;
    throw invalidArgument('worker', path, reason);
  }
  return url;
}

/** Where this page or worker is. */
function here(): URL | undefined {
  const base =
    (globalThis as { document?: Document }).document?.baseURI ??
    (globalThis as { location?: Location }).location?.href;
  return base === undefined ? undefined : new URL(base);
}

/** What one report may cost. The page states the delta itself: a default must not weaken a promise. */
function requireTerms(privacy: Readonly<Record<string, unknown>>, least: number): Spend {
  if (least === 0) return requirePureSpend('privacy', privacy);
  const { epsilon } = requirePureSpend('privacy', { epsilon: privacy['epsilon'] });
  const { delta } = privacy;
  if (typeof delta !== 'number' || !(delta >= least && delta <= LARGEST_DELTA)) {
    const reason = `must be a number from ${least} to ${LARGEST_DELTA}`;
    throw invalidArgument('privacy.delta', delta, reason);
  }
  return { epsilon, delta };
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

function readEndpoint(value: unknown): URL {
  if (typeof value !== 'string' && !(value instanceof URL))
    throw invalidArgument('endpoint', value, 'must be a URL');
  try {
    const url = new URL(value, here());
    const bare = !url.username && !url.password && !url.search && !url.hash;
    if (/^https?:$/.test(url.protocol) && bare) return url;
  } catch {
    // Reported below.
  }
  throw invalidArgument(
    'endpoint',
    String(value),
    'must be an http(s) URL without user, query and fragment, absolute outside a page',
  );
}

function requireLedger(value: BudgetLedger): BudgetLedger {
  const ledger = requireRecord('ledger', value);
  requireFunction('ledger.reserve', ledger['reserve'] as () => void);
  requireFunction('ledger.entries', ledger['entries'] as () => void);
  return value;
}
