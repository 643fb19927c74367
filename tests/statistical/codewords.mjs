// The public codewords of a report, a second time: docs/spec/codebook.md, section 5.

import { wordAt } from './bytes.mjs';
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
  const [low, high, low2, high2] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  // Below 2^32 each, and so is what carries.
  const middle = low * high2 + (Math.imul(low, low2) >>> 16);
  const other = high * low2 + (middle & 0xffff);
  return high * high2 + (middle >>> 16) + (other >>> 16);
}

/** Writes four words of Philox4x32-10 over `words`, its counter. */
function encrypt(k0, k1, words) {
  let [a, b, c, d] = words;
  let [key, other] = [k0, k1];
  for (let round = 0; round < 10; ++round) {
    const left = upper(a, 0xd2511f53) ^ d ^ other;
    const right = upper(c, 0xcd9e8d57) ^ b ^ key;
    b = Math.imul(0xcd9e8d57, c) >>> 0;
    d = Math.imul(0xd2511f53, a) >>> 0;
    a = right >>> 0;
    c = left >>> 0;
    key = (key + 0x9e3779b9) >>> 0;
    other = (other + 0xbb67ae85) >>> 0;
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}

/** @returns {[number, number, number, number]} four words of Philox4x32-10 */
export function philox([k0, k1], counter) {
  const words = Uint32Array.from(counter);
  encrypt(k0, k1, words);
  return [...words];
}

const words = new Uint32Array(4);

/** Writes the numbers of codeword j, as many as `z` takes. */
function fillNormals(z, id, part, j) {
  const quantiles = normalTable();
  for (let block = 0; 8 * block < z.length; ++block) {
    words[0] = block;
    words[1] = (0xcb00 + part) * 65_536 + j;
    words[2] = wordAt(id, 8);
    words[3] = wordAt(id, 12);
    encrypt(wordAt(id, 0), wordAt(id, 4), words);
    // Past its end an array takes nothing.
    for (let i = 0; i < 8; ++i) {
      z[8 * block + i] = quantiles[(words[i >> 1] >>> (16 * (i & 1))) & 0xffff];
    }
  }
}

/**
 * @param {Uint8Array} id
 * @param {number} part position among those of the experiment
 * @param {number} j below N/2
 * @param {number} count D, one more than the vector has
 * @returns {number[]} normal numbers in the direction of codeword j
 */
export function normals(id, part, j, count) {
  const z = new Int16Array(count);
  fillNormals(z, id, part, j);
  return [...z];
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

/**
 * @param {number[][]} vectors
 * @returns {(report: {id: Uint8Array, index: number}) => boolean[]} for each vector, whether the codeword of a report is
 *   among the `near` nearest to it
 */
export function nearTo(vectors, { norm, codewords, near, part = 0 }) {
  const half = codewords / 2;
  const points = vectors.map((vector) => Float64Array.from(lift(vector, norm)));
  const z = new Int16Array(points[0].length);
  const along = new Float64Array(half * points.length);
  return ({ id, index }) => {
    for (let j = 0; j < half; ++j) {
      fillNormals(z, id, part, j);
      let squares = 0;
      for (let i = 0; i < z.length; ++i) squares += z[i] * z[i];
      for (let p = 0; p < points.length; ++p) {
        let product = 0;
        for (let i = 0; i < z.length; ++i) product += z[i] * points[p][i];
        along[half * p + j] = product / Math.sqrt(squares);
      }
    }
    return points.map((_, p) => {
      const all = along.subarray(half * p, half * (p + 1));
      const own = all[index % half];
      if (own > 0 !== index < half) return false;
      // Of a codeword and its negative one is on the side of the vector.
      let nearer = 0;
      for (const other of all) nearer += Math.abs(other) > Math.abs(own) ? 1 : 0;
      return nearer < near;
    });
  };
}
