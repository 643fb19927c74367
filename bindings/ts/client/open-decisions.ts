// The decisions that a page still answers for, and the moments at which the bytes of their reports
// are fixed: clicks, whether they answer or not, and the end of the page. What is written for an
// answered decision is its report, for a silent one a report of silence with noise of its own, each
// the same every time, so that the disk looks alike (docs/page-life.md). What shows is an answer
// after an earlier write, because it changes the bytes.
import { LdpError } from '../internal/errors.js';
import { Clock, type Move } from './clock.js';
import type { Core, Drawn } from './core.js';
import { numbered } from './early.js';
import type { Final, Outbox } from './journal.js';
import { privateTrace } from './report.js';
import type { PrivateTrace, WithheldReason } from './types.js';

/** Of a decision, in ms since 1970. Infinite until the page is seen: then nothing of it is on the disk, or leaves. */
export interface Times {
  closesAt: number;
  releaseAt: number;
  expiresAt: number;
}

export const untilSeen = (): Times => ({
  closesAt: Infinity,
  releaseAt: Infinity,
  expiresAt: Infinity,
});

interface Held {
  readonly drawn: Drawn;
  readonly times: Times;
  /** Noise that no bytes anywhere were made with yet. Absent: none is left. */
  sealed: Uint8Array | undefined;
  /** The report of the answer. */
  answered: string | undefined;
  /** The report of silence, once it may be on the disk. */
  silent: string | undefined;
  /** Of the snapshot that its report is about, where it was shown early; 0 until that is known. */
  number: number | undefined;
  /** The clock was set, or the device slept: another tab may have sent it meanwhile. */
  moved: boolean;
}

export type Answer =
  | { readonly body: string; readonly trace?: PrivateTrace }
  | { readonly reason: WithheldReason; readonly problem?: LdpError };

export interface OpenDecisionsHost {
  readonly core: Core;
  readonly outbox: Outbox;
  /** Tells this page from others of its origin. */
  readonly page: string;
  readonly inspect: boolean;
  /** There is a move to make on the disk. */
  clockSet(): void;
  /** Called at once with the bytes of an answer. */
  answered(id: string, body: string): void;
  /** Called when a decision closes without an answer, with the bytes that will leave. */
  silent(body: string, drawn: Drawn, times: Readonly<Times>): void;
}

export class OpenDecisions {
  readonly #host: OpenDecisionsHost;
  readonly #held = new Map<string, Held>();
  /** Final bytes of this page's packets that have not left, for a sender that the disk fails. */
  readonly told = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #clock = new Clock();
  /** What waits on the disk moves with the clock: oldest first. */
  readonly moves: Move[] = [];

  constructor(host: OpenDecisionsHost) {
    this.#host = host;
  }

  add(drawn: Drawn, times: Times): void {
    const { sealed } = drawn;
    const number = drawn.early && 0;
    const nothing = { answered: undefined, silent: undefined, number, moved: false };
    this.#held.set(drawn.fields.id, { drawn, times, sealed, ...nothing });
  }

