// The client half as a page holds it: ties the wasm core, the ledger, the outbox and the collector
// together.

import { requireString, signalOf } from '../internal/checks.js';
import { LdpError } from '../internal/errors.js';
import { toJson } from '../internal/json.js';
import { adopted } from './adopt.js';
import { Asking } from './asking.js';
import { type Drawn, type ReportFields, readFields } from './core.js';
import { CurrentSnapshot, REFRESH_PAUSE_MS } from './current-snapshot.js';
import { type DecisionHost, type Kept, LocalDecision, policyOf } from './decision.js';
import { type Fate, numbered, type Origin, termsOf } from './early.js';
import { EarlyDecisions, shownEarly } from './early-decisions.js';
import { rejectExplained } from './explained.js';
import { InFlight } from './in-flight.js';
import { DAY_MS, isJournal, type Packet, SETTLE_MS } from './journal.js';
import { forgetPublic, type KeptPublic, keepPublic } from './kept-public.js';
import { KeyedDecisions } from './keyed-decisions.js';
import { LoudHub } from './loud-hub.js';
import { OpenDecisions, type Times, untilSeen } from './open-decisions.js';
import { beforeSeen, WhenSeen, watchPage } from './page-life.js';
import type { Parts } from './parts.js';
import { describeReport } from './report.js';
import { Reservations } from './reservations.js';
import { Sender, saysYes, storageFailed } from './sender.js';
import { mismatch } from './snapshot.js';
import { Successors } from './successors.js';
import type { FetchedSnapshot } from './transport.js';
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
} from './types.js';

/** How long the next page may repeat bytes that left with a page. Later their id would link visits. */
const REPEAT_MS = 600_000;

type RegisterWorker = typeof import('./register-worker.js');

/** What a collector answers. */
export interface Answer {
  readonly manifest: Manifest;
  /** The manifest as it came. */
  readonly offered: unknown;
  readonly fetched: FetchedSnapshot;
  /** When the snapshot was the newest, in ms since 1970. Absent: when it was asked for. */
  readonly at?: number;
}

export class LocalBandit<T extends AlgorithmType> implements Bandit<T> {
  readonly #parts: Parts;
  #manifest: Manifest;
  /** As the collector sent it. */
  #offered: unknown;
  /** Until the collector has answered. */
  #asking: Asking | undefined;
  /** The snapshot that the collector gave last, and when. */
  #newest: { readonly snapshot: unknown; readonly at: number } | undefined;
  readonly #early: EarlyDecisions;
  readonly #open: OpenDecisions;
  readonly #keyed: KeyedDecisions;
  readonly #successors: Successors | undefined;
  readonly #sender: Sender;
  readonly #hub: LoudHub;
  readonly #owner = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #host: DecisionHost;
  /** What stands before the newest snapshot. */
  #hasTold = false;
  /** What decisions are drawn from. */
  readonly current: CurrentSnapshot;
  readonly #busy = new InFlight();
  readonly #reservations: Reservations;
  readonly #whenSeen = new WhenSeen();
  #disposal: Promise<void> | undefined;
  /** Tells the page what it has not been told by a rejection. */
  readonly tell = (error: LdpError): void => this.#hub.emit({ type: 'error', error });

