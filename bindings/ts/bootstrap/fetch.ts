// The bootstrap of a collector that runs elsewhere, from its public answers.

import { type Bootstrap, type BootstrapEntry, bootstrapOf } from '../internal/bootstrap.js';
import { invalidArgument } from '../internal/checks.js';
import { LdpError } from '../internal/errors.js';
import { pageFetch } from '../internal/page-fetch.js';
import { readUrl } from '../internal/read-url.js';

export interface FetchBootstrapOptions {
  /** Called with one Request. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly signal?: AbortSignal;
}

/**
 * As `collector.bootstrap(names)`, for a server that only reaches the collector's address. One request
 * an experiment; two where a collector of an older version or a cache answers the manifest alone.
 *
 * @param endpoint Base address of the collector, absolute.
 * @throws LdpError `invalid_argument`; `transport` with `details` `{url, status?}`; `signal.reason`.
 */
export async function fetchBootstrap<const Name extends string>(
  endpoint: string | URL,
  names: readonly Name[],
  options: FetchBootstrapOptions = {},
): Promise<Bootstrap<Name>> {
  const { fetch, signal } = options;
  const base = String(endpoint).replace(/\/+$/, '');
  if (!readUrl(base)) throw invalidArgument('endpoint', endpoint, 'must be an absolute address');
  const now = Date.now(); // before the snapshots: they may be newer, and never older
  const read = async (url: string): Promise<{ readonly snapshot?: object }> => {
    try {
      const init = { cache: 'no-store', ...(signal && { signal }) } as const;
      const response = await (fetch ? fetch(new Request(url, init)) : pageFetch(url, init));
      const answer: unknown = response.ok ? await response.json() : undefined;
      if (typeof answer === 'object' && answer !== null) return answer;
      if (response.ok) throw failed(url, 'did not answer with an object');
      throw failed(url, `answered ${response.status}`, { status: response.status });
    } catch (cause) {
      signal?.throwIfAborted();
      throw LdpError.is(cause) ? cause : failed(url, 'did not answer in JSON', {}, cause);
    }
  };
  const entries = names.map(async (name): Promise<readonly [Name, BootstrapEntry]> => {
    const url = `${base}/${encodeURIComponent(name)}`;
    const { snapshot, ...manifest } = await read(`${url}?snapshot`);
    return [name, { manifest, snapshot: snapshot ?? (await read(`${url}/snapshot`)) }];
  });
  return bootstrapOf(now, await Promise.all(entries));
}

function failed(url: string, what: string, more: object = {}, cause?: unknown) {
  return new LdpError('transport', `${url} ${what}.`, {
    details: { url, ...more },
    cause,
    retryable: true,
  });
}
