// Removes declarations that no entry of the package imports, since tsc writes one for every source file, and three of the
// four spaces that it indents by.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Removes from `folder` every declaration that none of `entries` (paths in it) imports, directly or not. */
export function pruneDeclarations(folder, entries) {
  const kept = new Set();
  const visit = (path) => {
    if (kept.has(path)) return;
    kept.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      visit(resolve(path, '..', target).replace(/\.(m?)js$/, '.d.$1ts'));
    }
  };
  for (const entry of entries) visit(join(folder, entry));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, file);
    if (/\.d\.m?ts$/.test(file) && !kept.has(path)) rmSync(path);
  }
  for (const path of kept) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 4)),
    );
  }
  return [...kept].map((path) => relative(folder, path));
}
