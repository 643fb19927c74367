// What a page downloads for `import { createBandit } from 'ldp-bandits'`: the entry and every chunk
// that it can reach.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

export async function measure() {
  const files = await reach(new URL(import.meta.resolve('ldp-bandits')));
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length),
  );
  return [
    {
      name: 'Client entry, gzip, everything that it loads, wasm included',
      value: sizes.reduce((sum, size) => sum + size, 0),
      unit: 'bytes',
      target: { atMost: 45_000 },
      comparisons: files.map((file, index) => ({
        label: file.pathname.split('/dist/').at(-1),
        value: sizes[index],
      })),
    },
  ];
}

/** The file and all that it imports, statically or not, inside the package. */
async function reach(entry) {
  const found = new Map();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file.href)) continue;
    found.set(file.href, file);
    const text = await readFile(file, 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
      queue.push(new URL(specifier, file));
    }
  }
  return [...found.values()];
}
