// Those who send when this page is gone: the site's worker, and other tabs. They are told an address
// and a time at choose(), before there is an answer, and keep that time whether the page lives or
// not.

export const CHANNEL = 'ldp-bandits';
/** A page sends for a worker that has not sent so long after the time. */
const BACKUP_MS = 15_000;
/** Messages for a worker that is being fetched. */
const MOST_UNTOLD = 100;

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
  /** Of the worker; until it is there the page sends by itself. */
  registration: ServiceWorkerRegistration | undefined;
  /** What a worker that is being fetched will be told. Undefined: none is. */
  #untold: WorkerMessage[] | undefined;

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

  /** How long the page leaves a packet to the worker. */
  get lateMs(): number {
    return this.#worker ? BACKUP_MS : 0;
  }

  due(dueAt: number): void {
    this.#channel?.postMessage({ address: this.#address, dueAt } satisfies TabMessage);
    this.#tell({ ldpBandits: 'due', database: this.#database, dueAt });
    this.#take(dueAt);
  }

  /** Of all ways out of a click, this message alone was never lost in trials. */
  answered(id: string, body: string): void {
    this.#tell({ ldpBandits: 'final', id, body });
  }

  /** A worker is being fetched. */
  expectWorker(): void {
    this.#untold = [];
  }

  /** It is there, or will not come. */
  tellWorker(): void {
    const untold = this.#untold ?? [];
    this.#untold = undefined;
    for (const message of untold) this.#tell(message);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** The one of now: a new version of the file replaces it while the page is open. */
  get #worker(): ServiceWorker | null | undefined {
    return this.registration?.active;
  }

  /** One sender: were the page a little earlier than the worker, the time would tell of the page. */
  #take(dueAt: number): void {
    this.#watch(dueAt + this.lateMs);
  }

  #tell(message: WorkerMessage): void {
    try {
      const { active, waiting, installing } = this.registration ?? {};
      // One that is still being installed takes messages, too: the page may be gone when it is there.
      const worker = active ?? waiting ?? installing;
      if (worker) worker.postMessage(message);
      else if (this.#untold && this.#untold.length < MOST_UNTOLD) this.#untold.push(message);
    } catch {
      this.registration = undefined; // it is gone
    }
  }
}
