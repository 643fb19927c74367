// Requests to the collector. They carry no credentials and no referrer and are never cached; what
// comes back is foreign input of bounded size.

import { LdpError } from '../internal/errors.js';
import { toJson } from '../internal/json.js';
import { type Follower, timeLimit } from '../internal/signals.js';
import { readFields } from './core.js';
import { explained, watchPolicy } from './explained.js';
import type { Closed } from './journal.js';
import { askOwn, isOwn, isRedirect, lookAt } from './own-origin.js';

const MAXIMUM_SNAPSHOT_BYTES = 1024 * 1024;
/** A manifest of 256 KiB, and a snapshot. */
const MAXIMUM_MANIFEST_BYTES = MAXIMUM_SNAPSHOT_BYTES + 256 * 1024;
const MAXIMUM_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** Refusals by the collector itself; sending the same bytes again changes nothing. */
const FINAL_PROBLEMS = ['report_rejected', 'stale_snapshot'];
const RETRYABLE = [404, 408, 425, 429];
/** A browser allows 64 KiB of requests that outlive a page at once; six are in flight. */
const LONGEST_KEPT_ALIVE = 10_000;
/** Longest text of a collector that errors quote, in UTF-16 units; a longer one is left out. */
const LONGEST_TEXT = 500;

/** As the global `fetch`. No Request is made here: MooTools replaces that class for a whole page. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Fetched {
  readonly value: unknown;
  readonly digest: `sha256-${string}`;
}

export interface FetchedSnapshot extends Fetched {
  /** It takes no reports any more. */
  readonly isClosed?: boolean;
  /** What stands in the way of the newest one. */
  readonly problem?: LdpError;
}

/** A manifest as it came. */
interface WithSnapshot {
  readonly snapshot?: unknown;
}

export interface Accepted {
  readonly accepted: number;
  readonly duplicate: number;
}

export class Transport {
  /** Base address of the experiment. */
  readonly address: string;
  readonly #fetch: Fetch;

  constructor(endpoint: URL, experiment: string, fetch: Fetch) {
    this.address = `${endpoint.href.replace(/\/+$/, '')}/${encodeURIComponent(experiment)}`;
    this.#fetch = fetch;
    watchPolicy();
  }

  /**
   * The manifest, with the newest snapshot in it where the collector knows this address: one answer costs a new visitor
   * one connection. A failure may ask once more, blindly, to tell a collector that is down from one that this page
   * may not read: only here, where nothing has been chosen yet, so that no request follows a report.
   */
  manifest(signal?: AbortSignal): Promise<WithSnapshot> {
    return this.#get(`${this.address}?snapshot`, MAXIMUM_MANIFEST_BYTES, signal, this.#fetch);
  }

  /**
   * The newest snapshot. Where something between page and collector answers with one that takes no reports any more, it
   * is asked for once more under another address. `closed`: what the device knows of such numbers; `offered`: a manifest
   * that came just now, and has the snapshot in it unless the collector or a cache is of an older version.
   */
  async snapshot(
    signal: AbortSignal | undefined,
    closed: Promise<Closed | undefined>,
    offered?: WithSnapshot,
  ): Promise<FetchedSnapshot> {
    const known = closed.catch(() => {});
    const url = `${this.address}/snapshot`;
    const get = (from: string) => this.#get(from, MAXIMUM_SNAPSHOT_BYTES, signal).then(fetchedOf);
    const beside = offered?.snapshot;
    const fetched = await (beside ? fetchedOf(beside) : get(url));
    const { closed: number = 0, until = 0 } = (await known) || {};
    // Equal, not smaller: a second request must not tell a collector how two numbers compare. For the same end it is of a day.
    const takesNone = ({ value }: Fetched) =>
      number > 0 && Object(value).snapshot === number && Date.now() < until;
    if (!takesNone(fetched)) return fetched;
    const fresh = await get(freshAddress(url));
    const isClosed = takesNone(fresh);
    return { ...fresh, isClosed, problem: failed(url, isClosed ? 'closed' : 'cached') };
  }

