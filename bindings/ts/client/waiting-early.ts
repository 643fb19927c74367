// Options that were shown early by pages that are gone: a worker, or a page without a bandit, asks their collector, and says
// which of them are reported, as a page does.
import { type EarlyPacket, termsOf } from './early.js';
import type { IndexedDbJournal } from './indexed-db-journal.js';
import { type Newest, settle } from './settle-early.js';
import type { Transport } from './transport.js';
import type { Manifest } from './types.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

export class WaitingEarly {
  readonly #journal: IndexedDbJournal;
  readonly #transportTo: (target: string) => Transport;
  #failures = 0;
  /** When it is worth another try. */
  retryAt = Infinity;

  constructor(journal: IndexedDbJournal, transportTo: (target: string) => Transport) {
    this.#journal = journal;
    this.#transportTo = transportTo;
  }

  /** Those that are due. Never rejects. */
  async settle(): Promise<void> {
    this.retryAt = Infinity;
    try {
      const now = Date.now();
      const due = (await this.#journal.early(undefined)).filter(
        // What a page pays from a ledger of its own waits for such a page.
        ({ early, expiresAt = Infinity }) => early.payment && early.dueAt <= now && now < expiresAt,
      );
      for (const target of new Set(due.map((packet) => packet.target))) {
        const packets = due.filter((packet) => packet.target === target);
        await this.#settleAt(target, packets);
      }
      this.#failures = 0;
    } catch {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
      this.retryAt = Date.now() + pauseMs;
    }
  }

  async #settleAt(target: string, packets: readonly EarlyPacket[]): Promise<void> {
    const transport = this.#transportTo(target);
    const at = Date.now();
    const offered = await transport.manifest();
    const manifest = offered as Partial<Manifest>;
    const timing = Object(manifest.timing) as Newest['timing'];
    const terms = termsOf(manifest as Manifest);
    const closed = this.#journal.closed(target);
    const { value, isClosed } = await transport.snapshot(undefined, closed, offered);
    if (isClosed) return;
    const newest: Newest = { terms, timing, snapshot: value, at };
    // What says its terms in other words is left to a page, which reads them.
    for (const packet of packets)
      if (packet.early.terms === terms) await settle(this.#journal, packet, newest);
  }
}
