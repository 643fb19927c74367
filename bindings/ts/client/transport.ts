// Requests to the collector. They carry no credentials and no referrer and are never cached; what
// comes back is foreign input of bounded size.
import { LdpError } from '../internal/errors.js';

const MAXIMUM_MANIFEST_BYTES = 256 * 1024;
const MAXIMUM_SNAPSHOT_BYTES = 1024 * 1024;
const MAXIMUM_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** What only a collector can say, and what a repetition of the same bytes cannot change. */
const FINAL_PROBLEMS = ['report_rejected', 'stale_snapshot'];

export type Fetch = (request: Request) => Promise<Response>;

export interface Fetched {
  readonly value: unknown;
  readonly digest: `sha256-${string}`;
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
  }

  manifest(signal?: AbortSignal): Promise<Fetched> {
    return this.#get(this.address, MAXIMUM_MANIFEST_BYTES, signal);
  }

  snapshot(signal?: AbortSignal): Promise<Fetched> {
    return this.#get(`${this.address}/snapshot`, MAXIMUM_SNAPSHOT_BYTES, signal);
  }

  /**
   * Resolves when the collector holds the report durably. Rejects `transport` (try the same bytes
   * again) or `report_rejected` with `details.problem` (never try again). Anything but a
   * collector's own refusal is a failure of transport: a proxy's 404 must not lose a report.
   */
  async post(body: string, signal: AbortSignal | undefined): Promise<Accepted> {
    const url = `${this.address}/reports`;
    const response = await this.#request(
      url,
      {
        method: 'POST',
        redirect: 'error', // the report is for the collector that the page named, and for no other
        headers: { 'content-type': 'application/json' },
        body,
        keepalive: true, // a page that is left while it sends has sent
      },
      signal,
    );
    const answer = (await readJson(response, url, MAXIMUM_ANSWER_BYTES).catch(() => null))
      ?.value as { accepted?: unknown; duplicate?: unknown; code?: unknown } | null;
    if (response.status === 202) {
      const duplicate = answer?.duplicate === 1 ? 1 : 0;
      return { accepted: 1 - duplicate, duplicate };
    }
    const problem = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? answer?.code
      : undefined;
    if (response.status < 500 && FINAL_PROBLEMS.includes(problem as string)) {
      throw new LdpError('report_rejected', `The collector refused the report: ${problem}.`, {
        details: { problem, status: response.status },
      });
    }
    throw failed(url, response);
  }

  async #get(url: string, limit: number, signal: AbortSignal | undefined): Promise<Fetched> {
    const response = await this.#request(url, { method: 'GET' }, signal);
    if (response.status !== 200) throw failed(url, response);
    const { bytes, value } = await readJson(response, url, limit);
    return { value, digest: await digest(bytes) };
  }

  async #request(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const request = new Request(url, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const send = this.#fetch; // called without `this`: the browser's fetch insists
    try {
      return await send(request);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new LdpError('transport', `No answer from ${url}.`, {
        details: { url },
        cause,
        retryable: true,
      });
    }
  }
}

function failed(url: string, response: Response): LdpError<'transport'> {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new LdpError('transport', `${url} answered with status ${status}.`, {
    details: { url, status, ...(seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {}) },
    retryable: status >= 500 || [404, 408, 425, 429].includes(status),
  });
}

async function readJson(
  response: Response,
  url: string,
  limit: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; value: unknown }> {
  const reason = (why: string, cause?: unknown) =>
    new LdpError('transport', `${url} did not answer with JSON: ${why}.`, {
      details: { url, reason: why },
      cause,
    });
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readLimited(response, limit);
  } catch (cause) {
    throw LdpError.is(cause) ? cause : reason('the body broke off', cause);
  }
  try {
    return { bytes, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (cause) {
    throw reason(bytes[0] === 0x3c ? 'it is HTML' : 'it cannot be read', cause);
  }
}

/**
 * A body that is longer than allowed is dropped where it passes the limit, not after it has filled
 * the memory.
 */
async function readLimited(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > limit) {
      reader?.cancel().catch(() => {}); // not awaited: a cloned body cancels with its twin only
      throw new LdpError('transport', `A body of more than ${limit} bytes was refused.`, {
        details: { limit },
      });
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * SHA-256 of the bytes as they arrived, which is what visitors can compare; empty on insecure
 * origins, where `crypto.subtle` is missing. Never what the collector says it is: one that gives
 * somebody a snapshot of their own would say the same to everybody.
 */
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<`sha256-${string}`> {
  if (!globalThis.crypto.subtle) return 'sha256-';
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}
