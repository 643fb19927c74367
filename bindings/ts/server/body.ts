/** The body of a request: at most `limit` bytes of it are ever in memory. */
import { joinBytes } from '../internal/join-bytes.js';

export type Body =
  | { readonly bytes: Uint8Array }
  /** `consumed`: the request announces bytes, and there are none: something read them before. */
  | { readonly refused: 'too_large' | 'consumed' };

const TOO_LARGE: Body = { refused: 'too_large' };
const CONSUMED: Body = { refused: 'consumed' };

/** @throws Whatever the host throws when its client goes away. */
export async function readBody(request: Request, limit: number): Promise<Body> {
  const declared = request.headers.get('content-length');
  const length = declared === null ? null : Number(declared);
  // Before anything is read. What no number compares with, e.g. NaN, is counted.
  if (length !== null && length > limit) return TOO_LARGE;
  if (request.bodyUsed) return CONSUMED;
  // A host holds its client to the length that it announces.
  const counted = length === null || !Number.isSafeInteger(length);
  let bytes: Uint8Array | null;
  try {
    bytes = counted ? await readCounted(request, limit) : await readAll(request);
  } catch (error) {
    if (isConsumed(request, error)) return CONSUMED;
    throw error;
  }
  if (bytes === null || bytes.length > limit) return TOO_LARGE;
  const announced = (length ?? 0) > 0 || request.headers.has('transfer-encoding');
  return bytes.length === 0 && announced ? CONSUMED : { bytes };
}

async function readAll(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

/** Null: there are more. */
async function readCounted(request: Request, limit: number): Promise<Uint8Array | null> {
  // Some browsers hide the stream of a request.
  if (!request.body) return readAll(request);
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      // Not awaited: a client that goes on sending must not hold the answer back.
      reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(value);
  }
  return joinBytes(chunks);
}

/** Hosts differ in what they say of a stream that was read before; that it is used or locked, all do. */
function isConsumed(request: Request, error: unknown): boolean {
  return error instanceof TypeError && (request.bodyUsed || request.body?.locked === true);
}
