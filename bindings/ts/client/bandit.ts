// The client half as a page holds it: ties the wasm core, the ledger, the outbox and the collector
// together.
import { LdpError } from '../internal/errors.js';
import {
  invalidArgument,
  requireRecord,
  requireSignal,
  requireString,
} from '../internal/validate.js';
import { hourOf } from './accounting.js';
import { adopted } from './adopt.js';
import { type Core, type Drawn, readFields } from './core.js';
import { type DecisionHost, type Kept, KeptDecision, LocalDecision } from './decision.js';
import { InFlight } from './in-flight.js';
import { DAY_MS, isJournal, type Journal, type Packet, SETTLE_MS } from './journal.js';
import { KeptDecisions } from './kept-decisions.js';
import { LoudHub } from './loud-hub.js';
import { OpenDecisions } from './open-decisions.js';
import type { Settings } from './options.js';
import { watchPage } from './page-life.js';
import { describeReport } from './report.js';
import { Sender, saysYes, storageFailed } from './sender.js';
import { Successors } from './successors.js';
import type { Fetched, Transport } from './transport.js';
import type {
  Adopted,
  AlgorithmType,
  Bandit,
  BanditEvent,
  BudgetLedger,
  BudgetStatus,
  Decision,
  FlushResult,
  LedgerEntry,
  Manifest,
  Picked,
  SnapshotInfo,
  WithheldReason,
} from './types.js';

