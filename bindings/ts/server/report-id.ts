/** A report's id as the 16 bytes that it is: 22 characters would take a third more of a store's room. */
import { LdpError } from '../internal/errors.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const REPORT_ID_BYTES = 16;
const LENGTH = 22;
const NONE = 0xff;
const VALUES = new Uint8Array(128).fill(NONE);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

/**
 * The 16 bytes of a report's id.
 *
 * @param id 22 characters of base64url, as {@link BatchItem.id} has them.
 * @throws LdpError `invalid_argument` if it is none. The error does not carry the id.
 */
export function reportIdBytes(id: string): Uint8Array {
  const bytes = new Uint8Array(REPORT_ID_BYTES);
  writeReportId(id, bytes, 0);
  return bytes;
}

/** As {@link reportIdBytes}, into `bytes` from `start` on. */
export function writeReportId(id: string, bytes: Uint8Array, start: number): void {
  if (typeof id !== 'string' || id.length !== LENGTH) throw invalid();
  let bits = 0;
  let held = 0;
  let at = start;
  for (let i = 0; i < LENGTH; i++) {
    const value = VALUES[id.charCodeAt(i)] ?? NONE;
    if (value === NONE) throw invalid();
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  // The last character has four bits to spare: were they free, one id could be written in 16 ways.
  if ((bits & 0xf) !== 0) throw invalid();
}

function invalid(): LdpError {
  const reason = 'must be 16 bytes in base64url, which is 22 characters';
  return new LdpError('invalid_argument', `id: ${reason}`, {
    details: { parameter: 'id', reason },
  });
}
