import { compile, type WasmSource } from '../internal/instantiate.js';
import { isAddress, readAddress } from '../internal/read-address.js';
import { unpack } from '../internal/unpack.js';

let embedded: Promise<WebAssembly.Module> | undefined;

/**
 * The module of the simulation, compiled and not yet running: what is posted to workers. The embedded
 * one is compiled once; a failure is not remembered.
 */
export async function compileModule(wasm: WasmSource | undefined): Promise<WebAssembly.Module> {
  if (wasm !== undefined) return compile(isAddress(wasm) ? await readAddress(wasm) : wasm);
  embedded ??= compileEmbedded();
  embedded.catch(() => {
    embedded = undefined;
  });
  return embedded;
}

async function compileEmbedded(): Promise<WebAssembly.Module> {
  const { packedWasm } = await import('../generated/simulation-wasm.js');
  return compile(await unpack(packedWasm));
}
