// The public codewords of a report, a second time: docs/spec/codebook.md, section 5.

import { normalQuantile } from './normal-quantile.mjs';

/** The largest number of a codeword: its length. */
const kLength = 32767;

let table;
/** 65,536 normal numbers in steps of 1/4096. */
export function normalTable() {
  if (table) return table;
  table = new Int16Array(65_536);
  for (let i = 0; i < 32_768; ++i) {
    const p = 0.5 + (2 * i + 1) / 2 ** 17;
    table[i] = i < 32_767 ? Math.floor(4096 * normalQuantile(p) + 0.5) : 18_075;
    table[32_768 + i] = -table[i];
  }
  return table;
}

/** The upper 32 bits of a product of two words. */
function upper(a, b) {
  const low = a & 0xffff;
  const high = a >>> 16;
  // Below 2^48 each, and so is what carries.
  return Math.floor((high * b + Math.floor((low * b) / 65_536)) / 65_536) >>> 0;
}

/** @returns {[number, number, number, number]} four words of Philox4x32-10 */
export function philox([k0, k1], [c0, c1, c2, c3]) {
  let [a, b, c, d, key, other] = [c0, c1, c2, c3, k0, k1];
  for (let round = 0; round < 10; ++round) {
    const left = upper(a, 0xd2511f53) ^ d ^ other;
    const right = upper(c, 0xcd9e8d57) ^ b ^ key;
    const lows = [Math.imul(0xcd9e8d57, c) >>> 0, Math.imul(0xd2511f53, a) >>> 0];
    a = right >>> 0;
    b = lows[0];
    c = left >>> 0;
    d = lows[1];
    key = (key + 0x9e3779b9) >>> 0;
    other = (other + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/**
 * @param {Buffer} id
 * @param {number} part position among those of the experiment
 * @param {number} j below N/2
 * @param {number} count D, one more than the vector has
 * @returns {number[]} normal numbers in the direction of codeword j
 */
export function normals(id, part, j, count) {
  const quantiles = normalTable();
  const key = [id.readUInt32LE(0), id.readUInt32LE(4)];
  const rest = [id.readUInt32LE(8), id.readUInt32LE(12)];
  const z = [];
  for (let block = 0; z.length < count; ++block) {
    for (const word of philox(key, [block, (0xcb00 + part) * 65_536 + j, ...rest])) {
      z.push(quantiles[word & 0xffff], quantiles[word >>> 16]);
    }
  }
  return z.slice(0, count);
}

/** All D numbers of codeword `index` of N, in steps of 1/32767. */
export function codeword(id, part, index, codewords, count) {
  const half = codewords / 2;
  const z = normals(id, part, index % half, count);
  const squares = z.reduce((sum, value) => sum + value * value, 0);
  const factor = BigInt(Math.floor((kLength * 2 ** 32) / Math.sqrt(squares)));
  const numbers = z.map((value) => Number((BigInt(value) * factor + 2n ** 31n) >> 32n));
  return index < half ? numbers : numbers.map((value) => -value);
}

/** The vector on the unit sphere, its length divided by `norm`, and clipped to it. */
function lift(vector, norm) {
  const length = Math.hypot(...vector) / norm;
  const scaled = vector.map((entry) => entry / norm / Math.max(1, length));
  return [...scaled, Math.sqrt(Math.max(0, 1 - length * length))];
}

/** Whether codeword `index` is among the `near` nearest to a vector. */
export function isNear({ id, index }, vector, { norm, codewords, near, part = 0 }) {
  const half = codewords / 2;
  const point = lift(vector, norm);
  const along = (j) => {
    const z = normals(id, part, j, point.length);
    return z.reduce((sum, value, i) => sum + value * point[i], 0) / Math.hypot(...z);
  };
  const own = along(index % half);
  if (own > 0 !== index < half) return false;
  // Of a codeword and its negative one is on the side of the vector.
  let nearer = 0;
  for (let j = 0; j < half; ++j) nearer += Math.abs(along(j)) > Math.abs(own) ? 1 : 0;
  return nearer < near;
}
