// A wasm module that runs in a page: functions of numbers over one memory (bindings/page.hpp). Nothing
// of Emscripten's is in between: what would convert anything else is 3 kB gzip for every visitor.
import { fillWithRandomness } from './randomness.js';

/** C++'s bool as it crosses: 0 is false. */
export type Flag = number;

/** What every such module exports. Clients are addresses; 0 is none. */
export interface PageModule {
  /** Growing it, which any call may do, detaches its buffer. */
  readonly memory: WebAssembly.Memory;
  /** Runs once, before all else. */
  _initialize(): void;
  open(): number;
  create(): number;
  numbers(count: number): number;
  destroy(client: number): void;
}

/**
 * An instance of `compiled`. `fill` is its only source of randomness: it returns false if it has none,
 * and must not throw. Rejects with a LinkError if the module imports anything else.
 */
export async function startPageModule<M extends PageModule>(
  compiled: WebAssembly.Module,
  fill: (bytes: Uint8Array) => boolean = fillWithRandomness,
): Promise<M> {
  const page = {
    fill: (address: number, size: number) => fill(new Uint8Array(memory.buffer, address, size)),
  };
  const { exports } = await WebAssembly.instantiate(compiled, { page });
  const module = exports as unknown as M;
  const { memory } = module;
  // Missing in a module of something else, which requireExport refuses.
  module._initialize?.();
  return module;
}
