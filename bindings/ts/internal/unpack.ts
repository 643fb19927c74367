// What the default entries carry in place of a file: the module, gzipped, as base64 text.

import { LdpError } from './errors.js';
import { bytesOf } from './list.js';

/**
 * The bytes of the embedded module. Every browser that the library supports has DecompressionStream,
 * in pages, workers and service workers, and so has Node >= 20; some hosts of the edge have not.
 *
 * Rejects `wasm_not_found` where it is missing.
 */
export async function unpack(text: string): Promise<ArrayBuffer> {
  if (typeof DecompressionStream !== 'function') {
    throw new LdpError(
      'wasm_not_found',
      'No DecompressionStream here: import the `.wasm` file and pass it as `wasm`. At the edge: `ldp-bandits/server/workerd`.',
      { details: { reason: 'no DecompressionStream' } },
    );
  }
  const packed = new Response(bytesOf(atob(text)));
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
