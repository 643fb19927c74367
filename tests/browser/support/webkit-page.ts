// A tab of WebKitGTK, with the part of Puppeteer's `Page` that the tests use.
import { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { WebDriver } from './webdriver.js';
import type { Order } from './webkit.js';

type Distributed<T> = T extends unknown ? Omit<T, 'tab'> : never;

interface Patience {
  readonly timeout?: number;
}
type Script = string | ((...given: never[]) => unknown);

const kPatienceMs = 30_000;
const kElement = 'element-6066-11e4-a52e-4f735466cecf';
const kKeys: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** Runs in the page. What a promise becomes is kept there: a command that waited would hold up the other tabs. */
const begin = (script: Script) => `
  const [__given, __number] = arguments;
  const __run = () => ${typeof script === 'string' ? `(${script})` : `(${script})(...__given)`};
  {
    // Pages with Prototype.js write arrays, texts and numbers in a way of their own.
    const report = (value) => {
      const own = [Array, String, Number].map(({ prototype }) => [prototype, prototype.toJSON]);
      for (const [prototype] of own) delete prototype.toJSON;
      const text = JSON.stringify({ value });
      for (const [prototype, write] of own) if (write) prototype.toJSON = write;
      return text;
    };
    const fail = (error) => JSON.stringify({ error: String(error) });
    const calls = (window.__calls ??= new Map());
    try {
      const value = __run();
      if (typeof value?.then !== 'function') return report(value);
      calls.set(__number, undefined);
      value.then(report).catch(fail).then((last) => calls.set(__number, last));
    } catch (error) {
      return fail(error);
    }
  }`;
const kPoll = `
  if (!window.__calls?.has(arguments[0])) return 'gone';
  const state = window.__calls.get(arguments[0]);
  if (state !== undefined) window.__calls.delete(arguments[0]);
  return state;`;

/** Runs before the page's scripts: requests that it makes, kept over a reload. The driver shows none. */
const kWatchRequests = `{
  const seen = (window.__requests = JSON.parse(sessionStorage.getItem('requests') ?? '[]'));
  sessionStorage.removeItem('requests');
  addEventListener('pagehide', () => {
    if (seen.length > 0) sessionStorage.setItem('requests', JSON.stringify(seen.splice(0)));
  });
  const { fetch } = window;
  window.fetch = function (input, init) {
    const headers = new Headers(init?.headers ?? input.headers);
    const method = init?.method ?? input.method ?? 'GET';
    const url = new URL(input.url ?? input, location.href).href;
    seen.push({ method, url, headers: Object.fromEntries(headers) });
    return fetch.call(this, input, init);
  };
}`;

export class WebKitPage extends EventEmitter {
  readonly #driver: WebDriver;
  readonly #tab: string;
  readonly #order: (order: Distributed<Order>) => Promise<void>;
  #isClosed = false;
  #calls = 0;
  /** The scripts that are to run before the page's own are there. */
  #isPrepared: Promise<unknown> = Promise.resolve();

  constructor(driver: WebDriver, tab: string, order: (order: Distributed<Order>) => Promise<void>) {
    super();
    this.#driver = driver;
    this.#tab = tab;
    this.#order = order;
  }

  readonly keyboard = {
    press: async (key: string): Promise<void> => {
      const value = kKeys[key] ?? key;
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await this.bringToFront();
      await this.#command('POST', '/actions', {
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
  };

  /** As in Puppeteer; `request` shows what the page itself fetches, from its next load on. */
  override on(event: string, listener: (...given: never[]) => void): this {
    if (event === 'request' && this.listenerCount(event) === 0) void this.#watchRequests();
    return super.on(event, listener as (...given: unknown[]) => void);
  }

  /** Resolves when the page and all that belongs to it are there. */
  async goto(
    url: string,
    { waitUntil = 'load', timeout = kPatienceMs }: Patience & { readonly waitUntil?: string } = {},
  ): Promise<void> {
    const target = new URL(url);
    const [before, here] = await this.#run<[string, string]>(
      '[location.href.split("#")[0], location.href]',
    );
    const isSame = target.hash !== '' && before === target.href.split('#')[0] && here !== url;
    if (!isSame) await this.#mark();
    await this.#command('POST', '/url', { url });
    const isThere = isSame
      ? `location.href === ${JSON.stringify(target.href)}`
      : isNew(waitUntil === 'domcontentloaded');
    await this.#until(isThere, `a page at ${url}`, timeout);
  }

  async reload({ timeout = kPatienceMs }: Patience = {}): Promise<void> {
    await this.#mark();
    await this.#command('POST', '/refresh');
    await this.#until(isNew(false), 'the page again', timeout);
  }

  goBack = (): Promise<unknown> => this.#command('POST', '/back');
  goForward = (): Promise<unknown> => this.#command('POST', '/forward');

  /** Closes the tab as its visitor does: its page hears of it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const gone = new Promise((resolve) => this.once('close', resolve));
    await this.#order({ do: 'close' });
    await Promise.race([gone, after(kPatienceMs, undefined, { ref: false })]);
    if (!this.#isClosed) throw new Error('The tab does not close.');
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  bringToFront(): Promise<void> {
    return this.#order({ do: 'front' });
  }

  async evaluate<Result>(script: Script, ...given: unknown[]): Promise<Result> {
    const value = await this.#run<Result>(script, ...given);
    // A test that has seen what came of a request sees the request, too.
    if (this.listenerCount('request') > 0) await this.#tellRequests();
    return value;
  }

  evaluateOnNewDocument(script: Script, ...given: unknown[]): Promise<void> {
    const source =
      typeof script === 'string' ? script : `(${script})(...${JSON.stringify(given)});`;
    const added = this.#order({ do: 'script', source });
    this.#isPrepared = Promise.all([this.#isPrepared, added]);
    return added;
  }

  /** Resolves when the script gives something truthy. */
  async waitForFunction(
    script: Script,
    { timeout = kPatienceMs }: Patience = {},
    ...given: unknown[]
  ): Promise<void> {
    await this.#until(script, String(script), timeout, ...given);
  }

  /** A click of the mouse on the first element that matches. */
  async click(selector: string): Promise<void> {
    await this.bringToFront();
    const found = (await this.#command('POST', '/element', {
      using: 'css selector',
      value: selector,
    })) as Record<string, string>;
    await this.#command('POST', `/element/${found[kElement]}/click`);
  }

  async url(): Promise<string> {
    return (await this.#command('GET', '/url')) as string;
  }

  /** The tab is no more. */
  forget(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.emit('close');
  }

  /** Without a listener nothing happens, to an `error` neither. */
  tell(event: string, what: unknown): void {
    if (this.listenerCount(event) > 0) this.emit(event, what);
  }

  #command(method: string, path: string, body?: object): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('The tab is closed.'));
    return this.#driver.command(this.#tab, method, path, body);
  }

  #sync(script: string, ...args: unknown[]): Promise<unknown> {
    return this.#command('POST', '/execute/sync', { script, args });
  }

  async #run<Result>(script: Script, ...given: unknown[]): Promise<Result> {
    const number = ++this.#calls;
    let state = await this.#sync(begin(script), given, number);
    for (let turn = 0; typeof state !== 'string'; turn++) {
      await after(Math.min(2 + 2 * turn, 30));
      state = await this.#sync(kPoll, number);
      if (state === 'gone') throw new Error('The page was left while its script ran.');
    }
    const { value, error } = JSON.parse(state) as { value: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async #until(script: Script, what: string, timeout: number, ...given: unknown[]): Promise<void> {
    const deadline = Date.now() + timeout;
    for (;;) {
      // A page that is being left cannot answer.
      if (await this.#run(script, ...given).catch(() => false)) return;
      if (this.#isClosed) throw new Error(`The tab was closed before: ${what}`);
      if (Date.now() > deadline) throw new Error(`Waited ${timeout} ms in vain for: ${what}`);
      await after(20);
    }
  }

  /** So that the next page can be told from this one. */
  async #mark(): Promise<void> {
    await this.#isPrepared;
    await this.#run('void (window.__left = true)');
  }

  async #watchRequests(): Promise<void> {
    await this.evaluateOnNewDocument(kWatchRequests);
    while (!this.#isClosed) {
      await this.#tellRequests();
      await after(200, undefined, { ref: false });
    }
  }

  async #tellRequests(): Promise<void> {
    const seen = await this.#run<Seen[]>('window.__requests?.splice(0) ?? []').catch(() => []);
    for (const { method, url, headers } of seen) {
      this.emit('request', { method: () => method, url: () => url, headers: () => headers });
    }
  }
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const isNew = (early: boolean) =>
  `!window.__left && location.href !== 'about:blank' && ${early ? "document.readyState !== 'loading'" : "document.readyState === 'complete'"}`;
