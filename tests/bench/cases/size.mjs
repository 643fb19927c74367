// What a page downloads for `import { createBandit } from 'ldp-bandits'`: the entry and every chunk that it
// imports, and what it loads besides once it opens a bandit of one family.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ALL_IMPORTS, reach, STATIC_IMPORTS } from '../reach.mjs';

/** Where the chunks of a family begin, as they are named. */
const kFamilies = [
  ['Client entry, gzip, everything that it loads, wasm included', 'client-wasm', 45_000],
  // Of files as they lie in the package; what bundlers make of them, the package tests judge.
  ['The same for an algorithm with contexts', 'packed-contexts'],
  ['The same for an algorithm of slates', 'packed-slates'],
];

export async function measure() {
  const entry = new URL(import.meta.resolve('ldp-bandits'));
  const first = await reach(entry, STATIC_IMPORTS);
  const known = new Set(first.map(({ href }) => href));
  const later = (await reach(entry, ALL_IMPORTS)).filter(({ href }) => !known.has(href));
  return Promise.all(
    kFamilies.map(async ([name, beginning, atMost]) => {
      const chunk = later.find(({ pathname }) => pathname.includes(`/${beginning}-`));
      if (!chunk) throw new Error(`No chunk ${beginning}: have they other names now?`);
      const own = (await reach(chunk, ALL_IMPORTS)).filter(({ href }) => !known.has(href));
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
