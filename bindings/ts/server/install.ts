/**
 * Service Worker side: hosts a collector behind `fetch`. The page's requests to it are ordinary
 * requests, visible in the Network tab, and none of them reaches the host.
 */
import { invalidArgument, requireRecord } from '../internal/validate.js';
import { answerFrom, lazily } from './lazy.js';
import { DEFAULT_MOUNT, mountUnder, tapChannel } from './mount.js';
import type { Collector } from './types/index.js';

/** What is used of a ServiceWorkerGlobalScope. */
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: never) => void): void;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchLike extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface InstallOptions {
  /** Path of the collector below the scope of the registration. Default `collector`. */
  readonly basePath?: string;
}

/**
 * Listens to install, activate, message and fetch. Call it while the worker's script runs first: a
 * browser takes no listeners later. Requests outside the collector's path are not touched: the
 * browser treats them as if there were no Service Worker.
 *
 * @param scope The worker's `self`.
 * @param collector Preferably a function: it is called at the first request to the collector, so
 *   that a worker which was woken for something else does not compile wasm, and again after a
 *   failure. The collector's own `basePath` does not matter here.
 * @throws LdpError `invalid_argument`.
 */
export function installCollector(
  scope: unknown,
  collector: Promise<Collector> | (() => Promise<Collector>),
  options: InstallOptions = {},
): void {
  const worker = requireScope(scope);
  const { basePath = DEFAULT_MOUNT } = requireRecord('options', options, ['basePath']);
  const given = collector as Partial<Promise<Collector>> | null | undefined;
  if (typeof collector !== 'function' && typeof given?.then !== 'function') {
    throw invalidArgument('collector', collector, 'must be a function or a promise');
  }
  const start = typeof collector === 'function' ? collector : () => collector;
  const mount = mountUnder(worker.registration.scope, basePath);
  const { origin } = new URL(worker.registration.scope);

  const get = lazily(async () => {
    const collector = await start();
    broadcastTap(collector, tapChannel(mount));
    return collector;
  });

  // A new version takes over at once: collectors keep nothing in memory that they would lose.
  worker.addEventListener('install', (event: Extendable) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event: Extendable) =>
    event.waitUntil(worker.clients.claim()),
  );
  // After a hard reload a page has no controller although the worker is active. It asks for one.
  worker.addEventListener('message', (event: Extendable & { readonly data: unknown }) => {
    if (event.data === 'claim') event.waitUntil(worker.clients.claim());
  });
  worker.addEventListener('fetch', (event: FetchLike) => {
    const url = new URL(event.request.url);
    if (url.origin !== origin || !url.pathname.startsWith(mount.pathname)) return;
    event.respondWith(answerFrom(get, event.request, mount.pathname.slice(0, -1)));
  });
}

/** Lets every page of the site see what arrived: nothing but what `tap` gives. */
function broadcastTap(collector: Collector, name: string): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(name);
  void (async () => {
    for await (const arrival of collector.tap()) channel.postMessage(arrival);
    channel.close();
  })();
}

function requireScope(scope: unknown): Scope {
  const worker = scope as Partial<Scope> | null | undefined;
  if (
    typeof worker?.addEventListener !== 'function' ||
    typeof worker.skipWaiting !== 'function' ||
    typeof worker.registration?.scope !== 'string'
  ) {
    throw invalidArgument('scope', scope, 'must be the `self` of a Service Worker');
  }
  return worker as Scope;
}
