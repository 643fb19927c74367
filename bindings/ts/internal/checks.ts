// Argument checks of every entry. Release Embind turns "x", NaN and undefined into 0, and
// here that would silently randomise the wrong datum: so nothing reaches wasm that has not
// been through these.
import { LdpError } from './errors.js';
import { isModule, type WasmSource } from './instantiate.js';

/** Which parameter, what was given, what is allowed. */
export function invalidArgument(
  parameter: string,
  value: unknown,
  reason: string,
): LdpError<'invalid_argument'> {
  return new LdpError('invalid_argument', `${parameter}: ${reason}, got ${describe(value)}`, {
    details: { parameter, value, reason },
  });
}

function describe(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** An integer in [minimum, maximum]. */
export function requireInteger(
  parameter: string,
  value: unknown,
  minimum: number,
  maximum: number,
): number {
  const given = value as number; // as isInteger says
  if (!Number.isInteger(value) || given < minimum || given > maximum) {
    throw invalidArgument(parameter, value, `must be an integer from ${minimum} to ${maximum}`);
  }
  return given + 0; // -0 becomes 0
}

/** A finite number in [minimum, maximum]; without limits any finite number. */
export function requireNumber(
  parameter: string,
  value: unknown,
  minimum = -Infinity,
  maximum = Infinity,
): number {
  const given = value as number; // as isFinite says
  if (!Number.isFinite(value) || given < minimum || given > maximum) {
    const range = minimum === -Infinity ? 'finite number' : `number from ${minimum} to ${maximum}`;
    throw invalidArgument(parameter, value, `must be a ${range}`);
  }
  return given + 0;
}

/** A string of 1 to `maximumLength` characters that matches `pattern`. */
export function requireString(
  parameter: string,
  value: unknown,
  maximumLength: number,
  pattern?: RegExp,
): string {
  if (
    typeof value !== 'string' ||
    value.length < 1 ||
    value.length > maximumLength ||
    (pattern && !pattern.test(value))
  ) {
    throw invalidArgument(
      parameter,
      value,
      `must be a string of 1 to ${maximumLength} characters${pattern ? ` matching ${pattern.source}` : ''}`,
    );
  }
  return value;
}

export function requireOneOf<const T extends string>(
  parameter: string,
  value: unknown,
  choices: readonly T[],
): T {
  if (!choices.includes(value as T)) {
    throw invalidArgument(
      parameter,
      value,
      `must be one of ${choices.map((c) => `"${c}"`).join(', ')}`,
    );
  }
  return value as T;
}

/** A plain object; with `keys`, one without any other key. */
export function requireRecord(
  parameter: string,
  value: unknown,
  keys?: readonly string[],
): Readonly<Record<string, unknown>> {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value)
  ) {
    throw invalidArgument(parameter, value, 'must be an object');
  }
  if (keys) {
    for (const key of Object.keys(value)) {
      if (!keys.includes(key))
        throw invalidArgument(
          `${parameter}.${key}`,
          (value as Record<string, unknown>)[key],
          'is not known here',
        );
    }
  }
  return value as Record<string, unknown>;
}

export function requireBoolean(parameter: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw invalidArgument(parameter, value, 'must be true or false');
  return value;
}

// biome-ignore lint/complexity/noBannedTypes: the check is exactly that it is callable
export function requireFunction<T extends Function>(parameter: string, value: T): T {
  if (typeof value !== 'function') throw invalidArgument(parameter, value, 'must be a function');
  return value;
}

/** A source of wasm, or undefined for the embedded one. */
export function requireWasm(parameter: string, value: unknown): WasmSource | undefined {
  const known =
    value === undefined ||
    typeof value === 'string' ||
    value instanceof URL ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    (typeof Response === 'function' && value instanceof Response) ||
    isModule(value);
  if (!known) {
    throw invalidArgument(
      parameter,
      value,
      'must be a URL, a Response, bytes or a WebAssembly.Module',
    );
  }
  return value as WasmSource | undefined;
}

/** The signal in the options of a call that has no other. */
export function signalOf(options: unknown): AbortSignal | undefined {
  return requireSignal('options.signal', requireRecord('options', options, ['signal'])['signal']);
}

/** An AbortSignal or undefined. Throws `signal.reason` if it is aborted already. */
export function requireSignal(parameter: string, value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const signal = value as AbortSignal;
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof signal.aborted !== 'boolean' ||
    typeof signal.addEventListener !== 'function'
  ) {
    throw invalidArgument(parameter, value, 'must be an AbortSignal');
  }
  signal.throwIfAborted();
  return signal;
}

/** Range of the epsilon of one report, the same for every mechanism. */
export const MINIMUM_EPSILON = 2 ** -10;
export const MAXIMUM_EPSILON = 32;
/** Weights of smaller ones overflow when they are squared and summed. */
export const SMALLEST_PROPENSITY = 1e-100;
/**
 * Experiment names go into URLs: letters, digits, dot, underscore, hyphen; not starting with a dot.
 */
export const EXPERIMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function requireExperimentName(parameter: string, value: unknown): string {
  return requireString(parameter, value, 64, EXPERIMENT_NAME);
}

/** The cost of one report of a pure mechanism: epsilon in [2^-10, 32], delta absent or 0. */
export function requirePureSpend(
  parameter: string,
  value: unknown,
): { readonly epsilon: number; readonly delta: 0 } {
  const { epsilon, delta } = requireRecord(parameter, value);
  if (delta !== undefined && delta !== 0) {
    throw invalidArgument(
      `${parameter}.delta`,
      delta,
      'must be 0 or absent: the mechanisms of this algorithm are pure',
    );
  }
  return {
    epsilon: requireNumber(`${parameter}.epsilon`, epsilon, MINIMUM_EPSILON, MAXIMUM_EPSILON),
    delta: 0,
  };
}
