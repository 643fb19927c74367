// The client half as a page holds it: ties the wasm core, the ledger, the outbox and the collector
// together.

import { requireString, signalOf } from '../internal/checks.js';
import { LdpError } from '../internal/errors.js';
import { adopted } from './adopt.js';
import { type Drawn, type ReportFields, readFields } from './core.js';
import { CurrentSnapshot, REFRESH_PAUSE_MS } from './current-snapshot.js';
import { type DecisionHost, type Kept, LocalDecision } from './decision.js';
import { rejectExplained } from './explained.js';
import { InFlight } from './in-flight.js';
import { DAY_MS, isJournal, type Packet, SETTLE_MS } from './journal.js';
import { KeyedDecisions } from './keyed-decisions.js';
import { LoudHub } from './loud-hub.js';
import { OpenDecisions, type Times, untilSeen } from './open-decisions.js';
import { beforeSeen, WhenSeen, watchPage } from './page-life.js';
import type { Parts } from './parts.js';
import type { registerWorker } from './register-worker.js';
import { describeReport } from './report.js';
import { Reservations } from './reservations.js';
import { Sender, saysYes, storageFailed } from './sender.js';
import { Successors } from './successors.js';
import type {
  Adopted,
  AlgorithmType,
  Bandit,
  BanditEvent,
  BudgetStatus,
  Decision,
  FlushResult,
  Manifest,
  Picked,
  SnapshotInfo,
  WithheldReason,
} from './types.js';

/** How long the next page may repeat bytes that left with a page. Later their id would link visits. */
const REPEAT_MS = 600_000;

export class LocalBandit<T extends AlgorithmType> implements Bandit<T> {
  readonly manifest: Manifest<T>;
  readonly #parts: Parts;
  readonly #open: OpenDecisions;
  readonly #keyed: KeyedDecisions;
  readonly #successors: Successors | undefined;
  readonly #sender: Sender;
  readonly #hub: LoudHub;
  readonly #owner = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #host: DecisionHost;
  /** What decisions are drawn from. */
  readonly current: CurrentSnapshot;
  readonly #busy = new InFlight();
  readonly #reservations: Reservations;
  readonly #whenSeen = new WhenSeen();
  #disposal: Promise<void> | undefined;
  /** Tells the page what it has not been told by a rejection. */
  readonly tell = (error: LdpError): void => this.#hub.emit({ type: 'error', error });

