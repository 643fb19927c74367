/**
 * Service Worker side: the pages that were visited, for when there is no network. Pages come from the network first,
 * files that are named by their content from the cache first. What belongs to the collector is not touched.
 */

/** What is used of a ServiceWorkerGlobalScope. */
interface Scope {
  readonly registration: { readonly scope: string };
  addEventListener(type: string, listener: (event: never) => void): void;
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchLike extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const NAME = 'ldp-site-';
/** Asks for files to be kept: those that a page had loaded before it had a worker. */
export interface Keep {
  readonly keep: readonly string[];
}

/**
 * @param scope the worker's `self`
 * @param version of the site's files; files of other versions are dropped
 * @param apart path below the scope that is left alone
 */
export function installShell(scope: Scope, version: string, apart: string): void {
  const { href: root, origin } = new URL(scope.registration.scope);
  const open = () => caches.open(NAME + version);
  const isOurs = (address: string) =>
    address.startsWith(root) && !address.startsWith(`${root}${apart}/`);

  scope.addEventListener('activate', (event: Extendable) => event.waitUntil(dropOthers()));
  scope.addEventListener('message', (event: Extendable & { readonly data: unknown }) => {
    const { keep = [] } = Object(event.data) as Partial<Keep>;
    event.waitUntil(Promise.all(keep.map(keepOne)));
  });
  scope.addEventListener('fetch', (event: FetchLike) => {
    const { request } = event;
    if (request.method !== 'GET' || !isOurs(request.url)) return;
    const isNamedByContent = request.url.startsWith(`${root}assets/`);
    event.respondWith(isNamedByContent ? cacheFirst(request) : networkFirst(request));
  });

  async function cacheFirst(request: Request): Promise<Response> {
    return (await known(request.url)) ?? fetchAndKeep(request);
  }

  async function networkFirst(request: Request): Promise<Response> {
    try {
      return await fetchAndKeep(request);
    } catch (error) {
      const response = await known(request.url);
      if (response) return response;
      throw error;
    }
  }

  async function fetchAndKeep(request: Request): Promise<Response> {
    const response = await fetch(request);
    if (response.ok && response.type === 'basic') await put(request.url, response.clone());
    return response;
  }

  /** Where the disk is full or refused the site works as it would without a worker. */
  const put = (address: string, response: Response) =>
    open()
      .then((cache) => cache.put(page(address), response))
      .catch(() => undefined);
  const known = (address: string) =>
    open()
      .then((cache) => cache.match(page(address)))
      .catch(() => undefined);

  async function keepOne(address: string): Promise<void> {
    if (!isOurs(address) || new URL(address).origin !== origin) return;
    if (await known(address)) return;
    await fetchAndKeep(new Request(address)).catch(() => undefined);
  }

  async function dropOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(NAME) && name !== NAME + version);
    await Promise.all(others.map((name) => caches.delete(name)));
  }
}

/** What follows `?` is state of the page, not another file. */
const page = (address: string) => address.replace(/[?#].*/, '');
