// The one error type of the package. Codes are the contract; messages are for people and may
// change.

export type LdpErrorCode =
  | 'invalid_argument'
  | 'manifest_mismatch'
  | 'wasm_not_found'
  | 'wasm_blocked_by_csp'
  | 'insecure_randomness'
  | 'already_reported'
  | 'disposed'
  | 'transport'
  /** The collector answers, and has no experiment of this name. */
  | 'unknown_experiment'
  | 'report_rejected'
  | 'store_conflict'
  | 'worker_failed'
  /** Another page of the origin has pinned a smaller `epsilonTotal`, which holds. */
  | 'smaller_total'
  /** The browser lacks what the library needs. Told before anything is spent. */
  | 'unsupported_browser'
  | 'spec_invalid'
  /** A world or policy of the caller's own threw, or gave what is not allowed (simulation). */
  | 'own_code_failed'
  /** A log of rewards that would not be read whole: `details` has `source`, `row`, `column`, `reason`. */
  | 'bad_log'
  /** The WebAssembly instance died (out of memory). Nothing can be done with it any more. */
  | 'aborted';

/** Cancellation is not an LdpError: it surfaces as `signal.reason`, as in fetch. */
export class LdpError<C extends LdpErrorCode = LdpErrorCode> extends Error {
  declare readonly name: 'LdpError';
  readonly code: C;
  /** The same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** What was wrong, as data. For `invalid_argument`: `parameter`, `value`, `reason`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: C,
    message: string,
    options: {
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
      readonly retryable?: boolean;
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
  }

  /** As {@link LdpError.is}: each entry of the package may carry a copy of this class. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return LdpError.is(error);
  }

  /** Also true for an LdpError of another copy of this package or of another realm. */
  static is<C extends LdpErrorCode>(error: unknown, code?: C): error is LdpError<C> {
    if (!(error instanceof Error || Object.prototype.toString.call(error) === '[object Error]'))
      return false;
    const { name, code: found } = error as Partial<LdpError>;
    return (
      name === 'LdpError' && typeof found === 'string' && (code === undefined || found === code)
    );
  }
}
// On the prototype: every instance shares it, and stack traces start with it.
Object.defineProperty(LdpError.prototype, 'name', { value: 'LdpError' });

/** What the core returns in place of a value: nothing is ever thrown through wasm. */
export interface CoreError {
  readonly code: LdpErrorCode;
  readonly parameter: string;
  readonly reason: string;
  readonly value: number;
}

export function isCoreError(result: unknown): result is CoreError {
  return typeof result === 'object' && result !== null && 'code' in result && 'reason' in result;
}

export function toLdpError({ code, parameter, reason, value }: CoreError): LdpError {
  return new LdpError(code, parameter ? `${parameter}: ${reason}` : reason, {
    details: { parameter, value, reason },
  });
}

/** Throws a core error as LdpError, returns everything else. */
export function unwrap<T>(result: T | CoreError): T {
  if (isCoreError(result)) throw toLdpError(result);
  return result;
}

/** What `call` gives; a dead instance is `aborted`. */
export function untrapped<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    return rethrowTrap(error);
  }
}

/** Turns the RuntimeError of a dead instance into `aborted`; the core itself never throws. */
export function rethrowTrap(error: unknown): never {
  if (error instanceof WebAssembly.RuntimeError) {
    throw new LdpError('aborted', 'The WebAssembly instance stopped (out of memory).', {
      cause: error,
    });
  }
  throw error;
}
