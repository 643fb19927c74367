// The modules that a page runs have no run time around them: one import, functions of numbers, one memory.
import { readFile } from 'node:fs/promises';
import { LdpError } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import type { ClientModule } from '../../../bindings/ts/client/multi-armed-core.js';
import { MultiArmedCore } from '../../../bindings/ts/client/multi-armed-core.js';
import { type PageModule, startPageModule } from '../../../bindings/ts/client/page-module.js';
import { compile, instantiate, type Start } from '../../../bindings/ts/internal/instantiate.js';
import { completeSpec, experimentFromSpec } from '../../../bindings/ts/internal/validate.js';

const generated = new URL('../../../bindings/ts/generated/', import.meta.url);
const bytesOf = async (name: string) =>
  Uint8Array.from(await readFile(new URL(`${name}.wasm`, generated)));
const modules = ['bits', 'client', 'contextual', 'combinatorial', 'convex'];

/** What the linker exports by itself. */
const ofTheLinker = [
  ...['__indirect_function_table', '__errno_location', 'stackSave', 'stackRestore', 'stackAlloc'],
  ...['_emscripten_stack_restore', '_emscripten_stack_alloc', 'emscripten_stack_get_current'],
];
const ofAllPages = ['memory', '_initialize', 'open', 'numbers', 'create', 'destroy'];
const alike = ['setSnapshot', 'choose', 'redraw', 'report'];
const own: Readonly<Record<string, readonly string[]>> = {
  bits: ['reopen', 'noise'],
  client: ['reopen', 'noise'],
  contextual: ['sealed', 'numberBytes', 'trace'],
  combinatorial: ['sealed', 'noises'],
  convex: ['sealed', 'trace'],
};

describe.each(modules)('the module %s', (name) => {
  test('imports nothing but the randomness of the page', async () => {
    const imports = WebAssembly.Module.imports(await compile(await bytesOf(name)));
    expect(imports).toEqual([{ module: 'page', name: 'fill', kind: 'function' }]);
  });

  test('exports what the page calls, and nothing else', async () => {
    const exports = WebAssembly.Module.exports(await compile(await bytesOf(name)));
    const names = exports.map((one) => one.name).filter((one) => !ofTheLinker.includes(one));
    expect(names.sort()).toEqual([...ofAllPages, ...alike, ...(own[name] ?? [])].sort());
  });

  test('asks for no randomness before the first decision', async () => {
    let asked = 0;
    const fill = () => {
      asked++;
      return false;
    };
    const module = await startPageModule(await compile(await bytesOf(name)), fill);
    module.open();
    module.create();
    expect(asked).toBe(0);
  });
});

const algorithm = completeSpec({ type: 'ldp-kl-ucb', arms: 3 });
const pinned = { epsilon: 1, delta: 0 };
const coreOn = (module: ClientModule) =>
  new MultiArmedCore(module, 'posters', experimentFromSpec(algorithm, pinned), pinned);

describe('an instance', () => {
  const start: Start<ClientModule> = (compiled) => startPageModule(compiled);
  const load = async () => instantiate(start, undefined, () => bytesOf('client'));

  test('is shared by those who start it alike', async () => {
    const module = await load();
    expect(await load()).toBe(module);
    expect(
      await instantiate(
        (compiled) => start(compiled),
        undefined,
        () => bytesOf('client'),
      ),
    ).not.toBe(module);
    expect(coreOn(module).choose([], 0).fields.snapshot).toBe(0);
  });

  test('that runs out of memory is discarded, and the next bandit gets a new one', async () => {
    const module = await load();
    const core = coreOn(module);
    const endless = new Proxy([], {
      get: (_, key) => (key === 'length' ? 2 ** 28 : 0),
    }) as unknown as Float64Array;
    const snapshot = {
      ...{ id: 1, reports: 0, scale: 1, tilt: [], weights: [], forced: -1, incumbent: -1 },
      ...{ mean: endless, width: [] },
    };
    const use = () => core.setSnapshot(snapshot as never);
    expect(use).toThrow(LdpError);
    expect(use).toThrow(expect.objectContaining({ code: 'aborted' }));
    const next = await load();
    expect(next).not.toBe(module);
    expect(coreOn(next).choose([], 0).action).toBeLessThan(3);
  });

  test('grows its memory under views that the page takes anew', async () => {
    const module: PageModule = await startPageModule(await compile(await bytesOf('client')));
    const before = module.memory.buffer;
    const address = module.numbers(1 << 20);
    expect(before.byteLength).toBe(0);
    const room = new Float64Array(module.memory.buffer, address, 1 << 20).fill(1);
    expect(room.at(-1)).toBe(1);
    // What is asked for again lies where it lay.
    for (let i = 0; i < 100; i++) {
      module.numbers(1);
      expect(module.numbers(1 << 20)).toBe(address);
    }
    expect(module.memory.buffer).toBe(room.buffer);
  });
});

test('a generator that goes away is told to the page as false, and no report follows', async () => {
  let healthy = true;
  const fill = (bytes: Uint8Array) => {
    if (healthy) crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);
    return healthy;
  };
  const module = await startPageModule<ClientModule>(await compile(await bytesOf('client')), fill);
  const core = coreOn(module);
  core.choose([], 0);
  healthy = false;
  const drain = () => {
    for (let i = 0; i < 16_384; i++) core.choose([], 0);
  };
  expect(drain).toThrow(expect.objectContaining({ code: 'insecure_randomness' }));
});

test.each([
  ['an import that no page has', [2, 7, 1, 1, 0x61, 1, 0x62, 0, 0]],
  ['no export', []],
])('a module with %s is refused', async (_, section) => {
  const type = section.length ? [1, 4, 1, 0x60, 0, 0] : [];
  const bytes = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...type, ...section);
  const { createBandit } = await import('ldp-bandits');
  const opening = createBandit({
    endpoint: 'https://collector.example/bandits',
    experiment: 'posters',
    algorithm: { type: 'ldp-kl-ucb', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 8 },
    wasm: bytes,
    fetch: async () => new Response('{}'),
  });
  await expect(opening).rejects.toMatchObject({ code: 'wasm_not_found' });
});
