/** A report as it arrived, read as the wire format says: 16-bit integers, little-endian, in base64url. */
import type { Part } from '../shared/ball.js';

export interface ReadReport {
  readonly part: Part;
  readonly numbers: readonly number[];
}

/** @returns null if it is no report of one of the two kinds */
export function numbersOf(body: string): ReadReport | null {
  const match = /"part":"(moment|design)","data":"([\w-]*)"/.exec(body);
  if (!match) return null;
  const [, part, data = ''] = match as unknown as [string, Part, string];
  const text = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const numbers = Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(2 * i, true));
  return { part, numbers };
}
