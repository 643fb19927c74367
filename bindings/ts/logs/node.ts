// What of Node reads a log, loaded where it is used: a page may read a log that it has as a stream.
import { LdpError } from '../internal/errors.js';

type Bytes = AsyncIterable<Uint8Array>;

interface Gunzip extends Bytes {
  /** Of the compressed bytes, those that were used. */
  readonly bytesWritten: number;
}

interface Modules {
  readonly 'node:fs': {
    createReadStream(path: string | URL, options: { highWaterMark: number }): Bytes;
  };
  readonly 'node:stream': {
    readonly Readable: { from(chunks: Bytes): Bytes };
    pipeline(from: Bytes, to: Gunzip, done: () => void): unknown;
  };
  readonly 'node:zlib': { createGunzip(): Gunzip };
}

interface NodeProcess {
  readonly stdin: Bytes & { readonly isTTY?: boolean; readonly readableEnded: boolean };
  getBuiltinModule<Name extends keyof Modules>(name: Name): Modules[Name];
}

/** @throws LdpError `bad_log` where there is no Node. */
export function node(why: string): NodeProcess {
  const { process } = globalThis as { readonly process?: Partial<NodeProcess> };
  if (process?.getBuiltinModule === undefined)
    throw new LdpError('bad_log', `${why} needs Node; give the bytes of the log as a stream.`);
  return process as NodeProcess;
}
