// Empties the outbox: by timer, each packet at the time that was drawn for it at choose(), or all
// at once by flush(). Which packets go and when depends on their due times and on the network,
// never on what is in them.
import { LdpError } from '../internal/errors.js';
import { BATCH, type Outbox, type Packet, type Told } from './journal.js';
import type { Accepted } from './transport.js';
import type { FlushResult } from './types.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
/** Requests in flight at a time. */
const PARALLEL = 6;
/** The longest time that setTimeout can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Where packets go. */
export interface Route {
  /** Of the packets that are sent. Undefined: of all. */
  readonly address: string | undefined;
  /** How long another sender comes first, in ms: were two equally early, the time would tell which. */
  lateMs(): number;
  /** Rejects `report_rejected` for a refusal that is final, anything else for one that is not. */
  post(packet: Packet, signal: AbortSignal): Promise<Accepted>;
}

export interface SenderEvents {
  /** Final bytes beside those on the disk. */
  readonly told: Told;
  maySend(): boolean;
  sent(packet: Packet): void;
  /** Dropped for good: the collector refused it, or its time was over. */
  refused(packet: Packet, error: LdpError): void;
  failed(error: LdpError): void;
  /** A run by timer has delivered something. */
  delivered(): void;
}

type Total = Omit<FlushResult, 'pending'>;

export class Sender {
  readonly #outbox: Outbox;
  readonly #route: Route;
  readonly #owner: string;
  readonly #events: SenderEvents;
  readonly #stop = new AbortController();
  /** Aborted when this sends no more. */
  readonly stopped = this.#stop.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;
  /** Stops by itself once the outbox is empty. */
  #finishing = false;
  #last: Promise<unknown> = Promise.resolve();
  /** Times in a row that the outbox failed. */
  #failures = 0;

  constructor(outbox: Outbox, route: Route, owner: string, events: SenderEvents) {
    this.#outbox = outbox;
    this.#route = route;
    this.#owner = owner;
    this.#events = events;
  }

  /** Wakes up at `dueAt`, or earlier if something else is due earlier. */
  watch(dueAt: number): void {
    if (dueAt >= this.#timerAt || this.stopped.aborted) return;
    clearTimeout(this.#timer);
    this.#timerAt = dueAt;
    this.#timer = setTimeout(
      () => this.#wake(),
      Math.min(Math.max(dueAt - Date.now(), 0), LONGEST_TIMER_MS),
    );
    // In Node a waiting report must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Sends everything that this bandit has queued and everything that is due. */
  async flush(signal: AbortSignal | undefined): Promise<FlushResult> {
    const stop = signal ? AbortSignal.any([signal, this.stopped]) : this.stopped;
    try {
      const total = await this.#inTurn(() => this.#run(stop, this.#owner));
      const { pending } = await this.#outbox.backlog(this.#route.address);
      signal?.throwIfAborted();
      return { ...total, pending };
    } catch (cause) {
      signal?.throwIfAborted();
      if (this.stopped.aborted) throw new LdpError('disposed', 'The bandit has been disposed.');
      throw storageFailed(cause);
    }
  }

  /** Sends what is due, and watches for the next. Never rejects. */
  async sendDue(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#wake();
  }

  /**
   * Lets what is still queued leave, each packet at its own time, and stops then. Sending it now
   * would tell when the page was done with it.
   */
  async finish(): Promise<void> {
    this.#finishing = true;
    const { dueAt } = await this.#outbox.backlog(this.#route.address);
    if (dueAt < Infinity) this.watch(dueAt + this.#route.lateMs());
    else this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  /** Resolves when nothing is in flight any more. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #wake(): Promise<void> {
    this.#timerAt = Infinity;
    const stop = this.stopped;
    let next: number;
    let pauseMs = FIRST_PAUSE_MS;
    try {
      if (!this.#events.maySend()) pauseMs = LONGEST_PAUSE_MS;
      else {
        const total = await this.#inTurn(() => this.#run(stop, undefined));
        if (total.accepted > 0) this.#events.delivered();
      }
      next = (await this.#outbox.backlog(this.#route.address)).dueAt + this.#route.lateMs();
      this.#failures = 0;
    } catch (cause) {
      if (stop.aborted) return;
      this.#events.failed(storageFailed(cause));
      pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
      next = 0;
    }
    if (next < Infinity) this.watch(Math.max(next, Date.now() + pauseMs));
    else if (this.#finishing) this.stop();
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #run(signal: AbortSignal, owner: string | undefined): Promise<Total> {
    const total = { accepted: 0, duplicate: 0, rejected: 0 };
    for (let more = true; more && this.#events.maySend(); ) {
      const { told } = this.#events;
      const { address, lateMs } = this.#route;
      const now = { at: Date.now(), lateMs: lateMs() };
      const { packets, expired } = await this.#outbox.take(address, now, told, owner);
      for (const packet of expired) this.#events.refused(packet, overdue());
      total.rejected += expired.length;
      let failures = 0;
      const queue = packets.values();
      const work = async () => {
        for (const packet of queue) {
          const counted = await this.#send(packet, signal);
          total.accepted += counted?.accepted ?? 0;
          total.duplicate += counted?.duplicate ?? 0;
          total.rejected += counted?.rejected ?? 0;
          if (!counted) failures++;
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
      // What failed just now would be taken again at once.
      more = packets.length === BATCH && failures === 0 && !signal.aborted;
    }
    return total;
  }

  /** Undefined: it waits for another try. */
  async #send(packet: Packet, signal: AbortSignal): Promise<Total | undefined> {
    if (!this.#events.maySend()) {
      await this.#outbox.settle(packet, Date.now());
      return undefined;
    }
    try {
      signal.throwIfAborted();
      const answer = await this.#route.post(packet, signal);
      await this.#outbox.settle(packet);
      this.#events.sent(packet);
      return { ...answer, rejected: 0 };
    } catch (error) {
      if (LdpError.is(error, 'report_rejected')) {
        await this.#outbox.settle(packet);
        this.#events.refused(packet, error);
        return { accepted: 0, duplicate: 0, rejected: 1 };
      }
      const retryAt = Date.now() + (signal.aborted ? 0 : pause(packet, error));
      await this.#outbox.settle(packet, retryAt);
      if (!signal.aborted) {
        this.#events.failed(LdpError.is(error) ? error : storageFailed(error));
        this.watch(retryAt);
      }
      return undefined;
    }
  }
}

/** Anything but a clear yes is a no. */
export function saysYes(ask: () => boolean): boolean {
  try {
    return ask() === true;
  } catch {
    return false;
  }
}

/** Doubles with every try; at least as long as the collector asks for. */
function pause(packet: Packet, error: unknown): number {
  const asked = LdpError.is(error) ? Number(error.details['retryAfterMs'] ?? 0) : 0;
  return Math.min(Math.max(FIRST_PAUSE_MS * 2 ** packet.attempts, asked), LONGEST_PAUSE_MS);
}

function overdue(): LdpError<'report_rejected'> {
  return new LdpError('report_rejected', 'A report could not be sent in its time.', {
    details: { cause: 'expired' },
  });
}

export function storageFailed(cause: unknown): LdpError<'store_conflict'> {
  if (LdpError.is(cause, 'store_conflict')) return cause;
  return new LdpError(
    'store_conflict',
    'The ledger or the outbox on this device could not be written.',
    { cause, retryable: true },
  );
}
