/** Decisions that the server makes itself, one ticket each. See `Collector.assigner`. */
import { learnerRecord, snapshotRecord } from '../generated/catalog-multi-armed.js';
import { LdpError, untrapped, unwrap } from '../internal/errors.js';
import { flat } from '../internal/flat.js';
import {
  type Experiment,
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
} from '../internal/validate.js';
import type { AnyExperiment, LearnerModule, WasmTicketOffice } from './learner-module.js';
import { decodeSnapshot } from './snapshot-json.js';
import type { Assigner, AssignerOptions, Assignment } from './types/assigner.js';
import type { View } from './view.js';

/** What the arms of a family are that no server assigns. */
const UNASSIGNED = {
  combinatorial: 'has slates, which stand in the snapshot',
  linear: 'has arms that only the device knows',
  'generalized-linear': 'has arms that only the device knows',
  'best-arm': 'has its arms drawn from the snapshot',
  reduction: 'has its arms drawn from the snapshot',
  convex: 'has its arms drawn from the snapshot',
} as const;
const DAY = 86_400_000;
const TICKET_BYTES = 16;
const MOST_TICKETS = 100_000;

/** @param current The newest publication; rejects once the collector is disposed. */
export function createAssigner(
  module: LearnerModule,
  experiment: AnyExperiment,
  current: () => Promise<View>,
  options: AssignerOptions = {},
): Assigner {
  if (experiment.family !== 'multi-armed') {
    const reason = `${UNASSIGNED[experiment.family]}: there is nothing for a server to assign`;
    throw invalidArgument('experiment', experiment.algorithm, reason);
  }
  const { timeoutMs = 60_000 } = requireRecord('options', options, ['timeoutMs']);
  return new TicketAssigner(
    module,
    experiment,
    current,
    requireNumber('options.timeoutMs', timeoutMs, 1, DAY),
  );
}

class TicketAssigner implements Assigner {
  readonly #module: LearnerModule;
  readonly #experiment: Experiment;
  readonly #current: () => Promise<View>;
  readonly #timeoutMs: number;
  /** Number and moment of issue by ticket, in the order of issue. */
  readonly #tickets = new Map<string, { readonly id: number; readonly issued: number }>();
  #office: WasmTicketOffice | null = null;
  #snapshot = -1;
  /** Calls of assign, and the last of them that has looked at its snapshot. */
  #calls = 0;
  #lastCall = 0;
  #disposed = false;

  constructor(
    module: LearnerModule,
    experiment: Experiment,
    current: () => Promise<View>,
    timeoutMs: number,
  ) {
    this.#module = module;
    this.#experiment = experiment;
    this.#current = current;
    this.#timeoutMs = timeoutMs;
  }

  async assign(device: { readonly level?: number } = {}): Promise<Assignment> {
    this.#requireAlive();
    const level = this.#requireLevel(requireRecord('device', device, ['level'])['level']);
    const call = ++this.#calls;
    const view = await this.#current();
    this.#requireAlive();
    const office = this.#officeFor(view, call);
    const now = performance.now();
    const { id, arm } = untrapped(() => office.assign(now, level, uniform()));
    const ticket = randomTicket();
    this.#tickets.set(ticket, { id, issued: now });
    this.#forget(now);
    if (this.#tickets.size > MOST_TICKETS) this.#dropOldest(office, now);
    return { ticket, arm, snapshot: this.#snapshot };
  }

  redeem(ticket: string): void {
    this.#end(ticket, (office, id, now) => office.redeem(id, now));
  }

  drop(ticket: string): void {
    this.#end(ticket, (office, id, now) => office.drop(id, now));
  }

  get open(): number {
    const office = this.#office;
    return office === null ? 0 : untrapped(() => office.open(performance.now()));
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    this.#tickets.clear();
    this.#office?.delete();
    this.#office = null;
  }

  #end(
    ticket: string,
    call: (
      office: WasmTicketOffice,
      id: number,
      now: number,
    ) => ReturnType<WasmTicketOffice['drop']>,
  ): void {
    this.#requireAlive();
    const known = this.#tickets.get(ticket);
    const office = this.#office;
    if (known === undefined || office === null) {
      throw invalidArgument('ticket', ticket, 'must be open: unknown here, ended, or timed out');
    }
    this.#tickets.delete(ticket);
    untrapped(() => unwrap(call(office, known.id, performance.now())));
  }

  #dropOldest(office: WasmTicketOffice, now: number): void {
    for (const [ticket, { id }] of this.#tickets) {
      this.#tickets.delete(ticket);
      untrapped(() => office.drop(id, now));
      return;
    }
  }

  /** Drops tickets that have timed out; the wasm office drops its own. */
  #forget(now: number): void {
    for (const [ticket, { issued }] of this.#tickets) {
      if (now - issued <= this.#timeoutMs) return;
      this.#tickets.delete(ticket);
    }
  }

  #officeFor(view: View, call: number): WasmTicketOffice {
    const existing = this.#office;
    // A later call may have finished first, with a newer snapshot. Snapshot numbers cannot show that: they
    // begin again with 1 when the store is emptied.
    if (existing !== null && call < this.#lastCall) return existing;
    this.#lastCall = call;
    if (existing !== null && view.snapshot === this.#snapshot) return existing;
    const decoded = decodeSnapshot(view.body);
    const snapshot = flat(snapshotRecord(decoded));
    if (existing === null) {
      const experiment = flat(learnerRecord(this.#experiment));
      this.#office = untrapped(() =>
        unwrap(this.#module.createServerTicketOffice(experiment, snapshot, this.#timeoutMs)),
      );
    } else {
      untrapped(() => unwrap(existing.update(snapshot)));
    }
    this.#snapshot = view.snapshot;
    return this.#office as WasmTicketOffice;
  }

  #requireLevel(level: unknown): number {
    const largest = this.#experiment.levels.length - 1;
    if (level === undefined && this.#experiment.levelAwareFrom === 0) return largest;
    return requireInteger('device.level', level, 0, largest);
  }

  #requireAlive(): void {
    if (this.#disposed) throw new LdpError('disposed', 'The assigner has been disposed.');
  }
}

/** In [0, 1), a multiple of 2^-53. */
function uniform(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) * 2 ** -53;
}

function randomTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TICKET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
