// What own code did wrong: which part, in which trial and round, what it gave and what is allowed.
import { LdpError } from '../internal/errors.js';
import type { OwnPart } from './own-types.js';

/** Where own code runs: errors name it. */
export class OwnPlace {
  readonly part: OwnPart;
  readonly trial: number;

  constructor(part: OwnPart, trial: number) {
    this.part = part;
    this.trial = trial;
  }

  /** Round 0: before the first. `what`: who gave the value. */
  wrong(round: number, what: string, given: unknown, allowed: string): LdpError<'own_code_failed'> {
    const value = show(given);
    return this.#fail(round, `${what} ${value}; it ${allowed}`, { given: value, allowed });
  }

  /** Runs own code; what it throws names its place. */
  run<T>(round: number, name: string, code: () => T): T {
    try {
      return code();
    } catch (error) {
      throw this.threw(round, name, error);
    }
  }

  threw(round: number, name: string, cause: unknown): LdpError<'own_code_failed'> {
    const { stack } = Object(cause) as { readonly stack?: unknown };
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : show(cause);
    // A stack is text, so that it survives the way from a worker.
    const details = typeof stack === 'string' ? { stack } : {};
    return this.#fail(round, `${name} threw ${why}`, details, cause);
  }

  #fail(
    round: number,
    text: string,
    details: Readonly<Record<string, unknown>>,
    cause?: unknown,
  ): LdpError<'own_code_failed'> {
    const { kind, name } = this.part;
    const when = round === 0 ? 'before the first round' : `round ${round}`;
    return new LdpError(
      'own_code_failed',
      `The own ${kind} "${name}", trial ${this.trial}, ${when}: ${text}.`,
      {
        details: { kind, name, trial: this.trial, round, ...details },
        ...(cause !== undefined && { cause }),
      },
    );
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}
