// WebKitGTK, the engine of Safari: a window of webkit-window.py that WebDriver drives.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { WebDriver } from './webdriver.js';
import { WebKitPage } from './webkit-page.js';

/** `npm run page-life` bundles this file to elsewhere, and runs at the root. */
const kWindow = [import.meta.dirname, join(process.cwd(), 'tests/browser/support')]
  .map((folder) => join(folder, 'webkit-window.py'))
  .find((file) => existsSync(file)) as string;
const kPatienceMs = 30_000;

/** What the window tells. */
type Told =
  | { readonly event: 'done'; readonly order: number }
  | { readonly event: 'closed'; readonly tab: number }
  | { readonly event: 'crashed'; readonly tab: number; readonly reason: string };

export type Order =
  | { readonly do: 'front' | 'close'; readonly tab: number }
  | { readonly do: 'script'; readonly tab: number; readonly source: string };

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param python an interpreter that has WebKitGTK's bindings
 * @param folder of the profile; undefined: a private window
 */
export async function launchWebKit(python: string, folder?: string): Promise<WebKitBrowser> {
  for (let attempt = 1; ; attempt++) {
    const browser = new WebKitBrowser(python, folder, await freePort(), await freePort());
    try {
      await browser.begin();
      return browser;
    } catch (error) {
      // Another process may have taken a port.
      await browser.kill();
      if (attempt === 3) throw error;
    }
  }
}

export class WebKitBrowser {
  readonly #window: ChildProcess;
  readonly #driver: WebDriver;
  /** By number; the first one stays empty: a session ends with its last tab. */
  readonly #pages: (WebKitPage | undefined)[] = [undefined];
  readonly #orders = new Map<number, () => void>();
  #orderCount = 0;
  #first = '';
  #version = '';

  constructor(python: string, folder: string | undefined, inspector: number, driver: number) {
    this.#driver = new WebDriver(driver);
    // A group of its own, so that `kill` reaches all processes of the browser.
    this.#window = spawn(
      python,
      [kWindow, ...[inspector, driver].map(String), ...(folder ? [folder] : [])],
      { detached: true, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] },
    );
    this.#window.on('error', () => {});
    this.#window.stdin?.on('error', () => {});
    const events = this.#window.stdio[3] as Readable;
    createInterface({ input: events }).on('line', (line) => this.#hear(JSON.parse(line) as Told));
    createInterface({ input: this.#window.stdout as Readable }).on('line', (line) => {
      const kind = /CONSOLE (?:JS |CONSOLEAPI )?(\w+) (.*)$/.exec(line);
      if (kind) this.#front()?.tell('console', messageOf(kind[1] as string, kind[2] as string));
    });
  }

  async begin(): Promise<void> {
    const ended = once(this.#window, 'exit').then(([code]) => {
      throw new Error(`The window of WebKitGTK ended with ${code}.`);
    });
    const begun = this.#driver.begin(kPatienceMs);
    for (const one of [ended, begun]) one.catch(() => {});
    const { version, tab } = await Promise.race([begun, ended]);
    this.#first = tab;
    this.#version = version;
  }

  get connected(): boolean {
    return this.#window.exitCode === null && this.#window.signalCode === null;
  }

  version = async (): Promise<string> => `WebKitGTK/${this.#version}`;

  /** A new tab, in front. */
  newPage(): Promise<WebKitPage> {
    return this.#driver.inTurn(async () => {
      const number = this.#pages.length;
      this.#pages.push(undefined);
      const opened = await this.#driver.commandNow(this.#first, 'POST', '/window/new', {
        type: 'tab',
      });
      const { handle } = opened as { handle: string };
      const page = new WebKitPage(this.#driver, handle, (order) =>
        this.#order({ ...order, tab: number }),
      );
      this.#pages[number] = page;
      return page;
    });
  }

  /** Ends the browser as its visitor does. */
  async close(): Promise<void> {
    if (!this.connected) return;
    const ended = once(this.#window, 'exit');
    const late = setTimeout(() => this.#killGroup(), 5_000);
    (this.#window.stdin as Writable).end();
    await ended;
    clearTimeout(late);
    this.#forget();
  }

  /** Kills every process of the browser. */
  async kill(): Promise<void> {
    if (this.connected && this.#window.pid !== undefined) {
      const ended = once(this.#window, 'exit');
      this.#killGroup();
      await ended;
    }
    this.#forget();
  }

  #killGroup(): void {
    try {
      process.kill(-(this.#window.pid as number), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  #forget(): void {
    for (const page of this.#pages) page?.forget();
    for (const done of this.#orders.values()) done();
    this.#orders.clear();
  }

  #order(order: Order): Promise<void> {
    if (!this.connected) return Promise.resolve();
    const number = ++this.#orderCount;
    return new Promise((resolve) => {
      this.#orders.set(number, resolve);
      (this.#window.stdin as Writable).write(`${JSON.stringify({ ...order, order: number })}\n`);
    });
  }

  #hear(told: Told): void {
    if (told.event === 'done') {
      this.#orders.get(told.order)?.();
      this.#orders.delete(told.order);
    } else if (told.event === 'closed') this.#pages[told.tab]?.forget();
    else this.#pages[told.tab]?.tell('error', new Error(told.reason));
  }

  #front(): WebKitPage | undefined {
    return this.#pages.filter((page) => page && !page.isClosed()).at(-1);
  }
}

/** A message of the console has no tab: it is told to the one in front. */
const messageOf = (type: string, text: string) => ({
  type: () => type.toLowerCase(),
  text: () => text,
});
