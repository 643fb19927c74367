/** What the cases assert with: a framework's own would tie the suite to that framework. */
import { LdpError, type LdpErrorCode } from '../../internal/errors.js';

/** @throws Error with both values in its message unless they are deeply equal. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [show(actual), show(expected)];
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, got ${found}`);
}

/** @throws Error unless `promise` rejects with an LdpError of this code. */
export async function refuses(
  promise: Promise<unknown>,
  code: LdpErrorCode,
  what: string,
): Promise<LdpError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('no reason'),
  );
  if (error === undefined) throw new Error(`${what}: expected LdpError ${code}, got no error`);
  if (LdpError.is(error, code)) return error;
  const text = LdpError.is(error) ? `LdpError ${error.code}` : String(error);
  throw new Error(`${what}: expected LdpError ${code}, got ${text}`, { cause: error });
}

/** One text for equal values: keys sorted, typed arrays and bigints as what they are. */
function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Error) return String(value);
  if (ArrayBuffer.isView(value)) {
    return `${kindOf(value)}[${Array.from(value as Uint8Array, show).join()}]`;
  }
  if (Array.isArray(value)) return `[${value.map(show).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${name}: ${show(field)}`).join()}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}

/** A Buffer is as good as the Uint8Array that it is. */
function kindOf(value: ArrayBufferView): string {
  return value instanceof Uint8Array ? 'Uint8Array' : value.constructor.name;
}
