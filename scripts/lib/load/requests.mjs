// The requests of the load generator, as bytes. A report's id is written into the bytes in place: nothing is allocated
// and nothing is encoded for a report, so that the generator costs less than what it measures.
import { randomBytes } from 'node:crypto';

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const ID = 'A'.repeat(22);

/** A POST of one report about each of these arms, with either bit. */
export function reportRequests({ host, path, snapshot, arms }) {
  return arms.flatMap((arm) =>
    [0, 1].map((bit) => {
      const body = `{"v":1,"id":"${ID}","snapshot":${snapshot},"arm":${arm},"level":0,"bit":${bit}}`;
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      return { bytes: Buffer.from(head + body), idAt: head.length + body.indexOf(ID) };
    }),
  );
}

/** A GET; with `etag` it asks whether that is still current. */
export function getRequest({ host, path, etag }) {
  const condition = etag ? `If-None-Match: ${etag}\r\n` : '';
  return {
    bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${condition}\r\n`),
    idAt: -1,
  };
}

/** Random words, xorshift128: ids must be spread as those of devices are, for the index of a database. */
function randomWords() {
  const seed = randomBytes(16);
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => seed.readUInt32LE(at) | 1);
  return () => {
    const t = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = (d ^ (d >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return d;
  };
}

const next = randomWords();

/** Writes a new id of 22 characters; the last one has two free bits. */
export function writeId(bytes, at) {
  for (let i = 0; i < 20; i += 5) {
    let word = next();
    for (let k = 0; k < 5; k++, word >>>= 6) bytes[at + i + k] = ALPHABET[word & 63];
  }
  const word = next();
  bytes[at + 20] = ALPHABET[word & 63];
  bytes[at + 21] = ALPHABET[(word >>> 2) & 48];
}