  constructor(parts: Parts) {
    this.#manifest = parts.manifest;
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
      // Times that were waited for are those of another clock.
      clockSet: () => this.#sender.watch(0),
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
      early: async () => {
        await this.#move();
        await this.#settleEarly();
      },
    });
    if (outbox.durable) {
      const watch = (dueAt: number) => this.#sender.watch(dueAt);
      this.#successors = new Successors(transport.address, outbox.name ?? '', watch);
    }
    this.current = new CurrentSnapshot({
      core,
      timing: () => this.#manifest.timing,
      refresh: () => this.refresh(),
      taken: (snapshot) => hub.emit({ type: 'snapshot', snapshot }),
      failed: this.tell,
    });
    this.#early = new EarlyDecisions(parts, {
      manifest: () => this.#manifest,
      isYoung: () => {
        const isYoung = this.current.isYoung();
        if (this.current.isStale) return false;
        if (!isYoung) this.current.refresh(REFRESH_PAUSE_MS);
        return isYoung;
      },
      waiting: (releaseAt) => {
        this.#due(releaseAt);
        void this.#settleEarly().catch(() => {}); // the next run of the sender tells
      },
      settled: ({ id, early }, fate) => {
        if (typeof fate !== 'number') return;
        this.#open.number(id, fate);
        this.#due(early.dueAt);
      },
      failed: this.tell,
    });
    this.#reservations = new Reservations(parts, this.#owner, this.current, this.#early, {
      queued: ({ body, fields }, releaseAt, fate) => {
        if (fate === 'awaiting_snapshot') return;
        this.#due(releaseAt);
        const { snapshot } = fields;
        const number = typeof fate === 'number' ? fate : snapshot;
        silent(numbered(body, number), releaseAt, { ...fields, snapshot: number });
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
      patienceMs: settings.timeoutMs,
    };
    const { arms } = parts.manifest.algorithm as { readonly arms?: number };
    this.#keyed = new KeyedDecisions(this.#host, settings, transport.address, arms);
  }

  get manifest(): Manifest<T> {
    return this.#manifest as Manifest<T>;
  }

  get snapshot(): SnapshotInfo {
    return this.current.snapshot;
  }

  /** Looks for packets of earlier visits, and follows the life of the page from now on. */
  async resume(registering?: Promise<RegisterWorker>): Promise<void> {
    const { worker, trustedWorker, signal } = this.#parts.settings;
    if (worker && this.#successors && registering) {
      const successors = this.#successors;
      successors.expectWorker();
      void registering
        .then(({ registerWorker }) => registerWorker(worker, successors, this.tell, trustedWorker))
        .catch((cause: unknown) => {
          const details = { url: worker.href, cause: 'chunk' };
          this.tell(new LdpError('worker_failed', 'The worker has no code.', { details, cause }));
        })
        .then(() => successors.tellWorker());
    }
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
    const drawn = this.#parts.core.choose(given, this.#parts.settings.maxDelayMs);
    return this.#begin(drawn, key, this.current.origin);
  }

  pick(): Picked {
    this.#requireOpen();
    this.#keyed.require('pick');
    const { action, fields, withheld } = this.#parts.core.choose([], 0);
    const { origin } = this.current;
    const isUniform = origin && !origin.kept;
    const policy = isUniform && { policy: 'offline-uniform' };
    return { action, snapshot: fields.snapshot, withheld, ...policy } as Picked;
  }

  adopt(chosen: Adopted): Decision<T> {
    this.#requireOpen();
    this.#keyed.require('adopt');
    const { maxDelayMs } = this.#parts.settings;
    const drawn = adopted(this.#parts.core, chosen, this.#keyed.arms, maxDelayMs);
    const key = this.#keyed.read([{ key: chosen.key }]); // throws, and nothing is spent
    const shown = this.#keyed.shown();
    if (shown?.reported === drawn.action && !drawn.withheld) return shown as unknown as Decision<T>;
    const isUniform = (chosen as Partial<Picked>).policy === 'offline-uniform' && drawn.offline;
    const origin = isUniform ? {} : this.current.originOf(drawn.fields.snapshot);
    return this.#begin(drawn, key, origin);
  }

  /**
   * Opens the decision, and spends for it once the page is seen. `origin`: how it was drawn, if that was before the newest
   * snapshot was there.
   */
  #begin(given: Drawn, key: string | undefined, origin: Origin | undefined): Decision<T> {
    const drawn = origin ? shownEarly(given, origin) : given;
    const isKept = this.#keyed.keeps(drawn, key);
    const early = drawn.early && { early: policyOf(drawn) };
    const times = { ...untilSeen(), fields: drawn.fields, until: 0, ...early } satisfies Kept;
    if (!isKept) this.#open.add(drawn, times);
    const fate = this.#whenSeen.run(async (): Promise<Fate> => {
      if (this.#disposal) return 'disposed';
      const reserving = this.#reserve(drawn, times);
      const reserved = early ? reserving : this.#busy.track(reserving);
      if (isKept) this.#keyed.keep(drawn, key, times, reserved);
      else this.#open.begin(times);
      return reserved;
    });
    const decision = isKept
      ? this.#keyed.open(drawn, key, times, fate)
      : new LocalDecision(this.#host, drawn, times, fate);
    return decision as unknown as Decision<T>;
  }

  /** Its window begins now. */
  #reserve(drawn: Drawn, times: Times): Promise<Fate> {
    this.#open.notice();
    const now = Date.now();
    const closesAt = now + this.#parts.settings.responseWindowMs;
    const releaseAt = closesAt + SETTLE_MS + drawn.delayMs;
    const { closesAfterMs, snapshotAgeMs } = this.#manifest.timing;
    // Its snapshot was the newest then: the epoch is open that long at least.
    const newestAt = closesAfterMs ? now : Infinity;
    const since = drawn.early ? newestAt : this.current.since(drawn.fields.snapshot);
    const openUntil = since + closesAfterMs - snapshotAgeMs;
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
    await this.#early.put();
    await this.#busy.settled();
    if (!this.current.origin) await this.#settleEarly();
    return this.#sender.flush(signal);
  }

  refresh(options: { readonly signal?: AbortSignal } = {}): Promise<SnapshotInfo> {
    return this.#refresh(options).catch(rejectExplained);
  }

  async #refresh(options: { readonly signal?: AbortSignal }): Promise<SnapshotInfo> {
    this.#requireOpen();
    const signal = signalOf(options);
    if (this.#asking) {
      await orAborted(this.#asking.now(), signal);
      return this.current.snapshot;
    }
    const at = Date.now();
    const { transport, outbox } = this.#parts;
    const fetched = await transport.snapshot(signal, outbox.closed(transport.address));
    this.#requireOpen();
    return this.#take(fetched, at);
  }

  /** Takes the answer of the collector into use. Throws `manifest_mismatch`. */
  arrive({ manifest, offered, fetched, at }: Answer, now = Date.now()): void {
    if (this.#disposal) return;
    // The core is made for the terms that it began with.
    const { algorithm } = this.#parts.manifest;
    if (toJson(algorithm) !== toJson(manifest.algorithm))
      throw mismatch('algorithm', algorithm, manifest.algorithm);
    this.#manifest = manifest;
    this.#offered = offered;
    this.#take(fetched, at ?? now);
  }

  /**
   * Goes on without an answer, and asks until there is one. `first`: what was asked already. `kept`: what an earlier visit
   * has kept, from which options are drawn meanwhile.
   */
  keepAsking(ask: () => Promise<Answer>, first: Promise<Answer>, kept?: KeptPublic): void {
    try {
      if (kept) this.current.useKept({ value: kept.snapshot, digest: kept.digest });
    } catch {
      forgetPublic(this.#parts.transport.address); // it is not ours
    }
    const arrived = async (asked: Promise<Answer>) => {
      const now = Date.now();
      const answer = await asked;
      this.arrive(answer, now);
      this.#asking = undefined;
    };
    this.#asking = new Asking(
      {
        ask: () => arrived(ask()),
        isFinal: (error) => LdpError.is(error, 'manifest_mismatch') && this.#contradicted(),
        failed: this.tell,
      },
      arrived(first),
    );
  }

  /** What is shown stays; nothing is reported on this page any more. */
  #contradicted(): true {
    this.#asking = undefined;
    this.#reservations.stopped = 'manifest_mismatch';
    forgetPublic(this.#parts.transport.address);
    void this.#early.drop('manifest_mismatch').catch((cause) => this.tell(storageFailed(cause)));
    return true;
  }

  #take(fetched: FetchedSnapshot, at: number): SnapshotInfo {
    const snapshot = this.current.use(fetched, at);
    if (fetched.problem && !this.#hasTold) this.tell(fetched.problem);
    this.#hasTold ||= fetched.problem !== undefined;
    this.#newest = { snapshot: fetched.value, at };
    if (this.#offered) keepPublic(this.#parts.transport.address, this.#offered, fetched);
    void this.#settleEarly().catch(() => {}); // the next run of the sender tells
    return snapshot;
  }

  /** Where the clock of the device was set, packets leave and end when they would have. */
  async #move(): Promise<void> {
    this.#open.notice();
    const { moves } = this.#open;
    for (let move = moves[0]; move; move = moves[0]) {
      await this.#parts.outbox.move(move);
      moves.shift();
    }
  }

  /** Says what becomes of options that were shown early, once the newest snapshot is there. */
  async #settleEarly(): Promise<void> {
    if (!this.#newest || this.#reservations.stopped || !this.#parts.hasShares) return;
    const { timing } = this.#manifest;
    await this.#early.settle({ ...this.#newest, timing, terms: termsOf(this.#manifest) });
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
    this.#asking?.stop();
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
    return !this.#reservations.stopped && saysYes(this.#parts.settings.mayReport);
  }

  #requireOpen(): void {
    if (this.#disposal) throw new LdpError('disposed', 'The bandit has been disposed.');
  }
}

/** Rejects with the reason of `signal` as soon as it is aborted. */
async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([work, aborted]);
}