  /** Where the clock was set, what is open closes when it would have. Before any time of a decision is made or compared. */
  notice(isLeaving = false): void {
    const ms = this.#clock.take();
    if (ms === 0) return;
    const at = Date.now();
    const open: string[] = [];
    for (const [id, held] of this.#held) {
      const { times } = held;
      // Not yet begun, or so long a window that a night of sleep does not end it: that goes by the clock of the device.
      if (times.closesAt === Infinity || (ms > 0 && times.closesAt >= at)) continue;
      open.push(id);
      held.moved = true;
      times.closesAt += ms;
      times.releaseAt += ms;
      times.expiresAt += ms;
    }
    const closed = [...this.told.keys()].filter((id) => !this.#held.has(id));
    this.moves.push({ ms, at, open, closed });
    if (!isLeaving) this.#host.clockSet();
  }

  /** The window of a decision has begun. Those that were made earlier began no later. */
  begin({ closesAt }: Readonly<Times>): void {
    if (this.#timer === undefined) this.#wait(closesAt);
  }

  /** Nothing was spent: there is no packet to fix. */
  remove(id: string): void {
    this.#held.get(id)?.sealed?.fill(0);
    this.#held.delete(id);
    this.told.delete(id);
  }

  /** What was shown early is reported, under this number. */
  number(id: string, snapshot: number): void {
    const held = this.#held.get(id);
    if (!held) return;
    held.number = snapshot;
    if (held.answered) {
      held.answered = numbered(held.answered, snapshot);
      this.told.set(id, held.answered);
    }
    if (held.silent) held.silent = numbered(held.silent, snapshot);
  }

  /** Synchronous: the click that answers may be the one that leaves the page. */
  answer(id: string, feedback: unknown): Answer {
    const held = this.#held.get(id);
    // By the clock as it is. Nothing moves here: what else leaves must not tell when an answer came.
    if (!held || Date.now() > held.times.closesAt + this.#clock.setByMs)
      return { reason: 'too_late' };
    const { core, inspect } = this.#host;
    if (!held.sealed) return { reason: 'already_reported' };
    let given: ReturnType<Core['read']>;
    try {
      given = core.read(feedback, held.drawn);
    } catch (problem) {
      if (!LdpError.is(problem)) throw problem;
      return { reason: 'invalid_feedback', problem };
    }
    const trace = inspect ? { trace: privateTrace(core.trace(held.sealed, given)) } : undefined;
    const body = withNumber(held, core.report(held.sealed, given));
    held.sealed = undefined;
    held.answered = body;
    this.told.set(id, body);
    this.#host.answered(id, body);
    return { body, ...trace };
  }

  /** The page is hidden, and may end without a further event. Its decisions stay open. */
  write(): void {
    this.#host.outbox.finalize(this.#begun().map((held) => this.#final(held, true)));
  }

  /**
   * Fixes the bytes of every decision for good. With `leftUntil` those that are still open leave with
   * the page; the others may have been sent by another one.
   */
  close(page?: string, leftUntil?: number): readonly Final[] {
    this.notice(true);
    return this.#close(this.#begun(), page, leftUntil);
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const id of this.#held.keys()) this.remove(id);
  }

  #begun(): Held[] {
    return [...this.#held.values()].filter(({ times }) => times.closesAt < Infinity);
  }

  #close(held: readonly Held[], page?: string, leftUntil?: number): readonly Final[] {
    const now = Date.now();
    const finals = held.map((one) => ({
      ...this.#final(one, false),
      ...(leftUntil !== undefined && one.times.closesAt >= now && !one.moved && { leftUntil }),
    }));
    if (finals.length > 0) this.#host.outbox.finalize(finals, page);
    for (const { id, body } of finals) {
      this.#held.delete(id);
      this.told.set(id, body);
    }
    held.forEach(({ answered, drawn, times }, i) => {
      if (!answered) this.#host.silent((finals[i] as Final).body, drawn, times);
    });
    return finals;
  }

  #final(held: Held, staysOpen: boolean): Final {
    const { drawn, times } = held;
    const { id } = drawn.fields;
    const body = held.answered ?? this.#silence(held, staysOpen);
    return { id, body, expiresAt: times.expiresAt };
  }

  #silence(held: Held, staysOpen: boolean): string {
    const { core } = this.#host;
    const { drawn, sealed } = held;
    if (held.silent === undefined && sealed) {
      // The bytes below may be on the disk from now on: an answer needs other noise.
      held.sealed = staysOpen ? core.redraw(sealed) : undefined;
      held.silent = withNumber(held, core.report(sealed, core.silence(drawn)));
    }
    if (!staysOpen) {
      held.sealed?.fill(0);
      held.sealed = undefined;
    }
    return held.silent ?? drawn.body;
  }

  /** All windows are equally long, so decisions close in the order of their making. */
  #wait(closesAt: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.notice();
        const now = Date.now();
        this.#close([...this.#held.values()].filter(({ times }) => times.closesAt < now));
        const [next] = this.#held.values();
        if (next) this.#wait(next.times.closesAt);
      },
      Math.min(Math.max(closesAt + 1 - Date.now(), 0), 2 ** 31 - 1),
    );
    // In Node an open decision must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}

const withNumber = ({ number }: Held, body: string) =>
  number === undefined ? body : numbered(body, number);
