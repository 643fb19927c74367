// One decision, one report: the page's handles for it.

import type { LdpError } from '../internal/errors.js';
import type { Core, Drawn, ReportFields } from './core.js';
import { type Fate, numbered } from './early.js';
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
  /** How long an answer waits to hear what becomes of an option that was shown early, in ms. */
  readonly patienceMs: number;
}

type Policy = Decision['policy'];

export function policyOf({ early, offline }: Drawn): Policy {
  if (early) return early.kept ? 'kept-snapshot' : 'offline-uniform';
  return offline ? 'offline-uniform' : 'snapshot';
}

export const isReason = (fate: Fate): fate is Exclude<WithheldReason, 'awaiting_snapshot'> =>
  typeof fate === 'string' && fate !== 'awaiting_snapshot';

/** The answer of a visitor must not wait for a collector that never answers. */
function inTime(fate: Promise<Fate>, ms: number): Promise<Fate> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'awaiting_snapshot'>((resolve) => {
    timer = setTimeout(() => resolve('awaiting_snapshot'), ms);
  });
  return Promise.race([fate, late]).finally(() => clearTimeout(timer));
}

const withheld = (reason: WithheldReason): ReportOutcome => ({ status: 'withheld', reason });

export class LocalDecision implements Decision<AlgorithmType> {
  readonly action: never; // as the algorithm has it
  readonly reported: number;
  readonly rescaled: number;
  readonly policy: Policy;
  readonly problem?: LdpError;
  readonly #host: DecisionHost;
  readonly #id: string;
  readonly #times: Readonly<Times>;
  readonly #fate: () => Promise<Fate>;
  #disposed = false;
  #answered = false;

  constructor(host: DecisionHost, drawn: Drawn, times: Readonly<Times>, fate: Promise<Fate>) {
    this.#host = host;
    this.#id = drawn.fields.id;
    this.#times = times;
    this.#fate = () => (drawn.early ? inTime(fate, host.patienceMs) : fate);
    this.action = drawn.action as never;
    this.reported = drawn.reported;
    this.rescaled = drawn.rescaled;
    this.policy = policyOf(drawn);
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
    const fate = await this.#fate();
    if (isReason(fate)) return withheld(fate);
    if ('reason' in answer) return withheld(answer.reason);
    if (fate === 'awaiting_snapshot') return withheld(fate);
    return queued(this.#host, answer, this.#times.releaseAt, fate);
  }
}

/** What later pages know of a decision with a key: all of it is public. */
export interface Kept extends Readonly<Times> {
  readonly fields: ReportFields;
  /** How long pages look it up. JSON has no infinity. */
  readonly until: number;
  /** It was shown before the newest snapshot was there: whether it is reported, another page does not know. */
  readonly early?: Policy;
}

/** A decision that outlives its page. Its noise for an answer is drawn when the answer is given. */
export class KeptDecision implements Decision<AlgorithmType> {
  readonly action: never;
  readonly reported: number;
  readonly rescaled = 0;
  readonly policy: Policy;
  readonly #host: DecisionHost;
  readonly #kept: Kept;
  readonly #fate: () => Promise<Fate>;
  #disposed = false;

  constructor(
    host: DecisionHost,
    kept: Kept,
    fate: Promise<Fate> = Promise.resolve(kept.early && 'awaiting_snapshot'),
    policy: Policy = kept.early ?? 'snapshot',
  ) {
    this.#host = host;
    this.policy = policy;
    this.#kept = kept;
    this.#fate = () => (kept.early ? inTime(fate, host.patienceMs) : fate);
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
    const written = isUnseen ? this.#fate().then((fate) => !isReason(fate) && write()) : write();
    const outcome = async (): Promise<ReportOutcome> => {
      const fate = await this.#fate();
      const isFirst = await written.catch(() => undefined);
      if (isReason(fate)) return withheld(fate);
      if (isFirst === undefined) return withheld('storage_failed');
      if (!isFirst) return withheld('already_reported');
      if (fate === 'awaiting_snapshot') return withheld(fate);
      return queued(this.#host, { body }, this.#kept.releaseAt, fate);
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
  fate: number | undefined,
): ReportOutcome {
  const report = describeReport(host.core, fate === undefined ? body : numbered(body, fate));
  host.hub.emit({ type: 'queued', report, answered: true, releaseAt });
  const { epsilon, delta } = host.core.cost;
  return { status: 'queued', report, spent: { epsilon, delta }, ...(trace && { trace }) };
}
