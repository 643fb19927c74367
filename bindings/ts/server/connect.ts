/**
 * Page side: find the collector in the Service Worker, or run one in this page and say why. A page must neither
 * wait without end nor guess: registration can hang, a hard reload leaves a page without a controller,
 * developer tools can bypass the worker, insecure origins have none.
 */

import type { AsyncOwned } from '../internal/disposable.js';
import {
  invalidArgument,
  requireFunction,
  requireInteger,
  requireOneOf,
  requireRecord,
  requireSignal,
} from '../internal/validate.js';
import { Broadcast, type Delivered, TAP_LIMITS } from './broadcast.js';
import { DEFAULT_MOUNT, mountUnder, tapChannel } from './mount.js';
import { COLLECTOR_HEADER, serveAt } from './serve-at.js';
import type { Arrival, Collector } from './types/index.js';

export interface ConnectOptions {
  /** The Service Worker's script. */
  readonly script: string | URL;
  /** Makes the collector of this page, if the Service Worker cannot serve. */
  readonly fallback: () => Promise<Collector>;
  /** As given to `installCollector`. Default `collector`. */
  readonly basePath?: string;
  /** Scope of the registration. Default: the directory of the script. Must contain this page. */
  readonly scope?: string | URL;
  /** Default `classic`, which every browser takes. */
  readonly type?: WorkerType;
  /** For registration, control and probe together, 1 to 600,000 ms. Default 5,000. */
  readonly timeoutMs?: number;
  /** Gives up; afterwards it ends the connection. */
  readonly signal?: AbortSignal;
}

export interface Connection extends AsyncOwned {
  readonly via: 'service-worker' | 'in-page';
  /** Requests below `endpoint` meet the collector, wherever it runs; others are the page's own. */
  readonly fetch: typeof globalThis.fetch;
  /** Base address of the collector, for `createBandit`. */
  readonly endpoint: URL;
  /** Why the Service Worker does not serve. Only with `in-page`. */
  readonly why?: string;
  /**
   * What arrived at the collector from this call on, from every page that it serves. Limits as for
   * `Collector.tap`.
   */
  tap(options?: { readonly signal?: AbortSignal }): AsyncIterable<Delivered<Arrival>>;
}

/** A reason not to use the Service Worker, in words for people. */
class Unavailable extends Error {}

/** @throws LdpError `invalid_argument`; `signal.reason`; whatever `fallback` rejects with. */
export async function connectCollector(options: ConnectOptions): Promise<Connection> {
  requireRecord('options', options);
  const signal = requireSignal('signal', options.signal);
  requireFunction('fallback', options.fallback);
  const { timeoutMs = 5_000, type = 'classic', basePath = DEFAULT_MOUNT } = options;
  requireInteger('timeoutMs', timeoutMs, 1, 600_000);
  requireOneOf('type', type, ['classic', 'module']);
  const script = requireUrl('script', options.script, document.baseURI);
  const scope =
    options.scope === undefined
      ? new URL('.', script)
      : requireUrl('scope', options.scope, document.baseURI);
  const endpoint = mountUnder(scope, basePath);

  let why: string;
  try {
    const work = control(script, scope, type).then(() => probe(endpoint));
    await within(work, timeoutMs, signal);
    return viaServiceWorker(endpoint, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Unavailable)) throw error;
    why = error.message;
  }
  const collector = await options.fallback();
  if (signal?.aborted) {
    await collector[Symbol.asyncDispose]();
    throw signal.reason;
  }
  return inPage(collector, endpoint, why, signal);
}

function requireUrl(parameter: string, value: unknown, base: string): URL {
  const isText = (typeof value === 'string' && value !== '') || value instanceof URL;
  if (!isText || !URL.canParse(value, base)) {
    throw invalidArgument(parameter, value, 'must be an address');
  }
  return new URL(value, base);
}

/** Resolves when a worker of this registration controls the page. */
async function control(script: URL, scope: URL, type: WorkerType): Promise<void> {
  const container = (navigator as Partial<Navigator>).serviceWorker;
  if (!container) {
    throw new Unavailable(
      globalThis.isSecureContext
        ? 'this browser offers no Service Worker here'
        : 'this page came over an insecure connection',
    );
  }
  if (!document.location.href.startsWith(scope.href)) {
    throw new Unavailable('this page is outside the scope of the Service Worker');
  }
  let registration: ServiceWorkerRegistration;
  try {
    registration = await container.register(script, {
      scope: scope.href,
      type,
      updateViaCache: 'none',
    });
    await container.ready;
  } catch (error) {
    throw new Unavailable(`the Service Worker did not start (${(error as Error).name})`);
  }
  if (container.controller !== null) return;
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true });
    registration.active?.postMessage('claim');
    if (container.controller !== null) resolve();
  });
}

/** Is it a collector that answers, and not a static host behind a bypassed worker? */
async function probe(endpoint: URL): Promise<void> {
  let response: Response;
  try {
    response = await fetch(new URL('healthz', endpoint), { cache: 'no-store' });
  } catch {
    throw new Unavailable('requests do not reach the Service Worker');
  }
  if (response.headers.get(COLLECTOR_HEADER) === null) {
    const { detail } = await response.json().catch(() => ({ detail: null }));
    throw new Unavailable(
      typeof detail === 'string' ? detail : 'requests bypass the Service Worker',
    );
  }
  if (!response.ok) {
    const { detail } = await response.json();
    throw new Unavailable(`the collector in the Service Worker cannot serve: ${detail}`);
  }
}

/** Rejects with Unavailable after `ms`, with the reason on abort. `work` cannot be cancelled. */
function within<T>(work: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => settle(() => reject(signal?.reason));
    const late = new Unavailable(`the Service Worker was not ready within ${ms} ms`);
    const timer = setTimeout(() => settle(() => reject(late)), ms);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      act();
    };
    signal?.addEventListener('abort', abort, { once: true });
    work.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}

function viaServiceWorker(endpoint: URL, signal: AbortSignal | undefined): Connection {
  const arrivals = new Broadcast<Arrival>(TAP_LIMITS, ({ body }) => body.length);
  const channel = new BroadcastChannel(tapChannel(endpoint));
  channel.onmessage = (event: MessageEvent<Delivered<Arrival>>) => {
    arrivals.write(event.data);
  };
  const close = async () => {
    signal?.removeEventListener('abort', close);
    channel.close();
    arrivals.end();
  };
  signal?.addEventListener('abort', close, { once: true });
  return {
    via: 'service-worker',
    fetch: (input, init) => globalThis.fetch(input, init),
    endpoint,
    tap: (options = {}) => arrivals.read(requireSignal('signal', options.signal)),
    dispose: close,
    [Symbol.asyncDispose]: close,
  };
}

function inPage(
  collector: Collector,
  endpoint: URL,
  why: string,
  signal: AbortSignal | undefined,
): Connection {
  const close = async () => {
    signal?.removeEventListener('abort', close);
    await collector[Symbol.asyncDispose]();
  };
  signal?.addEventListener('abort', close, { once: true });
  return {
    via: 'in-page',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(endpoint.href)) return globalThis.fetch(request);
      request.signal.throwIfAborted();
      return serveAt(collector, request, endpoint.pathname.slice(0, -1));
    },
    endpoint,
    why,
    tap: (options) => collector.tap(options),
    dispose: close,
    [Symbol.asyncDispose]: close,
  };
}
