/**
 * Tells the operator what fails. Never what a report or a request said: a log must not become a second,
 * unprotected copy of the reports. The one file of the server that logs.
 */
import { LdpError } from '../internal/errors.js';
import type { Problem, ProblemCode } from './problem.js';
import type { OnError } from './types/index.js';

export type Where = Parameters<OnError>[1];

export class Reporter {
  readonly #onError: OnError;
  /** An error passes several hands on its way; each is told once. */
  readonly #told = new WeakSet<object>();
  /** By experiment, then by code. */
  readonly #refused = new Map<string, Partial<Record<ProblemCode, number>>>();

  constructor(onError: OnError | undefined) {
    this.#onError = onError ?? warnOnce();
  }

  /** Something of the collector's own: its store, its learner, an oracle. */
  failed(error: unknown, where: Where): void {
    const known = LdpError.is(error)
      ? error
      : new LdpError('transport', 'The collector failed.', { cause: error });
    if (this.#told.has(known)) return;
    this.#told.add(known);
    this.#tell(known, where);
  }

  /** A request that was refused. Told when it is the 1st, 10th, 100th, … of its code and experiment. */
  refused({ code, status, detail, parameter }: Problem, experiment: string): void {
    const counts = this.#refused.get(experiment) ?? {};
    const count = (counts[code] ?? 0) + 1;
    this.#refused.set(experiment, { ...counts, [code]: count });
    if (!Number.isInteger(Math.log10(count))) return;
    const details = { problem: code, status, parameter, count };
    const text = `Refused ${count}: ${detail}`;
    this.#tell(new LdpError('report_rejected', text, { details }), {
      experiment,
      operation: 'receive',
    });
  }

  /** How many requests were refused, by code; those of another experiment are none of these. */
  refusals(experiment: string): Readonly<Partial<Record<ProblemCode, number>>> {
    return { ...this.#refused.get(experiment) };
  }

  #tell(error: LdpError, where: Where): void {
    try {
      // An async one, too, must not end the process.
      const returned: unknown = this.#onError(error, where);
      if (returned instanceof Promise) returned.catch(() => {});
    } catch {
      // What the operator's function throws is no business of a visitor's request.
    }
  }
}

/** One line per code. */
function warnOnce(): OnError {
  const warned = new Set<string>();
  return (error, { experiment, operation }) => {
    const problem = error.details['problem'];
    const code = typeof problem === 'string' ? problem : error.code;
    if (warned.has(code)) return;
    warned.add(code);
    const { cause } = error;
    // The name and text of a driver's error only: its other members may hold what was to be stored.
    const because = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '';
    const place = experiment === undefined ? operation : `${experiment}, ${operation}`;
    console.warn(
      `ldp-bandits collector: ${code} (${place}): ${error.message}${because} Said once: see onError.`,
    );
  };
}
