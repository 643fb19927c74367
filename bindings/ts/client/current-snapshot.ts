// The snapshot by which a page chooses: how old it is, and when the page asks for the next one.
import { LdpError } from '../internal/errors.js';
import type { Core } from './core.js';
import { type Origin, sharesIn } from './early.js';
import { SETTLE_MS } from './journal.js';
import type { Fetched, FetchedSnapshot } from './transport.js';
import type { Manifest, SnapshotInfo } from './types.js';

const NO_SNAPSHOT: SnapshotInfo = { id: 0, reports: 0, digest: 'sha256-', forgeries: null };
/** Snapshots are looked up by themselves at most this often. */
export const REFRESH_PAUSE_MS = 30_000;

/** In ms; below 0: never. What lies ahead of a clock that was set back is long ago. */
function ageOf(at: number): number {
  const age = Date.now() - at;
  return age < 0 && at < Infinity ? Infinity : age;
}

/** What a {@link CurrentSnapshot} asks, and tells. */
interface Host {
  readonly core: Core;
  timing(): Manifest['timing'];
  /** Asks the collector, and takes into use what it gives. */
  refresh(): Promise<unknown>;
  taken(snapshot: SnapshotInfo): void;
  failed(error: LdpError): void;
}

export class CurrentSnapshot {
  snapshot = NO_SNAPSHOT;
  /** How options are drawn until the newest snapshot is there. Undefined: it is. */
  origin: Origin | undefined = {};
  #kept: { readonly id: number; readonly origin: Origin } | undefined;
  readonly #host: Host;
  /** The snapshot that the collector takes no reports for any more. */
  #staleId: number | undefined;
  #fetchedAt = -Infinity;
  /** By id, the snapshots that this page knows: when each was the newest, in ms since 1970. */
  readonly #newestAt = new Map<number, number>();
  #refreshing: Promise<unknown> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Takes a snapshot into use that was the newest at `at`, in ms since 1970; a clock that is slow does not
   * make it newer than now. Throws `manifest_mismatch`.
   */
  use({ value, digest, isClosed }: FetchedSnapshot, at = Infinity): SnapshotInfo {
    const { timing } = this.#host;
    const id = this.#take({ value, digest });
    this.origin = undefined;
    this.#staleId = isClosed ? id : undefined;
    this.#fetchedAt = Math.min(at, Date.now());
    // A collector that closes its epochs at once promises nothing about times.
    this.#newestAt.set(id, timing().closesAfterMs ? this.#fetchedAt : Infinity);
    this.#host.taken(this.snapshot);
    if (!this.isYoung()) this.refresh(0);
    return this.snapshot;
  }

  /**
   * Chooses from the snapshot of an earlier visit until the newest one is there. No report names it. Throws
   * `manifest_mismatch`.
   */
  useKept(kept: Fetched): void {
    const id = this.#take(kept);
    this.origin = { kept: sharesIn(kept.value) };
    this.#kept = { id, origin: this.origin };
    this.#host.taken(this.snapshot);
  }

  /** How an option of this snapshot was drawn, where no report may name it. */
  originOf(id: number): Origin | undefined {
    return id === this.#kept?.id && !this.#newestAt.has(id) ? this.#kept.origin : undefined;
  }

  #take({ value, digest }: Fetched): number {
    const { id, reports, forgeries = null, best, ended } = this.#host.core.use(value);
    const ends = { ...(best && { best }), ...(ended && { ended }) };
    this.snapshot = { id, reports, digest, forgeries, ...ends };
    return id;
  }

  /** When a snapshot was the newest; 0: this page does not know it. */
  since(id: number): number {
    return this.#newestAt.get(id) ?? 0;
  }

  /**
   * Whether the collector still takes reports of this snapshot for long enough. One that is old may
   * be the newest all the same: the collector is asked again.
   */
  async isFresh(id: number, dueAt: number, expiresAt: number): Promise<boolean> {
    // It expires later than it must: the collector waits that long for reports to this snapshot.
    const isInTime = expiresAt > dueAt + SETTLE_MS;
    const isFresh = () => this.isYoung() && id === this.snapshot.id;
    if (isInTime) {
      if (!this.isYoung()) this.refresh(REFRESH_PAUSE_MS); // for the next choice
    } else if (!isFresh()) await this.#refreshOnce();
    return (isInTime || isFresh()) && id !== this.#staleId;
  }

  /** Whether the snapshot in use takes no reports any more. */
  get isStale(): boolean {
    return this.snapshot.id === this.#staleId;
  }

  /** The collector takes no reports for this one any more. */
  stale(id: number): void {
    this.#staleId = id;
    this.refresh(0);
  }

  /** Asks for the newest, unless one was asked for in the last `pauseMs`. What fails is an event. */
  refresh(pauseMs: number): void {
    if (ageOf(this.#fetchedAt) < pauseMs) return;
    this.#fetchedAt = Date.now();
    void this.#refreshOnce();
  }

  /** Asks no more, and tells nothing of what is under way. */
  end(): void {
    this.#fetchedAt = Infinity;
  }

  /** Whether the snapshot in use is so young that its epoch stays open as long as a page may take. */
  isYoung(): boolean {
    return ageOf(this.since(this.snapshot.id)) <= this.#host.timing().snapshotAgeMs;
  }

  /** One request for all that wait for it. Never rejects. */
  #refreshOnce(): Promise<unknown> {
    this.#refreshing ??= this.#host
      .refresh()
      .catch((error: unknown) => {
        if (LdpError.is(error) && this.#fetchedAt < Infinity) this.#host.failed(error);
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }
}