  /**
   * Resolves when the collector holds the report durably. Rejects `transport` (try the same bytes
   * again), `unknown_experiment` (the same) or `report_rejected` with `details.problem` (never try
   * again). Anything but a collector's own refusal is a failure of transport: a proxy's 404 must not
   * lose a report.
   */
  async post(body: string, signal: AbortSignal | undefined): Promise<Accepted> {
    const url = `${this.address}/reports`;
    const limit = timeLimit(TIMEOUT_MS, signal);
    try {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // The request outlives the page; of its own origin, no answer may come when the page is gone.
        keepalive: body.length <= LONGEST_KEPT_ALIVE && !isOwn(url),
      } as const;
      const response = await this.#request(url, init, limit, signal);
      if (response.status !== 202) throw await refusal(url, response, body);
      const answer = await readJson(response, url, MAXIMUM_ANSWER_BYTES).catch(() => undefined);
      const duplicate = (Object(answer) as { duplicate?: unknown }).duplicate === 1 ? 1 : 0;
      return { accepted: 1 - duplicate, duplicate };
    } finally {
      limit.end();
    }
  }

  async #get(
    url: string,
    mostBytes: number,
    signal: AbortSignal | undefined,
    probe?: Fetch,
  ): Promise<object> {
    const limit = timeLimit(TIMEOUT_MS, signal);
    try {
      const response = await this.#request(url, { method: 'GET' }, limit, signal);
      if (response.status !== 200) throw await refusal(url, response);
      const value = await readJson(response, url, mostBytes);
      // Something else answers: that contradicts no term.
      if (!['protocol', 'v'].some((field) => field in Object(value))) throw failed(url, 'foreign');
      return value as object;
    } catch (error) {
      throw LdpError.is(error) ? await explained(error, probe) : error;
    } finally {
      limit.end();
    }
  }

  /** Asks for what is public, to see whether there is an answer. */
  async #look(): Promise<void> {
    const limit = timeLimit(TIMEOUT_MS, undefined);
    try {
      const { body } = await this.#request(this.address, { method: 'GET' }, limit, undefined);
      await body?.cancel();
    } catch {
      // There was none.
    } finally {
      limit.end();
    }
  }

  async #request(
    url: string,
    init: RequestInit,
    limit: Follower,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const send = this.#fetch; // called without `this`: the browser's fetch insists
    const ask = () =>
      send(url, {
        ...init,
        // A report is for the collector that the page named, and for no other; and a redirect is no failure.
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: limit.signal,
      });
    let response: Response;
    try {
      response = isOwn(url) ? await askOwn(ask, () => this.#look()) : await ask();
    } catch (cause) {
      signal?.throwIfAborted();
      throw failed(url, causeOf(limit.signal, cause), cause);
    }
    // A page's own `fetch` may have gone elsewhere.
    if (response.url && !isOwn(url) && isOwn(response.url)) lookAt(response);
    if (isRedirect(response)) throw failed(url, 'redirect');
    return response;
  }
}

/**
 * An address that no cache has seen in the last ten minutes. The time is cut, so that it is the same for all devices.
 */
const freshAddress = (url: string) => `${url}?fresh=${new Date().toISOString().slice(0, 15)}`;

/** Why there was no answer, as far as this is known at once; `explained` finds out more. */
function causeOf(limit: AbortSignal, error: unknown) {
  if (limit.aborted) return 'timeout';
  if ((globalThis as { navigator?: Navigator }).navigator?.onLine === false) return 'offline';
  return (error as Error | undefined)?.name === 'AbortError' ? 'aborted' : 'unreachable';
}

function failed(url: string, cause: string, error?: unknown): LdpError<'transport'> {
  return new LdpError('transport', `No answer from ${url} (${cause}).`, {
    details: { url, cause },
    cause: error,
    retryable: true,
  });
}

/**
 * What an answer says that is not the one asked for. Only what a collector itself says can be final.
 * Of its text nothing is passed on that repeats the id of the report: errors end up in logs.
 */
async function refusal(url: string, response: Response, report?: string): Promise<LdpError> {
  const { status, headers } = response;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json');
  const answer = isProblem && (await readJson(response, url, MAXIMUM_ANSWER_BYTES).catch(() => {}));
  const given = Object(answer) as Readonly<Record<string, unknown>>;
  const id = report && readFields(report).id;
  const read = (key: string) => {
    const value = given[key];
    const fits = typeof value === 'string' && value.length <= LONGEST_TEXT;
    return fits && !(id && value.includes(id)) ? value : undefined;
  };
  const problem = read('code');
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const found = {
    url,
    status,
    problem,
    detail: read('detail'),
    parameter: read('parameter'),
    retryAfterMs: seconds >= 0 ? seconds * 1000 : undefined,
    cause: status < 300 ? 'not_json' : undefined,
  };
  const details = Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  );
  const isFinal = report && status < 500 && FINAL_PROBLEMS.includes(problem as string);
  const isUnknown = problem === 'unknown_experiment';
  const code = isFinal ? 'report_rejected' : isUnknown ? problem : 'transport';
  return new LdpError(code, `${url} answered ${problem ? `${status} ${problem}` : status}.`, {
    details,
    retryable: !isFinal && (status >= 500 || RETRYABLE.includes(status)),
  });
}

async function readJson(response: Response, url: string, limit: number): Promise<unknown> {
  const reason = (why: string, cause?: unknown) =>
    new LdpError('transport', `No JSON from ${url}: ${why}.`, {
      details: { url, cause: 'not_json', reason: why },
      cause,
    });
  let text: string;
  try {
    text = await readLimited(response, limit);
  } catch (cause) {
    throw LdpError.is(cause) ? cause : reason('it broke off or is no UTF-8', cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw reason(text[0] === '<' ? 'it is HTML' : 'it cannot be read', cause);
  }
}

/**
 * A body that is longer than allowed is dropped where it passes the limit, not after it has filled
 * the memory.
 */
async function readLimited(response: Response, limit: number): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      reader?.cancel().catch(() => {}); // not awaited: a cloned body cancels with its twin only
      throw new LdpError('transport', `More than ${limit} bytes were refused.`, {
        details: { limit },
      });
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * With the SHA-256 of the bytes that a collector answers, which is what visitors can compare; empty on insecure
 * origins, where `crypto.subtle` is missing. Hashed here: a collector that gives one visitor a separate snapshot could
 * still announce the common hash. Of the value, since it came alone, in a manifest or in a page.
 */
export async function fetchedOf(value: unknown): Promise<Fetched> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const hash = await subtle?.digest('SHA-256', new TextEncoder().encode(toJson(value)));
  const bytes = new Uint8Array(hash ?? []);
  return { value, digest: `sha256-${btoa(String.fromCharCode(...bytes))}` };
}
