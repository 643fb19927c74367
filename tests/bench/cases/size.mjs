// What a page downloads for `import { createBandit } from 'ldp-bandits'`: the entry and every chunk
// that it imports; and what it loads besides once it opens a bandit with contexts.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const kStatic = /(?:from|import)\s*["'](\.[^"']+)["']/g;
const kDynamic = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

export async function measure() {
  const entry = new URL(import.meta.resolve('ldp-bandits'));
  const first = await reach(entry, kStatic);
  const all = await reach(entry, kDynamic);
  return [
    await lineOf('Client entry, gzip, everything that it loads, wasm included', first, 45_000),
    // Of files as they lie in the package; what bundlers make of them, the package tests judge.
    await lineOf('The same with contexts, both modules included', all),
  ];
}

async function lineOf(name, files, atMost) {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length),
  );
  return {
    name,
    value: sizes.reduce((sum, size) => sum + size, 0),
    unit: 'bytes',
    ...(atMost === undefined ? {} : { target: { atMost } }),
    comparisons: files.map((file, index) => ({
      label: file.pathname.split('/dist/').at(-1),
      value: sizes[index],
    })),
  };
}

/** The file and all that it imports as `pattern` finds it, inside the package. */
async function reach(entry, pattern) {
  const found = new Map();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file.href)) continue;
    found.set(file.href, file);
    const text = await readFile(file, 'utf8');
    for (const [, specifier] of text.matchAll(pattern)) queue.push(new URL(specifier, file));
  }
  return [...found.values()];
}
