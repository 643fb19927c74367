// One decision, one report. The neutral packet is on its way before the page can answer; an answer
// replaces its bytes while they are still here. Nothing that happens here can make two reports of
// one decision leave, or none.
import { LdpError } from '../internal/errors.js';
import type { Core, Drawn } from './core.js';
import { describeReport, privateTrace } from './report.js';
import { storageFailed } from './sender.js';
import type {
  AlgorithmType,
  Decision,
  LedgerEntry,
  PrivateTrace,
  Report,
  ReportOutcome,
  WithheldReason,
} from './types.js';

/** What a decision needs from its bandit. */
export interface DecisionHost {
  readonly core: Core;
  readonly inspect: boolean;
  readonly disposed: boolean;
  /** Replaces the packet of `id` unless it has left: false. */
  answer(id: string, body: string): Promise<boolean>;
  queued(report: Report, releaseAt: number): void;
  failed(error: LdpError): void;
  /** Delays dispose and flush until this is over. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface OpenDecision {
  readonly drawn: Drawn;
  readonly entry: LedgerEntry;
  readonly closesAt: number;
  readonly releaseAt: number;
  /** Undefined: the packet is queued. */
  readonly withheld: Promise<WithheldReason | undefined>;
}

export class LocalDecision implements Decision<AlgorithmType> {
  readonly action: never; // as the algorithm has it
  readonly reported: number;
  readonly rescaled: number;
  readonly policy: 'snapshot' | 'offline-uniform';
  readonly #host: DecisionHost;
  #open: OpenDecision | undefined;
  #closedBy: 'already_reported' | 'disposed' = 'already_reported';

  constructor(host: DecisionHost, open: OpenDecision) {
    this.#host = host;
    this.#open = open;
    const { drawn } = open;
    this.action = drawn.action as never;
    this.reported = drawn.reported;
    this.rescaled = drawn.rescaled;
    this.policy = drawn.offline ? 'offline-uniform' : 'snapshot';
  }

  async reward(feedback: unknown): Promise<ReportOutcome> {
    const open = this.#open;
    if (this.#host.disposed) throw new LdpError('disposed', 'The bandit has been disposed.'); // it counts as unanswered
    if (!open) throw new LdpError(this.#closedBy, 'This decision has its report already.');
    const { core, inspect } = this.#host;
    const { drawn } = open;
    const given = core.read(feedback, drawn); // what is refused leaves the decision open
    this.#open = undefined;
    if (Date.now() > open.closesAt) {
      drawn.sealed.fill(0);
      throw alreadyReported();
    }
    const { sealed } = drawn;
    const trace = inspect ? privateTrace(core.trace(sealed, given)) : undefined;
    const body = core.report(sealed, given);
    return this.#host.track(this.#queue(open, body, trace));
  }

  /** Leaves the neutral report in place. */
  [Symbol.dispose](): void {
    if (!this.#open) return;
    this.#open.drawn.sealed.fill(0);
    this.#open = undefined;
    this.#closedBy = 'disposed';
  }

  async #queue(
    open: OpenDecision,
    body: string,
    trace: PrivateTrace | undefined,
  ): Promise<ReportOutcome> {
    const reason = await open.withheld;
    if (reason) return { status: 'withheld', reason };
    let replaced: boolean;
    try {
      replaced = await this.#host.answer(open.drawn.fields.id, body);
    } catch (cause) {
      // The neutral packet stays, so the collector cannot tell.
      this.#host.failed(storageFailed(cause));
      return { status: 'withheld', reason: 'storage_failed' };
    }
    if (!replaced) throw alreadyReported();
    const report = describeReport(this.#host.core, body);
    this.#host.queued(report, open.releaseAt);
    const { epsilon, delta } = open.entry;
    return { status: 'queued', report, spent: { epsilon, delta }, ...(trace ? { trace } : {}) };
  }
}

function alreadyReported(): LdpError<'already_reported'> {
  return new LdpError('already_reported', 'The answer came too late: the neutral report stands.');
}