const NO_SNAPSHOT: SnapshotInfo = { id: 0, reports: 0, digest: 'sha256-', forgeries: null };
/** Snapshots are looked up by themselves at most this often. */
const REFRESH_PAUSE_MS = 30_000;
/** How long the next page may repeat bytes that left with a page. Later their id would link visits. */
const REPEAT_MS = 600_000;
/** The key of the decision that a sticky bandit shows again. */
const STICKY = '';

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
  readonly #outbox: Journal;
  readonly #open: OpenDecisions;
  readonly #kept: KeptDecisions;
  readonly #successors: Successors | undefined;
  readonly #sender: Sender;
  readonly #hub: LoudHub;
  readonly #owner = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #host: DecisionHost;
  readonly #busy = new InFlight();
  /** Of decisions with a key, by id: whether there is a report, while that is not known. */
  readonly #reserving = new Map<string, Promise<WithheldReason | undefined>>();
  /** Ids of decisions whose spend is not on the disk. */
  readonly #unpaid = new Set<string>();
  #snapshot: SnapshotInfo = NO_SNAPSHOT;
  /** The snapshot that the collector takes no reports for any more. */
  #staleId: number | undefined;
  #fetchedAt = -Infinity;
  /** By id, the snapshots that this page knows: when each was the newest, in ms since 1970. */
  readonly #newestAt = new Map<number, number>();
  #refreshing: Promise<unknown> | undefined;
  #disposal: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.manifest = parts.manifest as Manifest<T>;
    this.#settings = parts.settings;
    this.#core = parts.core;
    this.#transport = parts.transport;
    this.#ledger = parts.ledger;
    this.#outbox = parts.outbox;
    this.#hub = new LoudHub(parts.settings.onError);
    this.#hub.watch([parts.ledger, parts.outbox]);
    const hub = this.#hub;
    const { core, outbox, transport, settings } = parts;
    this.#open = new OpenDecisions({
      core,
      outbox,
      page: this.#owner,
      inspect: settings.inspect,
      answered: (id, body) => this.#successors?.answered(id, body),
      silent: (body, { fields, delayMs }, closesAt) => {
        if (hub.idle || this.#unpaid.has(fields.id)) return;
        const report = describeReport(core, body);
        const releaseAt = closesAt + SETTLE_MS + delayMs;
        hub.emit({ type: 'queued', report, answered: false, releaseAt });
      },
    });
    this.#kept = new KeptDecisions(transport.address, settings.sticky ?? 'profile');
    const { told } = this.#open;
    const bandit = this;
    const route = {
      address: transport.address,
      get lateMs() {
        return bandit.#successors?.lateMs ?? 0;
      },
      post: ({ body }: Packet, signal: AbortSignal) => transport.post(body, signal),
    };
    this.#sender = new Sender(outbox, route, this.#owner, {
      told,
      maySend: () => this.#mayReport(),
      sent: ({ id, body }) => {
        told.delete(id);
        hub.emit({ type: 'sent', ids: [id], bytes: body.length });
      },
      refused: (packet, error) => this.#refused(packet, error),
      failed: (error) => hub.emit({ type: 'error', error }),
      delivered: () => this.#refreshQuietly(REFRESH_PAUSE_MS),
    });
    if (outbox.durable) {
      const watch = (dueAt: number) => this.#sender.watch(dueAt);
      this.#successors = new Successors(transport.address, outbox.name ?? '', watch);
    }
    this.#host = {
      core,
      outbox,
      open: this.#open,
      cost: this.#core.cost,
      get disposed() {
        return bandit.#disposal !== undefined;
      },
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
   * Looks for packets of earlier visits, and follows the life of the page from now on. Rejects
   * `store_conflict` if the ledger that the page asked for does not work.
   */
  async resume(): Promise<void> {
    const { worker, signal } = this.#settings;
    if (worker && this.#successors) {
      await this.#successors.register(worker, (error) => this.tell(error));
    }
    await this.#lookBack().catch((cause: unknown) => {
      throw storageFailed(cause);
    });
    watchPage(this.#sender.stopped, {
      clicked: () => this.#open.write(),
      hidden: () => this.#open.write(),
      left: () => this.#leave(),
      restored: () => void this.#lookBack().catch((cause) => this.tell(storageFailed(cause))),
    });
    const end = () => {
      this.#sender.stop();
      void this.dispose();
    };
    signal?.addEventListener('abort', end, { once: true, signal: this.#sender.stopped });
  }

  choose(...context: readonly unknown[]): Decision<T> {
    this.#requireOpen();
    const { sticky } = this.#settings;
    const key = this.#readKey(context);
    const shown = sticky && this.#lookUp(STICKY);
    if (shown) return this.#keptDecision(shown);
    const given = this.#core.reopen ? [] : context;
    return this.#begin(this.#core.choose(given, this.#settings.maxDelayMs), key);
  }

  pick(): Picked {
    this.#requireOpen();
    this.#requireKeys('pick');
    const { action, fields, withheld } = this.#core.choose([], 0);
    return { action, snapshot: fields.snapshot, withheld } as Picked;
  }

  adopt(chosen: Adopted): Decision<T> {
    this.#requireOpen();
    this.#requireKeys('adopt');
    const { arms } = this.manifest.algorithm as unknown as { readonly arms: number };
    const drawn = adopted(this.#core, chosen, arms, this.#settings.maxDelayMs);
    const key = this.#readKey([{ key: chosen.key }]); // throws, and nothing is spent
    const shown = this.#settings.sticky && this.#lookUp(STICKY);
    if (shown && shown.fields['arm'] === drawn.action && !drawn.withheld)
      return this.#keptDecision(shown);
    return this.#begin(drawn, key);
  }

  /** Spends, and opens the decision. */
  #begin(drawn: Drawn, key: string | undefined): Decision<T> {
    const { sticky } = this.#settings;
    // A forced arm is a test: no later page shows it again.
    const isKept = (sticky !== undefined || key !== undefined) && drawn.withheld !== 'forced';
    const now = Date.now();
    const closesAt = now + this.#settings.responseWindowMs;
    const releaseAt = closesAt + SETTLE_MS + drawn.delayMs;
    const { id, snapshot } = drawn.fields;
    const { closesAfterMs, snapshotAgeMs } = this.manifest.timing;
    // Its snapshot was the newest then: the epoch is open that long at least.
    const openUntil = this.#since(snapshot) + closesAfterMs - snapshotAgeMs;
    const expiresAt = Math.min(Math.max(openUntil, releaseAt + SETTLE_MS), releaseAt + DAY_MS);
    const entry: LedgerEntry = {
      ...this.#core.cost,
      at: hourOf(now),
      experiment: this.#settings.name,
      snapshot,
      mechanism: this.#settings.pinned.algorithm.type,
      reportId: id,
    };
    if (!isKept) this.#open.add(drawn, closesAt, expiresAt);
    const withheld = this.#busy.track(this.#reserve(drawn, entry, releaseAt, expiresAt));
    if (!isKept) {
      return new LocalDecision(this.#host, drawn, releaseAt, withheld) as unknown as Decision<T>;
    }
    const kept: Kept = { fields: drawn.fields, closesAt, releaseAt, expiresAt, until: closesAt };
    const keep = (closes: number) => {
      if (key !== undefined) this.#kept.set(key, { ...kept, closesAt: closes, until: closes });
      if (sticky !== undefined)
        this.#kept.set(STICKY, { ...kept, closesAt: closes, until: now + 30 * DAY_MS });
    };
    if (!drawn.offline) {
      keep(closesAt);
      this.#reserving.set(id, withheld);
      void withheld.then((reason) => {
        this.#reserving.delete(id);
        if (reason) keep(0); // without a report there is no answer to take
      });
    }
    return new KeptDecision(this.#host, kept, withheld, drawn.offline) as unknown as Decision<T>;
  }

  async recall(key: string): Promise<Decision<T> | undefined> {
    this.#requireOpen();
    this.#requireKeys('recall');
    const kept = this.#lookUp(requireString('key', key, 200));
    return kept && this.#keptDecision(kept);
  }

  #keptDecision(kept: Kept): Decision<T> {
    const withheld = this.#reserving.get(kept.fields.id);
    return new KeptDecision(this.#host, kept, withheld) as unknown as Decision<T>;
  }

  async budget(): Promise<BudgetStatus> {
    this.#requireOpen();
    await this.#busy.settled(); // what `choose` has begun counts
    const { limit, windowMs } = this.#settings;
    const { budgetStatus } = await import('./budget.js'); // few pages ask
    return budgetStatus(this.#ledger, limit, windowMs);
  }

  async flush(options: { readonly signal?: AbortSignal } = {}): Promise<FlushResult> {
    this.#requireOpen();
    const given = requireRecord('options', options, ['signal']);
    const signal = requireSignal('options.signal', given['signal']);
    this.#open.close();
    await this.#busy.settled();
    return this.#sender.flush(signal);
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

  /**
   * Takes a snapshot into use that was the newest at `at`, in ms since 1970; a clock that is slow does not
   * make it newer than now. Throws `manifest_mismatch`.
   */
  use({ value, digest }: Fetched, at = Infinity): SnapshotInfo {
    const { id, reports, forgeries = null, best, ended } = this.#core.use(value);
    this.#snapshot = {
      id,
      reports,
      digest,
      forgeries,
      ...(best && { best }),
      ...(ended && { ended }),
    };
    this.#staleId = undefined;
    this.#fetchedAt = Math.min(at, Date.now());
    // A collector that closes its epochs at once promises nothing about times.
    this.#newestAt.set(id, this.manifest.timing.closesAfterMs ? this.#fetchedAt : Infinity);
    this.#hub.emit({ type: 'snapshot', snapshot: this.#snapshot });
    if (!this.#isYoung()) this.#refreshQuietly(0);
    return this.#snapshot;
  }

  events(options: { readonly signal?: AbortSignal } = {}): AsyncIterableIterator<BanditEvent> {
    return this.#hub.subscribe(options);
  }

  /** Ends everything but the sending: reports still leave, each at its own time. */
  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  async #dispose(): Promise<void> {
    this.#open.close();
    this.#open.stop();
    await this.#busy.settled();
    if (this.#settings.signal?.aborted === true) this.#sender.stop();
    else await this.#sender.finish().catch(() => this.#sender.stop());
    this.#successors?.close();
    await this.#sender.idle();
    this.#hub.end();
    this.#core.dispose();
  }

  /** The page goes away. Synchronous from here to the end: nothing runs afterwards. */
  #leave(): void {
    const sends = this.#settings.leaving === 'send' && this.#mayReport() && navigator.onLine;
    const unpaid = new Set(this.#unpaid); // closing forgets nothing about the budget
    const finals = this.#open.close(this.#owner, sends ? Date.now() + REPEAT_MS : undefined);
    if (!sends) return;
    for (const { id, body, leftUntil } of finals) {
      // The page is gone before an answer comes. What fails waits for the next page.
      if (leftUntil !== undefined && !unpaid.has(id))
        this.#transport.post(body, this.#sender.stopped).catch(() => {});
    }
  }

  async #lookBack(): Promise<void> {
    await this.#outbox.ready();
    const { dueAt } = await this.#outbox.backlog(this.#transport.address);
    if (dueAt === Infinity) return;
    if (this.#successors) this.#successors.due(dueAt);
    else this.#sender.watch(dueAt);
  }

  /** Spends, then queues the neutral packet. Never rejects: a failure is a reason to withhold. */
  async #reserve(
    drawn: Drawn,
    entry: LedgerEntry,
    releaseAt: number,
    expiresAt: number,
  ): Promise<WithheldReason | undefined> {
    const { reportId } = entry;
    this.#unpaid.add(reportId);
    const reason = await this.#spend(drawn, entry, releaseAt, expiresAt);
    this.#unpaid.delete(reportId);
    if (reason) {
      this.#open.remove(reportId);
      this.#hub.emit({ type: 'withheld', reason });
    } else {
      if (this.#successors) this.#successors.due(releaseAt);
      else this.#sender.watch(releaseAt);
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
    expiresAt: number,
  ): Promise<WithheldReason | undefined> {
    if (!this.#mayReport()) return 'may_not_report';
    if (this.#snapshot.ended) return 'experiment_ended';
    if (drawn.withheld) return drawn.withheld;
    if (drawn.offline || !(await this.#isFresh(drawn.fields.snapshot, dueAt, expiresAt)))
      return 'stale_snapshot';
    const { limit, windowMs } = this.#settings;
    const packet: Packet = {
      id: entry.reportId,
      target: this.#transport.address,
      owner: this.#owner,
      body: drawn.body,
      state: 'queued',
      dueAt,
      expiresAt,
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

  /**
   * Whether the collector still takes reports of this snapshot for long enough. One that is old may
   * be the newest all the same: the collector is asked again.
   */
  async #isFresh(snapshot: number, dueAt: number, expiresAt: number): Promise<boolean> {
    // It expires later than it must: the collector waits that long for reports to this snapshot.
    const isInTime = expiresAt > dueAt + SETTLE_MS;
    const isFresh = () => this.#isYoung() && snapshot === this.#snapshot.id;
    if (isInTime) {
      if (!this.#isYoung()) this.#refreshQuietly(REFRESH_PAUSE_MS); // for the next choice
    } else if (!isFresh()) {
      await this.#refreshOnce();
      if (!isFresh()) return false;
    }
    return snapshot !== this.#staleId;
  }

  /** When a snapshot was the newest; 0: this page does not know it. */
  #since(snapshot: number): number {
    return this.#newestAt.get(snapshot) ?? 0;
  }

  /** Whether the snapshot in use is so young that its epoch stays open as long as a page may take. */
  #isYoung(): boolean {
    return Date.now() - this.#since(this.#snapshot.id) <= this.manifest.timing.snapshotAgeMs;
  }

  /** One request for all that wait for it. Never rejects. */
  #refreshOnce(): Promise<unknown> {
    this.#refreshing ??= this.refresh()
      .catch((error: unknown) => {
        if (LdpError.is(error)) this.tell(error);
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Throws `invalid_argument`. */
  #readKey([options]: readonly unknown[]): string | undefined {
    const { sticky } = this.#settings;
    if (sticky !== undefined) this.#requireKeys('sticky');
    if (!this.#core.reopen || options === undefined) return undefined;
    const { key } = requireRecord('options', options, ['key']);
    return key === undefined ? undefined : requireString('options.key', key, 200);
  }

  /** What was kept under a key. Not of an arm that the experiment had once. */
  #lookUp(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    const { arms = Infinity } = this.manifest.algorithm as { readonly arms?: number };
    return kept && (kept.fields['arm'] as number) < arms ? kept : undefined;
  }

  #requireKeys(parameter: string): void {
    if (this.#core.reopen) return;
    const reason = 'is for decisions about one arm without a context';
    throw invalidArgument(parameter, this.#settings.pinned.algorithm.type, reason);
  }

  #refused(packet: Packet, error: LdpError): void {
    this.#open.told.delete(packet.id);
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
    void this.#refreshOnce();
  }

  #mayReport(): boolean {
    return saysYes(this.#settings.mayReport);
  }

  #requireOpen(): void {
    if (this.#disposal) throw new LdpError('disposed', 'The bandit has been disposed.');
  }
}
