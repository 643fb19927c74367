// What a decision costs. Its spend and its packet of silence go to the disk, in one transaction where the ledger is
// the outbox, before an answer can leave; else there is no report.
import type { LdpError } from '../internal/errors.js';
import { hourOf } from './accounting.js';
import type { Drawn } from './core.js';
import type { CurrentSnapshot } from './current-snapshot.js';
import type { Fate } from './early.js';
import type { EarlyDecisions } from './early-decisions.js';
import { isJournal, type Packet } from './journal.js';
import type { Parts } from './parts.js';
import { saysYes, storageFailed } from './sender.js';
import type { LedgerEntry, WithheldReason } from './types.js';

/** What {@link Reservations} tell. */
interface Host {
  /** The packet of silence is on the disk. */
  queued(drawn: Drawn, dueAt: number, fate: Fate): void;
  withheld(reason: WithheldReason, id: string): void;
  failed(error: LdpError): void;
}

export class Reservations {
  /** Ids of decisions whose spend is not on the disk. */
  readonly unpaid = new Set<string>();
  readonly #parts: Parts;
  readonly #owner: string;
  readonly #current: CurrentSnapshot;
  readonly #early: EarlyDecisions;
  readonly #host: Host;
  /** Why nothing is reported on this page any more. */
  stopped: WithheldReason | undefined;

  /** `owner`: tells this page from others of its origin. */
  constructor(
    parts: Parts,
    owner: string,
    current: CurrentSnapshot,
    early: EarlyDecisions,
    host: Host,
  ) {
    this.#parts = parts;
    this.#owner = owner;
    this.#current = current;
    this.#early = early;
    this.#host = host;
  }

  /** Spends, then queues the packet of silence. Never rejects: a failure is a reason to withhold. */
  async reserve(drawn: Drawn, now: number, dueAt: number, expiresAt: number): Promise<Fate> {
    const { id } = drawn.fields;
    this.unpaid.add(id);
    const fate = await this.#spend(drawn, now, dueAt, expiresAt);
    if (fate !== 'awaiting_snapshot') this.unpaid.delete(id);
    if (typeof fate === 'string' && fate !== 'awaiting_snapshot') this.#host.withheld(fate, id);
    else this.#host.queued(drawn, dueAt, fate);
    return fate;
  }

  async #spend(drawn: Drawn, now: number, dueAt: number, expiresAt: number): Promise<Fate> {
    const { body, withheld, offline, early } = drawn;
    const { id, snapshot } = drawn.fields;
    const { core, settings, transport, ledger, outbox } = this.#parts;
    const { limit, windowMs } = settings;
    if (!saysYes(settings.mayReport)) return 'may_not_report';
    if (this.stopped) return this.stopped;
    if (this.#current.snapshot.ended) return 'experiment_ended';
    if (withheld) return withheld;
    if (early && !this.#parts.hasShares) return 'shown_early';
    if (!early && (offline || !(await this.#current.isFresh(snapshot, dueAt, expiresAt))))
      return 'stale_snapshot';
    const entry: LedgerEntry = {
      ...core.cost,
      at: hourOf(now),
      experiment: settings.name,
      snapshot,
      mechanism: settings.pinned.algorithm.type,
      reportId: id,
    };
    const packet: Packet = {
      id,
      target: transport.address,
      owner: this.#owner,
      body,
      state: 'queued',
      dueAt,
      expiresAt,
      attempts: 0,
    };
    if (early) return this.#early.open(drawn, packet, entry);
    try {
      if (isJournal(ledger))
        return (await ledger.spend(entry, limit, windowMs, packet))
          ? undefined
          : 'budget_exhausted';
      if ((await ledger.reserve(entry, limit, windowMs)) !== true) return 'budget_exhausted';
      await outbox.put(packet);
      return undefined;
    } catch (cause) {
      this.#host.failed(storageFailed(cause));
      return 'storage_failed';
    }
  }
}
