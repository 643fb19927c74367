// Modules given by their address, for those who load modules from files: what fetches them is not part
// of the entries that carry their modules inside.
import { LdpError } from './errors.js';
import type { Readable, WasmSource } from './instantiate.js';

/** What `instantiate` takes: an address becomes a function that reads it. */
export function toBeRead(source: WasmSource | undefined): Readable | undefined {
  return isAddress(source) ? () => readAddress(source) : source;
}

export function isAddress(source: unknown): source is URL | string {
  return typeof source === 'string' || source instanceof URL;
}

/** @throws LdpError `wasm_not_found`. */
export async function readAddress(
  address: URL | string,
  options?: RequestInit,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = String(address);
  try {
    if (url.startsWith('file:')) return await readFileUrl(url);
    const response = await fetch(url, { credentials: 'same-origin', ...options });
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    // arrayBuffer, not compileStreaming: a server with the wrong MIME type still works.
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new LdpError('wasm_not_found', `Cannot load the WebAssembly module from ${url}.`, {
      details: { url },
      cause,
      retryable: true,
    });
  }
}

interface NodeProcess {
  getBuiltinModule?(id: 'node:fs/promises'): {
    readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
  };
}

/**
 * Node's fetch does not read `file:` URLs. No import of node:fs, so that no bundler trips on it.
 */
async function readFileUrl(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.(
    'node:fs/promises',
  );
  if (!files) throw new Error('file: URLs can be read in Node >= 20.16 only');
  return files.readFile(new URL(url));
}
