// The snapshot that a page decides from, and whether the collector still takes reports about it.
import { LdpError } from '../internal/errors.js';
import type { Core } from './core.js';
import { SETTLE_MS } from './journal.js';
import type { Fetched } from './transport.js';
import type { BanditEvent, Manifest, SnapshotInfo } from './types.js';

const NO_SNAPSHOT: SnapshotInfo = { id: 0, reports: 0, digest: 'sha256-', forgeries: null };
/** Snapshots are looked up by themselves at most this often. */
const REFRESH_PAUSE_MS = 30_000;

interface Host {
  readonly core: Core;
  readonly timing: Manifest['timing'];
  readonly disposed: boolean;
  /** Rejects `disposed` once that is so. */
  fetch(signal?: AbortSignal): Promise<Fetched>;
  emit(event: BanditEvent): void;
}

export class SnapshotInUse {
  readonly #host: Host;
  #info: SnapshotInfo = NO_SNAPSHOT;
  /** The snapshot that the collector takes no reports for any more. */
  #staleId: number | undefined;
  #fetchedAt = -Infinity;
  /** When the snapshot in use was known to be the newest. */
  #freshAt = -Infinity;
  #refreshing: Promise<SnapshotInfo> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  get info(): SnapshotInfo {
    return this.#info;
  }

  /** Until when its epoch is open at least. Infinity: as long as it is the newest. Ms since 1970. */
  get openUntil(): number {
    const { closesAfterMs, snapshotAgeMs } = this.#host.timing;
    return closesAfterMs === 0 ? Infinity : this.#freshAt + closesAfterMs - snapshotAgeMs;
  }

  /** Takes a snapshot into use. Throws `manifest_mismatch`. */
  use({ value, digest }: Fetched): SnapshotInfo {
    const { id, reports, forgeries = null, best } = this.#host.core.use(value);
    this.#info = { id, reports, digest, forgeries, ...(best && { best }) };
    this.#staleId = undefined;
    this.#fetchedAt = Date.now();
    this.#freshAt = this.#fetchedAt;
    this.#host.emit({ type: 'snapshot', snapshot: this.#info });
    return this.#info;
  }

  async refresh(signal?: AbortSignal): Promise<SnapshotInfo> {
    return this.use(await this.#host.fetch(signal));
  }

  /** Looks it up unless that was done so recently. Never throws: errors are events. */
  refreshQuietly(pauseMs = REFRESH_PAUSE_MS): void {
    if (this.#host.disposed || Date.now() - this.#fetchedAt < pauseMs) return;
    this.#fetchedAt = Date.now();
    this.refresh().catch((error: unknown) => this.#tell(error));
  }

  /** The collector has refused a report about this snapshot. */
  stale(id: number): void {
    this.#staleId = id;
    this.refreshQuietly(0);
  }

  /**
   * Whether the collector still takes reports of this snapshot for long enough. One that is old may
   * be the newest all the same: the collector is asked again.
   */
  async isFresh(snapshot: number, dueAt: number, expiresAt: number): Promise<boolean> {
    const { closesAfterMs, snapshotAgeMs } = this.#host.timing;
    const isYoung = () => closesAfterMs === 0 || Date.now() - this.#freshAt <= snapshotAgeMs;
    // It expires later than it must: the collector waits that long for reports to this snapshot.
    const isInTime = expiresAt > dueAt + SETTLE_MS;
    if (isInTime && !isYoung())
      this.refreshQuietly(); // for the next choice
    else if (!isYoung()) {
      this.#refreshing ??= this.refresh().finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing.catch((error: unknown) => this.#tell(error));
      if (!isYoung() || snapshot !== this.#info.id) return false;
    }
    return snapshot !== this.#staleId;
  }

  #tell(error: unknown): void {
    if (LdpError.is(error)) this.#host.emit({ type: 'error', error });
  }
}
