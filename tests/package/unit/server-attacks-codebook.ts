// Codebook reports by hand (docs/spec/codebook.md): that of the codeword which is nearest to a direction, and what no
// device sends.
import { normals } from '../../statistical/codewords.mjs';
import type { Row } from './server-attacks-rows.js';
import { reportId } from './server-support.js';

/** How many there are at epsilon 1 by default. */
export const CODEWORDS = 256;
/** Of a codeword. */
export const CODEWORD_LENGTH = 32767;

export const indexData = (index: number): string => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(index);
  return `"data":"${bytes.toString('base64url')}"`;
};

/** The part's position among those of its experiment. */
const partOf = ({ about }: Row) => (about === 'design' ? 1 : 0);

let tried = 2 ** 31;
/**
 * The id and the index of the codeword that is nearest to a way, a unit vector, among all those of some fresh ids.
 * An honest device tries one: its id is drawn before its value. A forger has the time for more.
 */
export function nearestCodeword(row: Row, way: readonly number[], ids: number) {
  let nearest = { id: '', index: 0, cosine: -1 };
  for (let i = 0; i < ids; i++) {
    const name = reportId(++tried);
    const id = Buffer.from(name, 'base64url');
    for (let j = 0; j < CODEWORDS / 2; j++) {
      const z = normals(id, partOf(row), j, way.length + 1);
      const along = way.reduce((sum, value, at) => sum + value * (z[at] as number), 0);
      const cosine = along / Math.hypot(...z);
      if (Math.abs(cosine) <= nearest.cosine) continue;
      nearest = { id: name, index: cosine > 0 ? j : j + CODEWORDS / 2, cosine: Math.abs(cosine) };
    }
  }
  return nearest;
}

/** A payload with the id that its index belongs to: see `reportOf`. */
export function nearestReport(row: Row, way: readonly number[], ids = 1): string {
  const { id, index } = nearestCodeword(row, way, ids);
  return `"id":"${id}",${indexData(index)}`;
}

/** Payloads that no device sends. */
export function forgedCodebook(row: Row): readonly (readonly [string, string])[] {
  const text = (value: string) => `"data":"${value}"`;
  const bytes = (count: number) => text(Buffer.alloc(count).toString('base64url'));
  return [
    ['the first index that is no codeword', indexData(CODEWORDS)],
    ['an index of twice the codewords', indexData(2 * CODEWORDS)],
    ['the largest index', indexData(0xffff)],
    ['an index with the sign of 16 bits', indexData(0x8000)],
    ['no byte', bytes(0)],
    ['one byte', bytes(1)],
    ['three bytes', bytes(3)],
    ['two indices', bytes(4)],
    ['a vector', bytes(2 * (row.length ?? 0))],
    ['bits behind the index', text('AAB')],
    ['padding', text('AAA=')],
    ['a number for text', '"data":0'],
    ['a bit', '"bit":1'],
    ['an integer', '"noisy":1'],
  ];
}
