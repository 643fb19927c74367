// A table of calls that must fail: which function, what was wrong with the call, and the code of the
// LdpError that it gives. The runner is shared by the tables of the three entries.
import { LdpError, type LdpErrorCode } from 'ldp-bandits';
import { describe, expect, it } from 'vitest';

export interface BadCall {
  /** The function or method, as in the documentation: `createBandit`, `Decision.reward`. */
  readonly call: string;
  /** What is wrong, for the title of the test. */
  readonly given: string;
  readonly code: LdpErrorCode;
  /** `details.parameter` of the error. */
  readonly parameter?: string;
  readonly run: () => unknown;
}

/** Values that are no number at all, which release Embind would take for 0. */
export const kNoNumbers: readonly (readonly [string, unknown])[] = [
  ['"1"', '1'],
  ['null', null],
  ['true', true],
  ['BigInt 1', 1n],
  ['an object', {}],
  ['[1]', [1]],
  ['NaN', Number.NaN],
];

export const kInfinities: readonly (readonly [string, unknown])[] = [
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];

/** For parameters that are integers from 1 to some thousands. */
export const kNoCounts = [
  ...kNoNumbers,
  ...kInfinities,
  ['0', 0],
  ['-0', -0],
  ['-1', -1],
  ['1.5', 1.5],
  ['the smallest subnormal', Number.MIN_VALUE],
  ['2^32', 2 ** 32],
  ['2^53 + 1', 2 ** 53 + 1],
] as const;

/** For an epsilon, whose range is [2^-10, 32]. */
export const kNoEpsilons = [
  ...kNoNumbers,
  ...kInfinities,
  ['0', 0],
  ['-0', -0],
  ['-1', -1],
  ['the smallest subnormal', Number.MIN_VALUE],
  ['just below 2^-10', 2 ** -10 - 2 ** -62],
  ['just above 32', 32 + 2 ** -47],
  ['2^53 + 1', 2 ** 53 + 1],
] as const;

/** Where an object is expected. */
export const kNoObjects: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a string', 'x'],
  ['1', 1],
  ['a list', []],
];

/** One row per value. `missing` rows come from the caller, since some parameters are optional. */
export function rows(
  call: string,
  parameter: string,
  values: readonly (readonly [string, unknown])[],
  run: (value: never) => unknown,
  code: LdpErrorCode = 'invalid_argument',
): BadCall[] {
  return values.map(([given, value]) => ({
    call,
    given: `${parameter} = ${given}`,
    code,
    parameter,
    run: () => run(value as never),
  }));
}

/** The error of a call, thrown or rejected; an iterable is asked for its first item. */
export async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    const result = await run();
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      const iterator = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      await iterator.next();
    }
  } catch (error) {
    return error;
  }
  return undefined;
}

/**
 * Runs one row. `state` describes everything that the call could have changed; it is read before and
 * after and must be the same.
 */
export async function expectRefusal(row: BadCall, state?: () => Promise<unknown>): Promise<void> {
  const before = await state?.();
  const error = await errorOf(row.run);
  expect(error, 'the call went through').toBeInstanceOf(LdpError);
  const { code, details, message } = error as LdpError;
  expect(code).toBe(row.code);
  if (row.parameter !== undefined) expect(details['parameter']).toBe(row.parameter);
  expect(message.length).toBeGreaterThan(0);
  expect(await state?.()).toEqual(before);
}

/** One test a row, under the title of its table. */
export function describeRefusals(
  tables: readonly (readonly [title: string, table: readonly BadCall[]])[],
  state?: () => Promise<unknown>,
): void {
  describe.each(tables)('%s', (_title, table) => {
    it.each(table.map((row) => [`${row.call}: ${row.given}`, row] as const))('%s', (_name, row) =>
      expectRefusal(row, state),
    );
  });
}

/** Names of everything an entry exports at run time. */
export function exportedNames(entry: object): string[] {
  return Object.keys(entry).sort();
}

/** Functions that a table calls, without the object in front of a method. */
export function calledNames(table: readonly BadCall[], prefix = ''): string[] {
  return [
    ...new Set(
      table
        .map(({ call }) => call)
        .filter((call) => (prefix === '' ? !call.includes('.') : call.startsWith(`${prefix}.`)))
        .map((call) => (prefix === '' ? call : call.slice(prefix.length + 1))),
    ),
  ].sort();
}
