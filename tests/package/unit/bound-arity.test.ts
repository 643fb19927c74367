// Of arguments in a row two of one type can trade places, and neither compiler says so. Experiments and snapshots
// are therefore flat records with a layout hash (record-layout.test.ts), and no function of any module takes many.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const most = 6;
const generated = new URL('../../../bindings/ts/generated/', import.meta.url);
const ofPages = ['bits', 'client', 'contextual', 'combinatorial', 'convex'];
const withGlue = ['learner', 'simulation'];

/** What Embind is told at the start of a module: the number of arguments of each function, by its name. */
async function boundFunctions(name: string): Promise<ReadonlyMap<string, number>> {
  const { default: createModule } = await import(new URL(`${name}-glue.mjs`, generated).href);
  const compiled = await WebAssembly.compile(await readFile(new URL(`${name}.wasm`, generated)));
  const calls: unknown[][] = [];
  const noted =
    (run: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      calls.push(args);
      return run(...args);
    };
  let memory: WebAssembly.Memory;
  await createModule({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const watched = Object.entries(imports).map(([key, group]) => [
        key,
        Object.fromEntries(
          Object.entries(group).map(([of, value]) => [
            of,
            typeof value === 'function' ? noted(value as () => unknown) : value,
          ]),
        ),
      ]);
      WebAssembly.instantiate(compiled, Object.fromEntries(watched)).then((instance) => {
        const isMemory = (value: unknown) => value instanceof WebAssembly.Memory;
        memory = Object.values(instance.exports).find(isMemory) as WebAssembly.Memory;
        done(instance);
      });
      return {};
    },
  });
  const text = (address: unknown) => {
    const bytes = new Uint8Array(memory.buffer).subarray(Number(address), Number(address) + 80);
    return String.fromCharCode(...bytes.subarray(0, Math.max(0, bytes.indexOf(0))));
  };
  const isSignature = (address: unknown) => /^[vijfdp]{2,}$/.test(text(address));
  const found = new Map<string, number>();
  for (const [first, second, third, fourth, fifth] of calls) {
    // _embind_register_function: name, result and arguments, their types, signature. A method has its class
    // before that, and is its own first argument.
    if (isSignature(fourth) && /^\w+$/.test(text(first)))
      found.set(text(first), Number(second) - 1);
    else if (isSignature(fifth) && /^\w+$/.test(text(second)))
      found.set(`${Number(first)}.${text(second)}`, Number(third) - 2);
  }
  return found;
}

/** The number of arguments of each function that a module of a page exports, by its name. */
async function exportedFunctions(name: string): Promise<ReadonlyMap<string, number>> {
  const compiled = await WebAssembly.compile(await readFile(new URL(`${name}.wasm`, generated)));
  const { exports } = await WebAssembly.instantiate(compiled, { page: { fill: () => 0 } });
  const found = new Map<string, number>();
  for (const [of, value] of Object.entries(exports))
    if (typeof value === 'function') found.set(of, value.length);
  return found;
}

describe('the functions that JavaScript can call', () => {
  it.each([...ofPages, ...withGlue])(`take at most ${most} arguments: %s`, async (name) => {
    const functions = await (ofPages.includes(name) ? exportedFunctions : boundFunctions)(name);
    // So that none is missed: what every module of its kind has.
    const known = { learner: 'createServerLearner', simulation: 'createReplicateBatch' }[name];
    expect([...functions.keys()]).toContain(known ?? 'create');
    expect(functions.size).toBeGreaterThanOrEqual(9);
    const many = [...functions].filter(([, count]) => !(count >= 0 && count <= most));
    expect(many).toEqual([]);
    console.info(name, functions.size, 'functions, at most', Math.max(...functions.values()));
  });
});