  constructor(parts: Parts) {
    this.manifest = parts.manifest as Manifest<T>;
    this.#parts = parts;
    this.#hub = new LoudHub(parts.settings.onError);
    this.#hub.watch([parts.ledger, parts.outbox]);
    const hub = this.#hub;
    const { core, outbox, transport, settings } = parts;
    const silent = (body: string, releaseAt: number, fields?: ReportFields) => {
      if (hub.idle) return;
      const report = describeReport(core, body, fields);
      hub.emit({ type: 'queued', report, answered: false, releaseAt });
    };
    this.#open = new OpenDecisions({
      core,
      outbox,
      page: this.#owner,
      inspect: settings.inspect,
      answered: (id, body) => this.#successors?.answered(id, body),
      silent: (body, { fields }, { releaseAt }) => {
        if (!this.#reservations.unpaid.has(fields.id)) silent(body, releaseAt);
      },
    });
    const { told } = this.#open;
    const route = {
      address: transport.address,
      lateMs: () => this.#successors?.lateMs ?? 0,
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
      failed: this.tell,
      delivered: () => this.current.refresh(REFRESH_PAUSE_MS),
    });
    if (outbox.durable) {
      const watch = (dueAt: number) => this.#sender.watch(dueAt);
      this.#successors = new Successors(transport.address, outbox.name ?? '', watch);
    }
    this.current = new CurrentSnapshot({
      core,
      timing: parts.manifest.timing,
      refresh: () => this.refresh(),
      taken: (snapshot) => hub.emit({ type: 'snapshot', snapshot }),
      failed: this.tell,
    });
    this.#reservations = new Reservations(parts, this.#owner, this.current, {
      queued: ({ body, fields }, releaseAt) => {
        this.#due(releaseAt);
        silent(body, releaseAt, fields);
      },
      withheld: (reason, id) => {
        this.#open.remove(id);
        hub.emit({ type: 'withheld', reason });
      },
      failed: this.tell,
    });
    this.#host = {
      core,
      outbox,
      open: this.#open,
      hub,
      disposed: () => this.#disposal !== undefined,
      failed: this.tell,
      busy: this.#busy,
    };
    const { arms } = this.manifest.algorithm as { readonly arms?: number };
    this.#keyed = new KeyedDecisions(this.#host, settings, transport.address, arms);
  }

  get snapshot(): SnapshotInfo {
    return this.current.snapshot;
  }

  /**
   * Looks for packets of earlier visits, and follows the life of the page from now on. Rejects
   * `store_conflict` if the ledger that the page asked for does not work.
   */
  async resume(register?: typeof registerWorker): Promise<void> {
    const { worker, trustedWorker, signal } = this.#parts.settings;
    if (worker && this.#successors)
      await register?.(worker, this.#successors, this.tell, trustedWorker);
    await this.#parts.outbox.ready().catch((cause: unknown) => {
      throw storageFailed(cause);
    });
    const lookBack = () => this.#lookBack().catch((cause) => this.tell(storageFailed(cause)));
    // A page that no visitor has opened sends nothing, of earlier visits either.
    const looking = this.#whenSeen.run(lookBack);
    if (!beforeSeen()) await looking;
    watchPage(this.#sender.stopped, {
      clicked: () => this.#open.write(),
      hidden: () => this.#open.write(),
      left: () => this.#leave(),
      restored: () => void lookBack(),
    });
    const end = () => {
      this.#sender.stop();
      void this.dispose();
    };
    signal?.addEventListener('abort', end, { once: true, signal: this.#sender.stopped });
  }

  choose(...context: readonly unknown[]): Decision<T> {
    this.#requireOpen();
    const key = this.#keyed.read(context);
    const shown = this.#keyed.shown();
    if (shown) return shown as unknown as Decision<T>;
    const given = this.#parts.core.reopen ? [] : context;
    return this.#begin(this.#parts.core.choose(given, this.#parts.settings.maxDelayMs), key);
  }

  pick(): Picked {
    this.#requireOpen();
    this.#keyed.require('pick');
    const { action, fields, withheld } = this.#parts.core.choose([], 0);
    return { action, snapshot: fields.snapshot, withheld } as Picked;
  }

  adopt(chosen: Adopted): Decision<T> {
    this.#requireOpen();
    this.#keyed.require('adopt');
    const { maxDelayMs } = this.#parts.settings;
    const drawn = adopted(this.#parts.core, chosen, this.#keyed.arms, maxDelayMs);
    const key = this.#keyed.read([{ key: chosen.key }]); // throws, and nothing is spent
    const shown = this.#keyed.shown();
    if (shown?.reported === drawn.action && !drawn.withheld) return shown as unknown as Decision<T>;
    return this.#begin(drawn, key);
  }

  /** Opens the decision, and spends for it once the page is seen. */
  #begin(drawn: Drawn, key: string | undefined): Decision<T> {
    const isKept = this.#keyed.keeps(drawn, key);
    const times = { ...untilSeen(), fields: drawn.fields, until: 0 } satisfies Kept;
    if (!isKept) this.#open.add(drawn, times);
    const withheld = this.#whenSeen.run(async () => {
      if (this.#disposal) return 'disposed';
      const reserved = this.#busy.track(this.#reserve(drawn, times));
      if (isKept) this.#keyed.keep(drawn, key, times, reserved);
      else this.#open.begin(times);
      return reserved;
    });
    const decision = isKept
      ? this.#keyed.open(drawn, key, times, withheld)
      : new LocalDecision(this.#host, drawn, times, withheld);
    return decision as unknown as Decision<T>;
  }

  /** Its window begins now. */
  #reserve(drawn: Drawn, times: Times): Promise<WithheldReason | undefined> {
    const now = Date.now();
    const closesAt = now + this.#parts.settings.responseWindowMs;
    const releaseAt = closesAt + SETTLE_MS + drawn.delayMs;
    const { closesAfterMs, snapshotAgeMs } = this.manifest.timing;
    // Its snapshot was the newest then: the epoch is open that long at least.
    const openUntil = this.current.since(drawn.fields.snapshot) + closesAfterMs - snapshotAgeMs;
    const expiresAt = Math.min(Math.max(openUntil, releaseAt + SETTLE_MS), releaseAt + DAY_MS);
    Object.assign(times, { closesAt, releaseAt, expiresAt });
    return this.#reservations.reserve(drawn, now, releaseAt, expiresAt);
  }

  async recall(key: string): Promise<Decision<T> | undefined> {
    this.#requireOpen();
    this.#keyed.require('recall');
    return this.#keyed.find(requireString('key', key, 200)) as unknown as Decision<T> | undefined;
  }

  async budget(): Promise<BudgetStatus> {
    this.#requireOpen();
    await this.#busy.settled(); // what `choose` has begun counts
    const { limit, windowMs } = this.#parts.settings;
    const { budgetStatus } = await import('./budget.js'); // few pages ask
    return budgetStatus(this.#parts.ledger, limit, windowMs, this.#parts.core.cost);
  }

  async flush(options: { readonly signal?: AbortSignal } = {}): Promise<FlushResult> {
    this.#requireOpen();
    const signal = signalOf(options);
    this.#open.close();
    await this.#busy.settled();
    return this.#sender.flush(signal);
  }

  refresh(options: { readonly signal?: AbortSignal } = {}): Promise<SnapshotInfo> {
    return this.#refresh(options).catch(rejectExplained);
  }

  async #refresh(options: { readonly signal?: AbortSignal }): Promise<SnapshotInfo> {
    this.#requireOpen();
    const fetched = await this.#parts.transport.snapshot(signalOf(options));
    this.#requireOpen();
    return this.current.use(fetched);
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
    this.current.end();
    this.#open.close();
    this.#open.stop();
    await this.#busy.settled();
    this.#whenSeen.end();
    if (this.#parts.settings.signal?.aborted === true) this.#sender.stop();
    else await this.#sender.finish().catch(() => this.#sender.stop());
    this.#successors?.close();
    await this.#sender.idle();
    this.#hub.end();
    this.#parts.core.dispose();
  }

  /** The page goes away. Synchronous from here to the end: nothing runs afterwards. */
  #leave(): void {
    const sends = this.#parts.settings.leaving === 'send' && this.#mayReport() && navigator.onLine;
    const unpaid = new Set(this.#reservations.unpaid); // closing forgets nothing about the budget
    const finals = this.#open.close(this.#owner, sends ? Date.now() + REPEAT_MS : undefined);
    if (!sends) return;
    for (const { id, body, leftUntil } of finals) {
      // The page is gone before an answer comes. What fails waits for the next page.
      if (leftUntil !== undefined && !unpaid.has(id))
        this.#parts.transport.post(body, this.#sender.stopped).catch(() => {});
    }
  }

  async #lookBack(): Promise<void> {
    if (this.#disposal) return;
    await this.#parts.outbox.ready();
    const { dueAt } = await this.#parts.outbox.backlog(this.#parts.transport.address);
    if (dueAt < Infinity) this.#due(dueAt);
    void this.#pin().catch(() => {}); // every spend does it, too
  }

  /** Pages of one origin share one ledger, and the smallest of their totals. */
  async #pin(): Promise<void> {
    const { ledger, settings } = this.#parts;
    const { limit, windowMs } = settings;
    if (!isJournal(ledger)) return;
    const pins = await ledger.pin(limit, windowMs);
    if (pins.some(({ epsilon }) => epsilon < limit.epsilon))
      this.tell((await import('./budget.js')).smallerTotal(pins, limit));
  }

  /** A packet leaves then, whether this page lives or not. */
  #due(dueAt: number): void {
    if (this.#successors) this.#successors.due(dueAt);
    else this.#sender.watch(dueAt);
  }

  #refused(packet: Packet, error: LdpError): void {
    this.#open.told.delete(packet.id);
    this.tell(error);
    if (error.details['problem'] === 'stale_snapshot') {
      this.#hub.emit({ type: 'withheld', reason: 'stale_snapshot' });
      this.current.stale(readFields(packet.body).snapshot);
    }
  }

  #mayReport(): boolean {
    return saysYes(this.#parts.settings.mayReport);
  }

  #requireOpen(): void {
    if (this.#disposal) throw new LdpError('disposed', 'The bandit has been disposed.');
  }
}
