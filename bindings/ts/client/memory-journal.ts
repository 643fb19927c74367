// The journal of pages without IndexedDB, of Node, and of simulated visitors. It ends with the page
// and says so.
import {
  admits,
  costOf,
  type HourSum,
  holding,
  hourOf,
  type Pin,
  pinsWith,
  sum,
  toSpend,
} from './accounting.js';
import type { Move } from './clock.js';
import type { EarlyPacket } from './early.js';
import {
  asRetry,
  backlogOf,
  type Closed,
  closedWith,
  type Final,
  isEarly,
  type Journal,
  type Moment,
  moved,
  type Packet,
  type Payment,
  pick,
  type Taken,
  type Told,
  type Totals,
} from './journal.js';
import type { LedgerEntry, Spend } from './types.js';

export class MemoryJournal implements Journal {
  readonly durable = false;
  readonly #entries: LedgerEntry[] = [];
  readonly #hours = new Map<number, HourSum>();
  readonly #packets = new Map<string, Packet>();
  readonly #finals = new Map<string, Final>();
  readonly #closed = new Map<string, Closed>();
  #pins: readonly Pin[] = [];
  #clock = 0;

  async ready(): Promise<void> {}

  async reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean> {
    return this.#reserve(entry, limit, windowMs);
  }

  /** Without a pause, so that what two callers do never interleaves. */
  #reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): boolean {
    const now = this.#now();
    const hour = hourOf(now);
    const cost = costOf(entry, hour);
    this.#pins = pinsWith(this.#pins, limit, windowMs, now);
    if (!admits(this.#pins, [...this.#hours.values()], entry, now)) return false;
    const spent = this.#hours.get(hour);
    this.#hours.set(hour, spent ? sum([spent, cost], hour) : cost);
    this.#entries.push({ ...entry, at: hour });
    return true;
  }

  async *entries(): AsyncGenerator<LedgerEntry> {
    yield* this.#entries;
  }

  async spend(
    entry: LedgerEntry,
    limit: Spend,
    windowMs: number | undefined,
    packet: Packet,
  ): Promise<boolean> {
    if (!this.#reserve(entry, limit, windowMs)) return false;
    this.#packets.set(packet.id, packet);
    return true;
  }

  async pin(limit: Spend, windowMs: number | undefined): Promise<readonly Pin[]> {
    this.#pins = pinsWith(this.#pins, limit, windowMs, this.#now());
    return this.#pins;
  }

  async totals(limit: Spend, windowMs: number | undefined): Promise<Totals> {
    const hours = [...this.#hours.values()];
    const now = this.#now();
    const pins = pinsWith(this.#pins, limit, windowMs, now);
    return { ...holding(pins, hours, now), lifetime: toSpend(sum(hours)) };
  }

  async put(packet: Packet): Promise<void> {
    this.#packets.set(packet.id, packet);
  }

  finalize(finals: readonly Final[]): void {
    for (const final of finals) this.#finals.set(final.id, final);
  }

  async finalizeOnce(final: Final): Promise<boolean> {
    if (this.#finals.has(final.id)) return false;
    this.#finals.set(final.id, final);
    return true;
  }

  async take(target: string | undefined, now: Moment, told: Told, owner?: string): Promise<Taken> {
    const taken = pick(this.#at(target), this.#finals, now, told, owner);
    const gone = [...taken.expired, ...taken.left];
    for (const { id } of gone) this.#packets.delete(id);
    for (const packet of taken.packets) this.#packets.set(packet.id, packet);
    for (const { id } of [...gone, ...taken.packets]) this.#finals.delete(id);
    return taken;
  }

  async settle(packet: Packet, retryAt?: number): Promise<void> {
    if (retryAt === undefined) this.#packets.delete(packet.id);
    else if (this.#packets.has(packet.id)) this.#packets.set(packet.id, asRetry(packet, retryAt));
  }

  async backlog(target: string | undefined): Promise<{ pending: number; dueAt: number }> {
    return backlogOf(this.#at(target));
  }

  async move(move: Move): Promise<void> {
    for (const id of [...move.open, ...move.closed]) {
      const packet = this.#packets.get(id);
      const next = packet && moved(packet, move);
      if (next) this.#packets.set(id, next);
    }
  }

  async refused(target: string, snapshot: number): Promise<void> {
    this.#closed.set(target, closedWith(this.#closed.get(target), snapshot));
  }

  async closed(target: string): Promise<Closed | undefined> {
    return this.#closed.get(target);
  }

  async early(target: string | undefined): Promise<readonly EarlyPacket[]> {
    return this.#at(target).filter(isEarly);
  }

  async number(
    id: string,
    next: Packet | undefined,
    payment: Payment | undefined,
  ): Promise<'queued' | 'removed' | 'gone'> {
    const isThere = () => this.#packets.get(id)?.early !== undefined;
    if (!isThere()) return 'gone';
    const { entry, limit, windowMs } = payment ?? {};
    const isPaid = !entry || this.#reserve(entry, limit as Spend, windowMs);
    if (!next || !isPaid) this.#packets.delete(id);
    else this.#packets.set(id, next);
    return next && isPaid ? 'queued' : 'removed';
  }

  #at(target: string | undefined): readonly Packet[] {
    const all = [...this.#packets.values()];
    return target === undefined ? all : all.filter((packet) => packet.target === target);
  }

  /** Never runs backwards: turning the clock back renews nothing. */
  #now(): number {
    this.#clock = Math.max(this.#clock, Date.now());
    return this.#clock;
  }
}
