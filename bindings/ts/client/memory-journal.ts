// The journal of pages without IndexedDB, of Node, and of simulated visitors. It ends with the page
// and says so.
import { costOf, fits, type HourSum, hourOf, sum, toSpend, windowStart } from './accounting.js';
import {
  asRetry,
  asSending,
  BATCH,
  isTakeable,
  type Journal,
  type Packet,
  type Totals,
} from './journal.js';
import type { LedgerEntry, Spend } from './types.js';

export class MemoryJournal implements Journal {
  readonly durable = false;
  readonly #entries: LedgerEntry[] = [];
  readonly #hours = new Map<number, HourSum>();
  readonly #packets = new Map<string, Packet>();
  #clock = 0;

  async reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean> {
    const now = this.#now();
    const hour = hourOf(now);
    const cost = costOf(entry, hour);
    if (!fits(this.#sum(windowStart(now, windowMs)), cost, limit)) return false;
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
    if (!(await this.reserve(entry, limit, windowMs))) return false;
    this.#packets.set(packet.id, packet);
    return true;
  }

  async totals(windowMs: number | undefined): Promise<Totals> {
    return {
      window: toSpend(this.#sum(windowStart(this.#now(), windowMs))),
      lifetime: toSpend(this.#sum(0)),
    };
  }

  async put(packet: Packet): Promise<void> {
    this.#packets.set(packet.id, packet);
  }

  async answer(id: string, body: string): Promise<boolean> {
    const packet = this.#packets.get(id);
    if (packet?.state !== 'queued') return false;
    this.#packets.set(id, { ...packet, body });
    return true;
  }

  async take(target: string, now: number, owner?: string): Promise<Packet[]> {
    const taken: Packet[] = [];
    for (const packet of this.#packets.values()) {
      if (packet.target === target && isTakeable(packet, now, owner))
        taken.push(asSending(packet, now));
      if (taken.length === BATCH) break;
    }
    for (const packet of taken) this.#packets.set(packet.id, packet);
    return taken;
  }

  async settle(packet: Packet, retryAt?: number): Promise<void> {
    if (retryAt === undefined) this.#packets.delete(packet.id);
    else if (this.#packets.has(packet.id)) this.#packets.set(packet.id, asRetry(packet, retryAt));
  }

  async backlog(target: string): Promise<{ pending: number; dueAt: number }> {
    let pending = 0;
    let dueAt = Infinity;
    for (const packet of this.#packets.values()) {
      if (packet.target !== target) continue;
      pending++;
      dueAt = Math.min(dueAt, packet.dueAt);
    }
    return { pending, dueAt };
  }

  #sum(from: number): HourSum {
    let total = sum([]);
    for (const hour of this.#hours.values()) if (hour.hour >= from) total = sum([total, hour]);
    return total;
  }

  /** Never runs backwards: turning the clock back renews nothing. */
  #now(): number {
    this.#clock = Math.max(this.#clock, Date.now());
    return this.#clock;
  }
}
