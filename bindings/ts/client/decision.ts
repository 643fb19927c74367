// One decision, one report: the page's handles for it.

import type { LdpError } from '../internal/errors.js';
import type { Core, Drawn, ReportFields } from './core.js';
import type { InFlight } from './in-flight.js';
import type { Outbox } from './journal.js';
import type { LoudHub } from './loud-hub.js';
import type { Answer, OpenDecisions, Times } from './open-decisions.js';
import { describeReport } from './report.js';
import type { AlgorithmType, Decision, ReportOutcome, WithheldReason } from './types.js';

/** What a decision needs from its bandit. */
export interface DecisionHost {
  readonly core: Core;
  readonly outbox: Outbox;
  readonly open: OpenDecisions;
  readonly hub: LoudHub;
  disposed(): boolean;
  failed(error: LdpError): void;
  /** What dispose and flush wait for. */
  readonly busy: InFlight;
}

/** Undefined: the packet is queued. */
type Withheld = Promise<WithheldReason | undefined>;

const withheld = (reason: WithheldReason): ReportOutcome => ({ status: 'withheld', reason });

export class LocalDecision implements Decision<AlgorithmType> {
  readonly action: never; // as the algorithm has it
  readonly reported: number;
  readonly rescaled: number;
  readonly policy: 'snapshot' | 'offline-uniform';
  readonly problem?: LdpError;
  readonly #host: DecisionHost;
  readonly #id: string;
  readonly #times: Readonly<Times>;
  readonly #withheld: Withheld;
  #disposed = false;
  #answered = false;

  constructor(host: DecisionHost, drawn: Drawn, times: Readonly<Times>, reason: Withheld) {
    this.#host = host;
    this.#id = drawn.fields.id;
    this.#times = times;
    this.#withheld = reason;
    this.action = drawn.action as never;
    this.reported = drawn.reported;
    this.rescaled = drawn.rescaled;
    this.policy = drawn.offline ? 'offline-uniform' : 'snapshot';
    if (drawn.problem) this.problem = drawn.problem;
  }

  async reward(feedback: unknown): Promise<ReportOutcome> {
    const { open, failed, disposed } = this.#host;
    if (disposed() || this.#disposed) return withheld('disposed');
    if (this.#answered) return withheld('already_reported');
    // Before this call returns to the page: whatever ends the page now finds the answer.
    const answer = open.answer(this.#id, feedback);
    this.#answered = 'body' in answer;
    if ('reason' in answer && answer.problem) failed(answer.problem);
    return tracked(this.#host, this.#times, this.#outcome(answer));
  }

  dispose(): void {
    this.#disposed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async #outcome(answer: Answer): Promise<ReportOutcome> {
    // Why nothing leaves at all comes before why this answer does not count.
    const reason = await this.#withheld;
    if (reason) return withheld(reason);
    if ('reason' in answer) return withheld(answer.reason);
    return queued(this.#host, answer, this.#times.releaseAt);
  }
}

/** What later pages know of a decision with a key: all of it is public. */
export interface Kept extends Readonly<Times> {
  readonly fields: ReportFields;
  /** How long pages look it up. JSON has no infinity. */
  readonly until: number;
}

/** A decision that outlives its page. Its noise for an answer is drawn when the answer is given. */
export class KeptDecision implements Decision<AlgorithmType> {
  readonly action: never;
  readonly reported: number;
  readonly rescaled = 0;
  readonly policy: 'snapshot' | 'offline-uniform';
  readonly #host: DecisionHost;
  readonly #kept: Kept;
  readonly #withheld: Withheld;
  #disposed = false;

  constructor(
    host: DecisionHost,
    kept: Kept,
    reason: Withheld = Promise.resolve(undefined),
    isOffline = false,
  ) {
    this.#host = host;
    this.policy = isOffline ? 'offline-uniform' : 'snapshot';
    this.#kept = kept;
    this.#withheld = reason;
    this.reported = kept.fields['arm'] as number;
    this.action = this.reported as never;
  }

  async reward(feedback: unknown): Promise<ReportOutcome> {
    const { core, outbox, failed, disposed } = this.#host;
    const { fields, closesAt } = this.#kept;
    if (disposed() || this.#disposed) return withheld('disposed');
    if (Date.now() > closesAt) return withheld('too_late');
    let body: string;
    try {
      const given = core.read(feedback, { action: this.action } as unknown as Drawn);
      body = core.report(core.reopen?.(fields) as Uint8Array, given);
    } catch (problem) {
      failed(problem as LdpError);
      return withheld('invalid_feedback');
    }
    const write = () =>
      outbox.finalizeOnce({ id: fields.id, body, expiresAt: this.#kept.expiresAt });
    const isUnseen = closesAt === Infinity;
    const written = isUnseen ? this.#withheld.then((reason) => !reason && write()) : write();
    const outcome = async (): Promise<ReportOutcome> => {
      const reason = await this.#withheld;
      const isFirst = await written.catch(() => undefined);
      if (reason) return withheld(reason);
      if (isFirst === undefined) return withheld('storage_failed');
      return isFirst
        ? queued(this.#host, { body }, this.#kept.releaseAt)
        : withheld('already_reported');
    };
    return tracked(this.#host, this.#kept, outcome());
  }

  dispose(): void {
    this.#disposed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** What waits for a visitor who may never come keeps no flush waiting. */
function tracked<T>({ busy }: DecisionHost, times: Readonly<Times>, work: Promise<T>): Promise<T> {
  return times.closesAt < Infinity ? busy.track(work) : work;
}

function queued(
  host: DecisionHost,
  { body, trace }: Exclude<Answer, { readonly reason: WithheldReason }>,
  releaseAt: number,
): ReportOutcome {
  const report = describeReport(host.core, body);
  host.hub.emit({ type: 'queued', report, answered: true, releaseAt });
  const { epsilon, delta } = host.core.cost;
  return { status: 'queued', report, spent: { epsilon, delta }, ...(trace && { trace }) };
}
