// What to do about a request that failed, or a storage that cannot be used. Nothing here knows a
// report: the text is made of the address, the status and what the collector said.

import { LdpError } from '../internal/errors.js';
import { timeLimit } from '../internal/signals.js';
import { explainMismatch, type Mismatch } from './explain-mismatch.js';
import type { Fetch } from './transport.js';

/** The event of a blocked request may come after the request has failed. */
const POLICY_MS = 100;
const PROBE_MS = 10_000;

interface Details {
  readonly url?: string;
  readonly cause?: string;
  readonly status?: number;
  readonly problem?: string;
  readonly detail?: string;
  readonly parameter?: string;
}

/** What a page or a worker knows about itself; outside browsers nothing. */
const page = globalThis as { location?: Location; origin?: string; addEventListener?: unknown };

/** By origin: whether it answered a blind request. One request in the life of a page. */
const probed = new Map<string, Promise<boolean>>();

/** `blocked`: what the page's policy has blocked so far. */
export async function explain(
  error: LdpError,
  blocked: ReadonlySet<string>,
  probe: Fetch | undefined,
): Promise<LdpError> {
  if ('field' in error.details) {
    const { code, details, cause } = error;
    return new LdpError(code, explainMismatch(details as unknown as Mismatch), { details, cause });
  }
  const given = error.details as unknown as Details;
  const { url } = given;
  const cause =
    url && given.cause === 'unreachable' ? await findCause(url, blocked, probe) : given.cause;
  const details = cause === undefined ? given : { ...given, cause };
  const text =
    url === undefined ? `${error.message} ${adviceOnCause(cause)}` : textOf(url, details);
  return new LdpError(error.code, text.trim(), {
    details: details as unknown as Record<string, unknown>,
    cause: error.cause,
    retryable: error.retryable && cause !== 'csp' && cause !== 'mixed_content',
  });
}

async function findCause(
  url: string,
  blocked: ReadonlySet<string>,
  probe: Fetch | undefined,
): Promise<string> {
  const { protocol, hostname, origin } = new URL(url);
  const { location } = page;
  if (!location) return 'unreachable';
  const isLocal = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (location.protocol === 'https:' && protocol === 'http:' && !isLocal) return 'mixed_content';
  const isBlocked = () => [...blocked].some((address) => address !== '' && url.startsWith(address));
  if (!isBlocked()) await new Promise((resolve) => setTimeout(resolve, POLICY_MS));
  if (isBlocked()) return 'csp';
  if (location.origin === origin) return 'unreachable';
  if (probe && probed.size === 0) probed.set(origin, answers(url, probe));
  return (await probed.get(origin)) ? 'cors' : 'unreachable';
}

/** Whether there is any answer at all: a request that needs no permission, and shows nothing of it. */
async function answers(url: string, fetch: Fetch): Promise<boolean> {
  const limit = timeLimit(PROBE_MS);
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: limit.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    limit.end();
  }
}

function adviceOnCause(cause: string | undefined): string {
  switch (cause) {
    case 'wiped':
      return 'A Clear-Site-Data header of the page’s own origin does this while the page is open. The spent budget is written back, and this page reports no more. Put the collector on another origin.';
    case 'redirected':
      return 'A redirect may clear the storage of this site unseen, so this page reports no more. Set `endpoint` to the address that answers, or put the collector on another origin.';
    case 'unanswered':
      return 'A request without an answer may have cleared the storage of this site, so nothing is spent or sent until the collector answers.';
    case 'refused':
      return 'The privacy budget is kept there, so no report leaves. Pass `ledger: memoryLedger()` to accept a new budget with every page load.';
    case 'not_sent':
      return 'A script of this page may have replaced a built-in function that the library needs: see the cause of this error.';
    case 'expired':
      return 'The collector may have been down, no page of this site was open, or the clock of this device was set meanwhile.';
    default:
      return '';
  }
}

