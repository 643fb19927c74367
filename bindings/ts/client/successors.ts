// Those who send when this page is gone: the site's worker, and other tabs. They are told an address
// and a time at choose(), before there is an answer, and keep that time whether the page lives or
// not.
import { LdpError } from '../internal/errors.js';

export const CHANNEL = 'ldp-bandits';
/** How long creation waits for a worker that is being installed. */
const READY_MS = 2_000;
/** A page sends for a worker that has not sent so long after the time. */
const BACKUP_MS = 15_000;

/** What a page tells the worker: when something is due, or the bytes of an answer. */
export type WorkerMessage =
  | { readonly ldpBandits: 'due'; readonly database: string; readonly dueAt: number }
  | { readonly ldpBandits: 'final'; readonly id: string; readonly body: string };

export interface TabMessage {
  readonly address: string;
  readonly dueAt: number;
}

export class Successors {
  readonly #address: string;
  readonly #database: string;
  readonly #watch: (dueAt: number) => void;
  #channel: BroadcastChannel | undefined;
  #worker: ServiceWorker | undefined;

  /** `watch`: this page looks at the outbox then. */
  constructor(address: string, database: string, watch: (dueAt: number) => void) {
    this.#address = address;
    this.#database = database;
    this.#watch = watch;
    if ((globalThis as { document?: unknown }).document && globalThis.BroadcastChannel) {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
        if (data?.address === address) this.#take(data.dueAt);
      };
    }
  }

  /**
   * Registers the worker, and waits a moment for it. Until it is there the page sends by itself.
   * Rejects `worker_failed`.
   */
  async register(url: URL): Promise<void> {
    try {
      // A scope of its own below the file: it controls no page.
      const scope = `${url.href}/`;
      const registration = await navigator.serviceWorker.register(url, { scope, type: 'module' });
      const pending = registration.installing ?? registration.waiting;
      if (!registration.active && pending) await activated(pending);
      this.#worker = registration.active ?? undefined;
      if (!this.#worker) {
        void activated(pending).then(() => {
          this.#worker = registration.active ?? undefined;
        });
      }
    } catch (cause) {
      throw new LdpError(
        'worker_failed',
        `The worker at ${url.href} could not be registered, so reports wait for a page of this site. Serve it from this origin as JavaScript, without a redirect.`,
        { details: { url: url.href }, cause },
      );
    }
  }

  due(dueAt: number): void {
    this.#channel?.postMessage({ address: this.#address, dueAt } satisfies TabMessage);
    this.#tell({ ldpBandits: 'due', database: this.#database, dueAt });
    this.#take(dueAt);
  }

  /** Of all ways out of a click, this message alone never failed (docs/page-life.md). */
  answered(id: string, body: string): void {
    this.#tell({ ldpBandits: 'final', id, body });
  }

  close(): void {
    this.#channel?.close();
  }

  /** One sender: were the page a little earlier than the worker, the time would tell of the page. */
  #take(dueAt: number): void {
    this.#watch(this.#worker ? dueAt + BACKUP_MS : dueAt);
  }

  #tell(message: WorkerMessage): void {
    try {
      this.#worker?.postMessage(message);
    } catch {
      this.#worker = undefined; // its registration is gone
    }
  }
}

function activated(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (worker?.state === 'activated' || worker?.state === 'redundant') resolve();
    };
    worker?.addEventListener('statechange', done);
    setTimeout(resolve, READY_MS);
    done();
  });
}
