// Empties the outbox: by timer, each packet at the time that was drawn for it at choose(), or all
// at once by flush(). Which packets go and when depends on their due times and on the network,
// never on what is in them.
import { LdpError } from '../internal/errors.js';
import { times } from '../internal/list.js';
import { follow } from '../internal/signals.js';
import { Clock } from './clock.js';
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
  /** Before packets are taken: sets their times right, and gives a number to those that have none and are due. */
  early?(): Promise<void>;
}

type Total = Omit<FlushResult, 'pending'>;

export class Sender {
  readonly #outbox: Outbox;
  readonly #route: Route;
  readonly #owner: string;
  readonly #events: SenderEvents;
  readonly #clock = new Clock();
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
    const stop = follow(signal, this.stopped);
    try {
      const total = await this.#inTurn(() => this.#run(stop.signal, this.#owner));
      const { pending } = await this.#backlog();
      signal?.throwIfAborted();
      return { ...total, pending };
    } catch (cause) {
      const isHidden = stop.signal.aborted && cause !== signal?.reason;
      if (isHidden) this.#tell(() => this.#events.failed(asError(cause)));
      signal?.throwIfAborted();
      if (this.stopped.aborted) throw new LdpError('disposed', 'The bandit has been disposed.');
      // A failure of the network is no rejection.
      if (LdpError.is(cause, 'store_conflict') && cause.details['cause'] === 'unanswered') {
        this.#tell(() => this.#events.failed(cause));
        const { pending } = await this.#backlog();
        return { accepted: 0, duplicate: 0, rejected: 0, pending };
      }
      throw asError(cause);
    } finally {
      stop.end();
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
    const { dueAt } = await this.#backlog();
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
        if (total.accepted > 0) this.#tell(() => this.#events.delivered());
      }
      next = (await this.#backlog()).dueAt + this.#route.lateMs();
      this.#failures = 0;
    } catch (cause) {
      if (stop.aborted) return;
      this.#tell(() => this.#events.failed(asError(cause)));
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
    if (this.#events.maySend()) await stored(this.#events.early?.() ?? Promise.resolve());
    for (let more = true; more && this.#events.maySend(); ) {
      const { told } = this.#events;
      const { address, lateMs } = this.#route;
      const now = { at: Date.now(), lateMs: lateMs(), forwardMs: Math.max(0, this.#clock.setByMs) };
      const { packets, expired } = await stored(this.#outbox.take(address, now, told, owner));
      for (const packet of expired) this.#tell(() => this.#events.refused(packet, overdue()));
      total.rejected += expired.length;
      const failures = await this.#deliver(packets, signal, total);
      // What failed just now would be taken again at once.
      more = packets.length === BATCH && failures === 0 && !signal.aborted;
    }
    return total;
  }

  /**
   * Ends a try for each packet that was taken: it has left, is refused, or waits again. Adds to `total`, and resolves
   * with how many wait. Rejects after the last of them, if one could not be ended: its lease brings it back.
   */
  async #deliver(
    packets: readonly Packet[],
    signal: AbortSignal,
    total: { -readonly [Name in keyof Total]: Total[Name] },
  ): Promise<number> {
    const open = new Set(packets);
    let failures = 0;
    let trouble: LdpError | undefined;
    const queue = packets.values();
    const work = async () => {
      for (const packet of queue) {
        try {
          const counted = await this.#send(packet, signal);
          if (counted) total[counted]++;
          else failures++;
        } catch (cause) {
          trouble ??= asError(cause);
        }
        open.delete(packet);
      }
    };
    await Promise.all(times(PARALLEL, work));
    // None, unless the page has broken the loop above.
    for (const packet of open) {
      trouble ??= asError(undefined);
      const waitMs = pause(packet, undefined);
      await this.#putBack(packet, waitMs).catch(() => {});
      this.watch(Date.now() + waitMs);
    }
    if (trouble) throw trouble;
    return failures;
  }

  /** Undefined: it waits for another try. Rejects if the outbox does not take what became of it. */
  async #send(packet: Packet, signal: AbortSignal): Promise<keyof Total | undefined> {
    if (!this.#events.maySend()) {
      await this.#putBack(packet, 0);
      return undefined;
    }
    let accepted: Accepted;
    try {
      signal.throwIfAborted();
      accepted = await this.#route.post(packet, signal);
    } catch (error) {
      if (LdpError.is(error, 'report_rejected')) {
        // The device remembers a number that is closed; without that it spends for it once more.
        if (error.details['problem'] === 'stale_snapshot')
          await this.#outbox.refused(packet.target, snapshotIn(packet)).catch(() => {});
        await this.#remove(packet, () => this.#events.refused(packet, error));
        return 'rejected';
      }
      if (signal.aborted) await this.#putBack(packet, 0);
      else {
        const waitMs = pause(packet, error);
        this.#tell(() => this.#events.failed(asError(error)));
        await this.#putBack(packet, waitMs);
        this.watch(Date.now() + waitMs);
      }
      return undefined;
    }
    await this.#remove(packet, () => this.#events.sent(packet));
    return accepted.duplicate > 0 ? 'duplicate' : 'accepted';
  }

  /** The news is true even where the outbox does not take it. */
  async #remove(packet: Packet, news: () => void): Promise<void> {
    try {
      await stored(this.#outbox.settle(packet));
    } finally {
      this.#tell(news);
    }
  }

  #putBack(packet: Packet, waitMs: number): Promise<void> {
    return stored(this.#outbox.settle(packet, Date.now() + waitMs));
  }

  #backlog() {
    return stored(this.#outbox.backlog(this.#route.address));
  }

  /** Packets do not depend on what becomes of the news about them. */
  #tell(news: () => void): void {
    try {
      news();
    } catch (cause) {
      console.error(cause);
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

/** What is no LdpError comes from neither outbox nor collector. */
function asError(cause: unknown): LdpError {
  if (LdpError.is(cause)) return cause;
  const details = { cause: 'not_sent' };
  const text = 'A report could not be sent, and waits.';
  return new LdpError('transport', text, { details, cause, retryable: true });
}

/** What the outbox gives. Only its errors are errors of storage. */
async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw storageFailed(cause);
  }
}

const snapshotIn = ({ body }: Packet) => Number(/"snapshot":(\d+)/.exec(body)?.[1]);

export function storageFailed(cause: unknown): LdpError<'store_conflict'> {
  if (LdpError.is(cause, 'store_conflict')) return cause;
  return new LdpError(
    'store_conflict',
    'The ledger or the outbox on this device could not be written.',
    { cause, retryable: true },
  );
}
