// Every option of createBandit, checked before anything is loaded, drawn, spent or sent.

import type { LdpError } from '../internal/errors.js';
import type { WasmSource } from '../internal/instantiate.js';
import { hasRequest, pageFetch } from '../internal/page-fetch.js';
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
  requireWasm,
} from '../internal/validate.js';
import type { Family } from './family.js';
import { readLeaving } from './leaving.js';
import type { Pinned } from './manifest.js';
import type { Fetch } from './transport.js';
import type { AlgorithmType, BanditOptions, BudgetLedger, Spend, TrustedAddress } from './types.js';

const DAY = 86_400_000;
/** Far beyond any meaningful budget, and exact in millionths. */
const LARGEST_TOTAL = 1e6;
/** A visitor does not look at an empty page for longer. */
const LONGEST_TIMEOUT_MS = 60_000;
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
  'timeoutMs',
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
  readonly timeoutMs: number;
  readonly responseWindowMs: number;
  readonly maxDelayMs: number;
  readonly leaving: 'keep' | 'send';
  readonly worker: URL | undefined;
  /** What stands for `worker` under Trusted Types, if the page has given it. */
  readonly trustedWorker: TrustedAddress | undefined;
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
  const { mayReport = () => true, fetch } = options;
  const { ledger, wasm, onError } = options;
  const { timeoutMs = 1_000 } = options;
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
    mayReport: requireFunction('mayReport', mayReport),
    ledger: optional(ledger, requireLedger),
    fetch: readFetch(fetch),
    timeoutMs: requireInteger('timeoutMs', timeoutMs, 0, LONGEST_TIMEOUT_MS),
    responseWindowMs: requireInteger('responseWindowMs', responseWindowMs, 1, 30 * DAY),
    maxDelayMs: requireInteger('maxDelayMs', maxDelayMs, 0, DAY),
    ...readLeaving(options, endpoint, here(), responseWindowMs + maxDelayMs),
    sticky: optional(sticky, (value) =>
      requireOneOf('sticky', value, ['session', 'profile'] as const),
    ),
    wasm: requireWasm('wasm', wasm),
    inspect: requireBoolean('inspect', inspect),
    signal: requireSignal('signal', options.signal),
    onError: optional(onError, (f) => requireFunction('onError', f)),
  };
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

function optional<V, T>(value: V | undefined, read: (value: V) => T): T | undefined {
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

/** The page's own is called with one Request. */
function readFetch(fetch: BanditOptions['fetch']): Fetch {
  if (fetch === undefined) return pageFetch;
  requireFunction('fetch', fetch);
  if (!hasRequest()) {
    const reason = 'is called with a Request, and a script of this page has replaced that class';
    throw invalidArgument('fetch', fetch, reason);
  }
  return (url, init) => fetch(new Request(url, init));
}

function requireLedger(value: BudgetLedger): BudgetLedger {
  const ledger = requireRecord('ledger', value);
  requireFunction('ledger.reserve', ledger['reserve'] as () => void);
  requireFunction('ledger.entries', ledger['entries'] as () => void);
  return value;
}
