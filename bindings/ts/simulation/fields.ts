// Readers for plain data of unknown origin. Each returns a clean copy or throws `spec_invalid` with
// the path of the field.
import { LdpError } from '../internal/errors.js';
import { inBrackets } from '../internal/nearest.js';
import { limits } from './limits.js';

export function invalid(path: string, reason: string): LdpError<'spec_invalid'> {
  return new LdpError('spec_invalid', `${path} ${reason}`, {
    details: { parameter: path, reason },
  });
}

/**
 * An object with no other keys than `known`, so that a misspelt option is never silently ignored.
 */
export function record<const Key extends string>(
  value: unknown,
  path: string,
  known: readonly Key[],
): { readonly [K in Key]?: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(path, 'must be an object');
  const unknown = Object.keys(value).find((key) => !(known as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw invalid(
      path,
      `has an unknown key "${unknown.slice(0, 40)}"; known are ${known.join(', ')}${inBrackets(unknown, known)}`,
    );
  }
  return value;
}

export function list<T>(
  value: unknown,
  path: string,
  minimum: number,
  maximum: number,
  read: (item: unknown, path: string) => T,
): readonly T[] {
  const items: readonly unknown[] | null = Array.isArray(value)
    ? value
    : value instanceof Float64Array
      ? Array.from(value)
      : null;
  if (items === null || items.length < minimum || items.length > maximum) {
    throw invalid(path, `must be a list of ${minimum} to ${maximum} entries`);
  }
  return Array.from(items, (item, index) => read(item, `${path}[${index}]`));
}

export function text(value: unknown, path: string, maximum: number): string {
  if (
    typeof value !== 'string' ||
    value.length < 1 ||
    value.length > maximum ||
    !isWellFormed(value)
  ) {
    throw invalid(path, `must be a text of 1 to ${maximum} characters`);
  }
  return value;
}

/** Lone surrogates have no UTF-8 form: two different seeds would hash to the same bytes. */
function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}

export function integer(value: unknown, path: string, minimum: number, maximum: number): number {
  if (!Number.isInteger(value) || (value as number) < minimum || (value as number) > maximum) {
    throw invalid(path, `must be a whole number from ${minimum} to ${maximum}`);
  }
  return value as number;
}

/** Negative zero becomes zero, so that equal specs have equal bits. */
export function number(value: unknown, path: string, minimum: number, maximum: number): number {
  if (typeof value !== 'number' || !(value >= minimum && value <= maximum)) {
    throw invalid(path, `must be a number from ${minimum} to ${maximum}`);
  }
  return value + 0;
}

export function choice<const T extends string>(
  value: unknown,
  path: string,
  choices: readonly T[],
): T {
  const found = choices.find((item) => item === value);
  if (found === undefined)
    throw invalid(path, `must be one of ${choices.join(', ')}${inBrackets(value, choices)}`);
  return found;
}

/** Two numbers, the first below the second. */
export function readEnds(
  fields: { readonly low?: unknown; readonly high?: unknown },
  path: string,
): { readonly low: number; readonly high: number } {
  const low = number(fields.low, `${path}.low`, -limits.reward, limits.reward);
  const high = number(fields.high, `${path}.high`, -limits.reward, limits.reward);
  if (!(low < high)) throw invalid(`${path}.high`, 'must be above low');
  return { low, high };
}

/** What a check of the arguments of a page reads, with the error of a spec. */
export function asSpec<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!LdpError.is(error, 'invalid_argument')) throw error;
    const { parameter, reason } = error.details;
    throw invalid(String(parameter), String(reason));
  }
}
