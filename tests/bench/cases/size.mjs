// What a page downloads for `import { createBandit } from 'ldp-bandits'`: the entry and every chunk that it
// imports, and what it loads besides once it opens a bandit of one family.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const kStatic = /(?:from|import)\s*["'](\.[^"']+)["']/g;
const kAny = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

/** Where the chunks of a family begin, as they are named. */
const kFamilies = [
  ['Client entry, gzip, everything that it loads, wasm included', 'client-wasm', 45_000],
  // Of files as they lie in the package; what bundlers make of them, the package tests judge.
  ['The same for an algorithm with contexts', 'packed-contexts'],
  ['The same for an algorithm of slates', 'packed-slates'],
];

export async function measure() {
  const entry = new URL(import.meta.resolve('ldp-bandits'));
  const first = await reach(entry, kStatic);
  const known = new Set(first.map(({ href }) => href));
  const later = (await reach(entry, kAny)).filter(({ href }) => !known.has(href));
  return Promise.all(
    kFamilies.map(async ([name, beginning, atMost]) => {
      const chunk = later.find(({ pathname }) => pathname.includes(`/${beginning}-`));
      if (!chunk) throw new Error(`No chunk ${beginning}: have they other names now?`);
      const own = (await reach(chunk, kAny)).filter(({ href }) => !known.has(href));
      return lineOf(name, [...first, ...own], atMost);
    }),
  );
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
