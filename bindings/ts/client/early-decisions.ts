// Decisions about options that were shown before the newest snapshot was there. Each has a packet without a number, which
// costs nothing. Once the snapshot is there this page, or another sender, says which of them are reported.

import type { LdpError } from '../internal/errors.js';
import type { Drawn } from './core.js';
import {
  drawCoin,
  type Early,
  type EarlyPacket,
  type Fate,
  numbered,
  type Origin,
  termsOf,
} from './early.js';
import { isJournal, type Packet } from './journal.js';
import type { Parts } from './parts.js';
import { saysYes, storageFailed } from './sender.js';
import type { Newest } from './settle-early.js';
import type { LedgerEntry, Manifest } from './types.js';

/** The decision with a coin, and without a number. */
export function shownEarly(drawn: Drawn, origin: Origin): Drawn {
  const { body, fields } = drawn;
  const early = { ...origin, coin: drawCoin() };
  return { ...drawn, body: numbered(body, 0), fields: { ...fields, snapshot: 0 }, early };
}

/** What {@link EarlyDecisions} tell. */
interface Host {
  manifest(): Manifest;
  /** Whether the newest snapshot is new enough to be named now; if not, another is asked for, and comes here. */
  isYoung(): boolean;
  /** The packet is on the disk: it leaves at this time, if it leaves. */
  waiting(dueAt: number): void;
  /** It was not reported, or is paid for now and leaves at its time. */
  settled(packet: EarlyPacket, fate: Fate): void;
  failed(error: LdpError): void;
}

export class EarlyDecisions {
  readonly #parts: Parts;
  readonly #host: Host;
  readonly #putting = new Set<Promise<unknown>>();
  /** By id: who waits to hear what becomes of a decision of this page. */
  readonly #own = new Map<string, (fate: Fate) => void>();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: Parts, host: Host) {
    this.#parts = parts;
    this.#host = host;
  }

  /**
   * Puts the packet of silence on the disk, unpaid. `entry`: what it will cost. Resolves when it is known what becomes of
   * it.
   */
  open({ early, reported }: Drawn, packet: Packet, entry: LedgerEntry): Promise<Fate> {
    const { settings, ledger, outbox } = this.#parts;
    const { algorithm, epsilon, experiment } = settings.pinned;
    const { levels = [], levelAwareFrom = 0 } = algorithm as Levels;
    const level = levels.filter((one) => one <= epsilon).at(-1) ?? Infinity;
    const { limit, windowMs } = settings;
    const waits: Early = {
      ...(early as NonNullable<typeof early>),
      experiment,
      terms: termsOf(this.#host.manifest()),
      arms: algorithm['arms'] as number,
      arm: reported,
      isBelow: level < levelAwareFrom,
      dueAt: packet.dueAt,
      ...(isJournal(ledger) && { payment: { entry, limit, windowMs } }),
    };
    const { id } = packet;
    const putting = outbox.put({ ...packet, dueAt: Infinity, early: waits }).then(
      () => this.#host.waiting(packet.dueAt),
      (cause) => {
        this.#own.get(id)?.('storage_failed');
        this.#own.delete(id);
        this.#host.failed(storageFailed(cause));
      },
    );
    const over = () => void this.#putting.delete(putting);
    this.#putting.add(putting);
    putting.then(over, over);
    return new Promise((resolve) => this.#own.set(id, resolve));
  }

  /** Of this page, once they are on the disk. */
  async put(): Promise<void> {
    await Promise.all(this.#putting);
  }

  /**
   * Those of this page, and those of others that are due; one run at a time. A ledger of the page's own cannot pay and
   * number in one step: two pages would both pay, so only the page that chose settles there.
   */
  settle(newest: Newest): Promise<void> {
    const run = this.#last.then(() => this.#settle(newest));
    this.#last = run.catch(() => {});
    return run;
  }

  /** None of this page's is reported. */
  async drop(fate: Fate): Promise<void> {
    await this.put();
    const { outbox, transport } = this.#parts;
    for (const packet of await outbox.early(transport.address)) {
      if (!this.#own.has(packet.id)) continue;
      await outbox.number(packet.id, undefined, undefined);
      this.#tell(packet, fate);
    }
  }

  async #settle(newest: Newest): Promise<void> {
    await this.put();
    const { outbox, transport, settings, core, ledger } = this.#parts;
    const now = Date.now();
    const ours = (await outbox.early(transport.address)).filter(
      ({ id, early, expiresAt = Infinity }) =>
        now < expiresAt && (this.#own.has(id) || (early.payment && early.dueAt <= now)),
    );
    if (ours.length === 0 || !saysYes(settings.mayReport) || !this.#host.isYoung()) return;
    const { settle } = await import('./settle-early.js');
    const { limit, windowMs, name: experiment } = settings;
    const own = {
      entry: { ...core.cost, experiment, mechanism: settings.pinned.algorithm.type },
      pay: async (entry: LedgerEntry) => (await ledger.reserve(entry, limit, windowMs)) === true,
    };
    for (const packet of ours) this.#tell(packet, await settle(outbox, packet, newest, own));
  }

  #tell(packet: EarlyPacket, fate: Fate): void {
    this.#own.get(packet.id)?.(fate);
    this.#own.delete(packet.id);
    this.#host.settled(packet, fate);
  }
}

interface Levels {
  readonly levels?: readonly number[];
  readonly levelAwareFrom?: number;
}
