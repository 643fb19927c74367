// Empties the outbox: by timer, each packet at the time that was drawn for it at choose(), or all
// at once by flush(). Which packets go and when depends on their due times and on the network,
// never on what is in them.
import { LdpError } from '../internal/errors.js';
import { BATCH, LIFETIME_MS, type Outbox, type Packet } from './journal.js';
import type { Transport } from './transport.js';
import type { FlushResult } from './types.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
/** Requests in flight at a time. */
const PARALLEL = 6;
/** The longest time that setTimeout can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A report that was dropped: no failure that would end a run. */
const REJECTED = { accepted: 0, duplicate: 0 };

export interface SenderEvents {
  maySend(): boolean;
  sent(packet: Packet): void;
  /** Dropped for good: the collector refused it, or has not taken it in its lifetime. */
  refused(packet: Packet, error: LdpError): void;
  failed(error: LdpError): void;
  /** A run by timer has delivered something. */
  delivered(): void;
}

export class Sender {
  readonly #outbox: Outbox;
  readonly #transport: Transport;
  readonly #owner: string;
  /**
   * Name of the lock that serialises the tabs; undefined for an outbox that no other tab can see.
   */
  readonly #lock: string | undefined;
  readonly #events: SenderEvents;
  readonly #stop = new AbortController();
  /** Aborted when this sends no more. */
  readonly stopped = this.#stop.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;
  /** Stops by itself once the outbox is empty. */
  #finishing = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    outbox: Outbox,
    transport: Transport,
    owner: string,
    shared: boolean,
    events: SenderEvents,
  ) {
    this.#outbox = outbox;
    this.#transport = transport;
    this.#owner = owner;
    this.#lock = shared ? `ldp-bandits:${transport.address}` : undefined;
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
  async flush(signal: AbortSignal | undefined, keepalive: boolean): Promise<FlushResult> {
    const stop = signal ? AbortSignal.any([signal, this.stopped]) : this.stopped;
    const run = () => this.#run(stop, this.#owner, keepalive);
    // A page that is going away cannot wait for its turn; leases keep the packets apart.
    try {
      const total = keepalive ? await run() : await this.#inTurn(() => this.#locked(stop, run));
      const { pending } = await this.#outbox.backlog(this.#transport.address);
      signal?.throwIfAborted();
      return { ...total, pending };
    } catch (cause) {
      signal?.throwIfAborted();
      if (this.stopped.aborted) throw new LdpError('disposed', 'The bandit has been disposed.');
      throw storageFailed(cause);
    }
  }

  /**
   * Lets what is still queued leave, each packet at its own time, and stops then. Sending it now
   * would tell when the page was done with it.
   */
  async finish(): Promise<void> {
    this.#finishing = true;
    const { dueAt } = await this.#outbox.backlog(this.#transport.address);
    if (dueAt < Infinity) this.watch(dueAt);
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
        const total = await this.#inTurn(() =>
          this.#locked(stop, () => this.#run(stop, undefined, false)),
        );
        if (total.accepted > 0) this.#events.delivered();
      }
      next = (await this.#outbox.backlog(this.#transport.address)).dueAt;
    } catch (cause) {
      if (stop.aborted) return;
      this.#events.failed(storageFailed(cause));
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

  #locked<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
    return this.#lock && locks ? (locks.request(this.#lock, { signal }, run) as Promise<T>) : run();
  }

  async #run(
    signal: AbortSignal,
    owner: string | undefined,
    keepalive: boolean,
  ): Promise<Omit<FlushResult, 'pending'>> {
    const total = { accepted: 0, duplicate: 0, rejected: 0 };
    for (let more = true; more && this.#events.maySend(); ) {
      const packets = await this.#outbox.take(this.#transport.address, Date.now(), owner);
      let failures = 0;
      const queue = packets.values();
      const work = async () => {
        for (const packet of queue) {
          const answer = await this.#send(packet, signal, keepalive);
          total.accepted += answer?.accepted ?? 0;
          total.duplicate += answer?.duplicate ?? 0;
          if (answer === REJECTED) total.rejected++;
          if (!answer) failures++;
        }
      };
      await Promise.all(Array.from({ length: keepalive ? packets.length : PARALLEL }, work));
      // What failed just now would be taken again at once.
      more = packets.length === BATCH && failures === 0 && !signal.aborted;
    }
    return total;
  }

  async #send(packet: Packet, signal: AbortSignal, keepalive: boolean) {
    if (!this.#events.maySend()) {
      await this.#outbox.settle(packet, Date.now());
      return undefined;
    }
    if (packet.triedAt !== undefined && Date.now() - packet.triedAt > LIFETIME_MS) {
      await this.#outbox.settle(packet);
      this.#events.refused(packet, expired());
      return REJECTED;
    }
    try {
      signal.throwIfAborted();
      const answer = await this.#transport.post(packet.body, signal, keepalive);
      await this.#outbox.settle(packet);
      this.#events.sent(packet);
      return answer;
    } catch (error) {
      if (LdpError.is(error, 'report_rejected')) {
        await this.#outbox.settle(packet);
        this.#events.refused(packet, error);
        return REJECTED;
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

/** Doubles with every try; at least as long as the collector asks for. */
function pause(packet: Packet, error: unknown): number {
  const asked = LdpError.is(error) ? Number(error.details['retryAfterMs'] ?? 0) : 0;
  return Math.min(Math.max(FIRST_PAUSE_MS * 2 ** packet.attempts, asked), LONGEST_PAUSE_MS);
}

function expired(): LdpError<'report_rejected'> {
  return new LdpError('report_rejected', 'The collector did not take the report within a day.', {
    details: { problem: 'expired' },
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
