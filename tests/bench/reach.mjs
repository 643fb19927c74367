// What a file of the built package imports.
import { readFile } from 'node:fs/promises';

export const STATIC_IMPORTS = /(?:from|import)\s*["'](\.[^"']+)["']/g;

/** The file and all that it imports as `pattern` finds it, inside the package. */
export async function reach(entry, pattern) {
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
