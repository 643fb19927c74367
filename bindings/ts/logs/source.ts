// From where a log comes to its text: a file, standard input or a stream, plain or gzip, read once from begin to end.
import { LdpError } from '../internal/errors.js';
import { node } from './node.js';
import { refused } from './refuse.js';

/** The path of a file; '-', which is standard input; or the bytes. */
export type LogSource = string | URL | AsyncIterable<Uint8Array | string>;

type Bytes = AsyncIterable<Uint8Array>;

const kChunk = 2 ** 18;

/** First bytes of files that are no text, and what to do with them. */
const kOthers: readonly (readonly [bytes: string, what: string])[] = [
  ['fffe0000', 'is UTF-32. Save it as UTF-8, or run iconv -f UTF-32 -t UTF-8'],
  ['fffe', 'is UTF-16. Save it as UTF-8, or run iconv -f UTF-16 -t UTF-8'],
  ['feff', 'is UTF-16. Save it as UTF-8, or run iconv -f UTF-16 -t UTF-8'],
  ['0000feff', 'is UTF-32. Save it as UTF-8, or run iconv -f UTF-32 -t UTF-8'],
  ['504b0304', 'is a zip archive or a workbook. Unpack it, or save the sheet as CSV (UTF-8)'],
  ['d0cf11e0', 'is a workbook. Save the sheet as CSV (UTF-8)'],
  ['28b52ffd', 'is packed with zstd. Unpack it, or pipe it in: zstd -dc FILE | ldp-bandits ...'],
  ['fd377a58', 'is packed with xz. Unpack it, or pipe it in: xz -dc FILE | ldp-bandits ...'],
  ['425a68', 'is packed with bzip2. Unpack it, or pipe it in: bzip2 -dc FILE | ldp-bandits ...'],
  ['50415231', 'is a Parquet file. Write its table as CSV'],
];
const kGzip = '1f8b';

export function nameOf(source: LogSource): string {
  if (source === '-') return 'standard input';
  return typeof source === 'string' || source instanceof URL ? String(source) : 'the stream';
}

/** Tells `onGzip` if it unpacks. Bytes that are no UTF-8 become U+FFFD. */
export async function* textOf(source: LogSource, onGzip: () => void): AsyncGenerator<string> {
  const name = nameOf(source);
  const decoder = new TextDecoder();
  let isFirst = true;
  try {
    for await (const chunk of unpacked(name, bytesOf(source), onGzip)) {
      const text = decoder.decode(chunk, { stream: true });
      // The decoder removes one byte order mark; two programs may have written two.
      yield isFirst ? text.replace(/^\uFEFF+/, '') : text;
      isFirst &&= text === '';
    }
    yield decoder.decode();
  } catch (error) {
    throw explained(name, error);
  }
}

function bytesOf(source: LogSource): Bytes {
  if (source === '-') {
    const { stdin } = node('Standard input');
    if (stdin.isTTY)
      throw refused('standard input', {}, 'is a terminal. Pipe a log into it, or name a file');
    if (stdin.readableEnded)
      throw refused('standard input', {}, 'was read already. It can be one file of a command only');
    return stdin;
  }
  if (typeof source === 'string' || source instanceof URL) {
    const { createReadStream } = node('The path of a log').getBuiltinModule('node:fs');
    return createReadStream(source, { highWaterMark: kChunk });
  }
  return encoded(source);
}

async function* encoded(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

/** Looks at the first bytes, whatever the file is called. Closes it when the reader stops, be it by an error. */
async function* unpacked(
  name: string,
  bytes: Bytes,
  onGzip: () => void,
): AsyncGenerator<Uint8Array> {
  const file = await opened(bytes);
  try {
    if (!file.head.startsWith(kGzip)) return yield* asText(name, file);
    onGzip();
    const inner = await opened(gunzipped(name, file.whole));
    try {
      if (inner.head.startsWith(kGzip)) throw refused(name, {}, 'is packed twice. Unpack it once');
      yield* asText(name, inner);
    } finally {
      await inner.close();
    }
  } finally {
    await file.close();
  }
}

function asText(name: string, { head, whole }: Opened): Bytes {
  const other = kOthers.find(([first]) => head.startsWith(first));
  if (other) throw refused(name, {}, other[1]);
  return whole;
}

interface Opened {
  /** The first four bytes in hexadecimal digits. */
  readonly head: string;
  /** From the first byte on. */
  readonly whole: Bytes;
  close(): Promise<unknown>;
}

async function opened(bytes: Bytes): Promise<Opened> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  // A pipe may give one byte at a time.
  for (let count = 0; count < 4; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    count += value.length;
  }
  async function* whole() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const head = first.flatMap((chunk) => [...chunk.subarray(0, 4)]).slice(0, 4);
  return {
    head: head.map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    whole: whole(),
    close: async () => iterator.return?.(),
  };
}

async function* gunzipped(name: string, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const { getBuiltinModule } = node('A gzip file');
  const { Readable, pipeline } = getBuiltinModule('node:stream');
  let given = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      given += chunk.length;
      yield chunk;
    }
  }
  const gunzip = getBuiltinModule('node:zlib').createGunzip();
  // pipeline hands the error of the file to the stream that is being read.
  pipeline(Readable.from(counted()), gunzip, () => {});
  yield* gunzip;
  // Node's gunzip is silent about what stands behind the end of the gzip data.
  if (gunzip.bytesWritten < given) throw refused(name, {}, kTorn);
}

const kTorn =
  'is not a whole gzip file, or other bytes stand behind its end. Copy it again, or pack it again';

function explained(name: string, error: unknown): unknown {
  if (LdpError.is(error)) return error;
  const code = String((error as { code?: unknown } | null)?.code);
  if (code.startsWith('Z_')) return refused(name, {}, kTorn);
  if (code === 'ENOENT')
    return new LdpError('bad_log', `There is no file ${name}. Give the path of a CSV file.`, {
      details: { source: name },
    });
  if (code === 'EISDIR') return refused(name, {}, 'is a folder. Give the path of a CSV file');
  if (code === 'EACCES')
    return refused(name, {}, 'may not be read by this user. Change its permissions, or copy it');
  return error;
}