function textOf(url: string, details: Details): string {
  const { cause, status, problem, detail, parameter } = details;
  if (problem !== undefined) {
    const place = parameter === undefined ? '' : ` (${parameter})`;
    return `${url} answered ${status} ${problem}${place}: ${detail ?? adviceOn(problem)}`;
  }
  if (cause !== undefined) return `${found(cause, url)} ${advice(cause, new URL(url))}`;
  return `${url} answered ${status}, and not as a collector does. ${adviceOnStatus(status)}`;
}

function found(cause: string, url: string): string {
  if (cause === 'worker' || cause === 'chunk')
    return `The worker at ${url} could not be registered, so reports wait for a page of this site.`;
  if (cause === 'cached' || cause === 'closed')
    return `${url} is answered with a snapshot that takes no reports any more.`;
  if (cause === 'foreign') return `${url} answered with JSON that is not a collector’s.`;
  return cause === 'not_json'
    ? `${url} answered with something else than JSON.`
    : `No answer from ${url} (${cause}).`;
}

function advice(cause: string, { origin }: URL): string {
  switch (cause) {
    case 'offline':
      return 'The device is offline: reports wait here and leave when it is online again.';
    case 'csp':
      return `The Content-Security-Policy of this page blocks the request: add ${origin} to its connect-src.`;
    case 'cors':
      // That of its address is not the origin of a frame with `sandbox`.
      return page.origin === 'null'
        ? 'The collector answers, but this frame has the origin null, because its `sandbox` has no allow-same-origin: add that, or open the bandit in the page around it. Storage is refused there, too.'
        : `The collector answers, but not to pages of ${page.origin ?? page.location?.origin}: add this origin to the option \`cors\` of createCollector, or mend the path in \`endpoint\`. If it is there, a script of this page may add headers to requests, such as sentry-trace or traceparent: exclude ${origin} from its tracing.`;
    case 'mixed_content':
      return 'A page over https may not ask an address over http: serve the collector over https.';
    case 'redirect':
      return 'The page follows no redirect: set `endpoint` to the address that answers. A network that asks its visitors to sign in redirects, too.';
    case 'timeout':
      return 'Nothing came within 30 seconds: look at the load of the collector and at what lies between.';
    case 'aborted':
      return 'The request was cancelled by the browser or by the option `fetch`: see its cause.';
    case 'cached':
      return `Something before the collector, such as a service worker of this site, answers from its cache: let requests to ${origin} through. Until then this page asks for the newest one under another address.`;
    case 'closed':
      return 'The collector has refused two reports that named it as stale: its instances may not share a store, its store was set back, or a cache ignores queries. This page spends nothing for it.';
    case 'worker':
      return 'Serve it from this origin as JavaScript, without a redirect. Under require-trusted-types-for, allow the policy ldp-bandits in trusted-types, or pass a TrustedScriptURL.';
    case 'chunk':
      return 'A file of the package is missing: deploy all of them.';
    case 'not_json':
    case 'foreign':
      return 'Set `endpoint` to the address where the collector is mounted.';
    default:
      return 'Open this address in a tab: a warning about its certificate means TLS, a JSON text means that a content blocker, an origin that `cors` leaves out or a redirect stops the request, and no answer means that the collector is down.';
  }
}

function adviceOn(problem: string): string {
  switch (problem) {
    case 'unknown_experiment':
      return 'Add the experiment to the collector, or correct `experiment` in the page.';
    case 'stale_snapshot':
      return 'The report came after its epoch was closed: compare the times of page and collector.';
    case 'report_rejected':
      return 'Load the same version of ldp-bandits in the page and in the collector.';
    default:
      return 'Look at the log of the collector.';
  }
}

function adviceOnStatus(status: number | undefined): string {
  if (status === 404 || status === 405)
    return 'Set `endpoint` to the address where the collector is mounted.';
  if (status === 400 || status === 413 || status === 415)
    return 'Mount the collector before anything that reads or checks request bodies.';
  if (status === 401 || status === 403)
    return 'Let requests without credentials through to the collector.';
  return 'Look at what lies between the page and the collector, such as a proxy.';
}
