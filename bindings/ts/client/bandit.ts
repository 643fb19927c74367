// The client half as a page holds it: ties the wasm core, the ledger, the outbox and the collector
// together.
import { LdpError } from '../internal/errors.js';
import { requireBoolean, requireRecord, requireSignal } from '../internal/validate.js';
import { hourOf } from './accounting.js';
import { budgetStatus } from './budget.js';
import { type Core, type Drawn, readFields } from './core.js';
import { type DecisionHost, LocalDecision } from './decision.js';
import { InFlight } from './in-flight.js';
import { isJournal, type Journal, type Outbox, type Packet } from './journal.js';
import { LoudHub } from './loud-hub.js';
import type { Settings } from './options.js';
import { describeReport } from './report.js';
import { Sender, storageFailed } from './sender.js';
import type { Fetched, Transport } from './transport.js';
import type {
  AlgorithmType,
  Bandit,
  BanditEvent,
  BudgetLedger,
  BudgetStatus,
  Decision,
  FlushResult,
  LedgerEntry,
  Manifest,
  SnapshotInfo,
  Spend,
  WithheldReason,
} from './types.js';

const NO_SNAPSHOT: SnapshotInfo = { id: 0, reports: 0, digest: 'sha256-' };
/** Snapshots are looked up by themselves at most this often. */
const REFRESH_PAUSE_MS = 30_000;

export interface Parts {
  readonly settings: Settings;
  readonly core: Core;
  readonly manifest: Manifest;
  readonly transport: Transport;
  readonly ledger: BudgetLedger | Journal;
  readonly outbox: Journal;
}

