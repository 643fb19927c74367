// Who sends when a page leaves, as its options say.

import { invalidArgument, requireOneOf, requireString } from '../internal/checks.js';
import { readUrl } from '../internal/read-url.js';
import { SETTLE_MS } from './journal.js';
import type { Settings } from './options.js';
import type { AlgorithmType, BanditOptions, TrustedAddress } from './types.js';

/** Firefox ends a Service Worker a minute after its last page. */
const LONGEST_FOR_WORKER_MS = 55_000;

/**
 * @param page Where this page or worker is.
 * @param longestMs From a choice until its report leaves.
 * @throws LdpError `invalid_argument`.
 */
export function readLeaving(
  { leaving = 'keep', worker }: BanditOptions<AlgorithmType>,
  endpoint: URL,
  page: URL | undefined,
  longestMs: number,
): Pick<Settings, 'leaving' | 'worker' | 'trustedWorker'> {
  requireOneOf('leaving', leaving, ['keep', 'send'] as const);
  // An answer to a request of a leaving page can wipe the ledger of its origin unseen, so a page sends
  // while it leaves to another origin only.
  const reason =
    worker !== undefined
      ? 'must be "keep" with a worker'
      : endpoint.origin === page?.origin
        ? 'must be "keep" for a collector on the origin of the page'
        : undefined;
  if (leaving !== 'keep' && reason) throw invalidArgument('leaving', leaving, reason);
  return {
    leaving,
    worker: worker === undefined ? undefined : requireWorker(worker, page, longestMs),
    trustedWorker: isTrusted(worker) ? worker : undefined,
  };
}

/** Passed on as it is: made from its text it would no longer be trusted. */
function isTrusted(value: unknown): value is TrustedAddress {
  return Object.prototype.toString.call(value) === '[object TrustedScriptURL]';
}

function requireWorker(value: unknown, page: URL | undefined, longestMs: number): URL {
  const isAddress = value instanceof URL || isTrusted(value);
  const path = isAddress ? String(value) : requireString('worker', value, 2_000);
  const url = page && readUrl(path, page);
  if (!url || url.origin !== page?.origin)
    throw invalidArgument('worker', path, 'must be a file on the origin of the page');
  if (longestMs + SETTLE_MS > LONGEST_FOR_WORKER_MS) {
    const limit = LONGEST_FOR_WORKER_MS - SETTLE_MS;
    const reason = `needs responseWindowMs + maxDelayMs of at most ${limit}, not ${longestMs}`;
    throw invalidArgument('worker', path, reason);
  }
  return url;
}