export class LocalBandit<T extends AlgorithmType> implements Bandit<T> {
  readonly manifest: Manifest<T>;
  readonly #settings: Settings;
  readonly #core: Core;
  readonly #transport: Transport;
  readonly #ledger: BudgetLedger | Journal;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #hub: LoudHub;
  readonly #owner = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #host: DecisionHost;
  readonly #busy = new InFlight();
  readonly #cost: Spend & { readonly rho: number };
  #snapshot: SnapshotInfo = NO_SNAPSHOT;
  /** The snapshot that the collector takes no reports for any more. */
  #staleId: number | undefined;
  #fetchedAt = -Infinity;
  #disposal: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.manifest = parts.manifest as Manifest<T>;
    this.#settings = parts.settings;
    this.#core = parts.core;
    this.#transport = parts.transport;
    this.#ledger = parts.ledger;
    this.#outbox = parts.outbox;
    this.#cost = {
      epsilon: this.#core.epsilonMicro / 1e6,
      delta: this.#core.deltaFemto / 1e15,
      rho: this.#core.rhoNano / 1e9,
    };
    this.#hub = new LoudHub(parts.settings.onError);
    this.#hub.watch([parts.ledger, parts.outbox]);
    const hub = this.#hub;
    this.#sender = new Sender(parts.outbox, parts.transport, this.#owner, parts.outbox.durable, {
      maySend: () => this.#mayReport(),
      sent: ({ id, body }) => hub.emit({ type: 'sent', ids: [id], bytes: body.length }),
      refused: (packet, error) => this.#refused(packet, error),
      failed: (error) => hub.emit({ type: 'error', error }),
      delivered: () => this.#refreshQuietly(REFRESH_PAUSE_MS),
    });
    const bandit = this;
    this.#host = {
      core: this.#core,
      inspect: this.#settings.inspect,
      get disposed() {
        return bandit.#disposal !== undefined;
      },
      answer: (id, body) => this.#outbox.answer(id, body),
      queued: (report, releaseAt) =>
        hub.emit({ type: 'queued', report, answered: true, releaseAt }),
      failed: (error) => hub.emit({ type: 'error', error }),
      track: (work) => this.#busy.track(work),
    };
  }

  get snapshot(): SnapshotInfo {
    return this.#snapshot;
  }

  /**
   * Looks for packets of earlier visits. Rejects `store_conflict` if the ledger that the page asked
   * for does not work.
   */
  async resume(): Promise<void> {
    try {
      this.#sender.watch((await this.#outbox.backlog(this.#transport.address)).dueAt);
    } catch (cause) {
      throw storageFailed(cause);
    }
    const end = () => {
      this.#sender.stop();
      void this[Symbol.asyncDispose]();
    };
    this.#settings.signal?.addEventListener('abort', end, {
      once: true,
      signal: this.#sender.stopped,
    });
  }

  choose(...context: readonly unknown[]): Decision<T> {
    this.#requireOpen();
    const drawn = this.#core.choose(context, this.#settings.maxDelayMs);
    const closesAt = Date.now() + this.#settings.responseWindowMs;
    const releaseAt = closesAt + drawn.delayMs;
    const entry: LedgerEntry = {
      ...this.#cost,
      at: hourOf(closesAt - this.#settings.responseWindowMs),
      experiment: this.#settings.name,
      snapshot: drawn.fields.snapshot,
      mechanism: this.#settings.pinned.algorithm.type,
      reportId: drawn.fields.id,
    };
    const withheld = this.#busy.track(this.#reserve(drawn, entry, releaseAt));
    return new LocalDecision(this.#host, {
      drawn,
      entry,
      closesAt,
      releaseAt,
      withheld,
    }) as unknown as Decision<T>;
  }

  async budget(): Promise<BudgetStatus> {
    this.#requireOpen();
    await this.#busy.settled(); // what `choose` has begun counts
    const { limit, windowMs } = this.#settings;
    return budgetStatus(this.#ledger, limit, windowMs);
  }

  async flush(
    options: { readonly signal?: AbortSignal; readonly keepalive?: boolean } = {},
  ): Promise<FlushResult> {
    this.#requireOpen();
    const given = requireRecord('options', options, ['signal', 'keepalive']);
    const signal = requireSignal('options.signal', given['signal']);
    const keepalive = requireBoolean('options.keepalive', given['keepalive'] ?? false);
    await this.#busy.settled();
    return this.#sender.flush(signal, keepalive);
  }

  async refresh(options: { readonly signal?: AbortSignal } = {}): Promise<SnapshotInfo> {
    this.#requireOpen();
    const signal = requireSignal(
      'options.signal',
      requireRecord('options', options, ['signal'])['signal'],
    );
    const fetched = await this.#transport.snapshot(signal);
    this.#requireOpen();
    return this.use(fetched);
  }

  /** Tells the page what it has not been told by a rejection. */
  tell(error: LdpError): void {
    this.#hub.emit({ type: 'error', error });
  }

  /** Takes a snapshot into use. Throws `manifest_mismatch`. */
  use({ value, digest }: Fetched): SnapshotInfo {
    const { id, reports, best } = this.#core.use(value);
    this.#snapshot = { id, reports, digest, ...(best && { best }) };
    this.#staleId = undefined;
    this.#fetchedAt = Date.now();
    this.#hub.emit({ type: 'snapshot', snapshot: this.#snapshot });
    return this.#snapshot;
  }

  events(options: { readonly signal?: AbortSignal } = {}): AsyncIterableIterator<BanditEvent> {
    return this.#hub.subscribe(options);
  }

  /**
   * Ends everything but the sending: packets of an outbox in memory still leave, each at its own
   * time, while the page lives; a durable outbox waits for the next visit.
   */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    await this.#busy.settled();
    const aborted = this.#settings.signal?.aborted === true;
    if ((this.#outbox as Journal).durable || aborted) this.#sender.stop();
    else await this.#sender.finish().catch(() => this.#sender.stop());
    await this.#sender.idle();
    this.#hub.end();
    this.#core.dispose();
  }

  /** Spends, then queues the neutral packet. Never rejects: a failure is a reason to withhold. */
  async #reserve(
    drawn: Drawn,
    entry: LedgerEntry,
    releaseAt: number,
  ): Promise<WithheldReason | undefined> {
    const reason = await this.#spend(drawn, entry, releaseAt);
    if (reason) this.#hub.emit({ type: 'withheld', reason });
    else {
      this.#sender.watch(releaseAt);
      if (!this.#hub.idle) {
        this.#hub.emit({
          type: 'queued',
          report: describeReport(this.#core, drawn.body, drawn.fields),
          answered: false,
          releaseAt,
        });
      }
    }
    return reason;
  }

  async #spend(
    drawn: Drawn,
    entry: LedgerEntry,
    dueAt: number,
  ): Promise<WithheldReason | undefined> {
    if (!this.#mayReport()) return 'may_not_report';
    if (drawn.withheld) return drawn.withheld;
    if (drawn.offline || drawn.fields.snapshot === this.#staleId) return 'stale_snapshot';
    const { limit, windowMs } = this.#settings;
    const packet: Packet = {
      id: entry.reportId,
      target: this.#transport.address,
      owner: this.#owner,
      body: drawn.body,
      state: 'queued',
      dueAt,
      attempts: 0,
    };
    try {
      const ledger = this.#ledger;
      if (isJournal(ledger))
        return (await ledger.spend(entry, limit, windowMs, packet))
          ? undefined
          : 'budget_exhausted';
      if ((await ledger.reserve(entry, limit, windowMs)) !== true) return 'budget_exhausted';
      await this.#outbox.put(packet);
      return undefined;
    } catch (cause) {
      this.#hub.emit({ type: 'error', error: storageFailed(cause) });
      return 'storage_failed';
    }
  }

  #refused(packet: Packet, error: LdpError): void {
    this.#hub.emit({ type: 'error', error });
    if (error.details['problem'] === 'stale_snapshot') {
      this.#hub.emit({ type: 'withheld', reason: 'stale_snapshot' });
      this.#staleId = readFields(packet.body).snapshot;
      this.#refreshQuietly(0);
    }
  }

  #refreshQuietly(pauseMs: number): void {
    if (this.#disposal || Date.now() - this.#fetchedAt < pauseMs) return;
    this.#fetchedAt = Date.now();
    this.refresh().catch((error: unknown) => {
      if (LdpError.is(error)) this.#hub.emit({ type: 'error', error });
    });
  }

  /** Anything but a clear yes is a no. */
  #mayReport(): boolean {
    try {
      return this.#settings.mayReport() === true;
    } catch {
      return false;
    }
  }

  #requireOpen(): void {
    if (this.#disposal) throw new LdpError('disposed', 'The bandit has been disposed.');
  }
}
