// `typesVersions` of package.json: where TypeScript with `moduleResolution: node`, which reads no `exports`, finds the
// declarations of each sub-path.
import { readFileSync, writeFileSync } from 'node:fs';

/** By sub-path its declarations, or the JSON file itself; scripts without declarations are left out. */
export function typesVersionsOf(exports) {
  const entries = Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === 'string' ? target : target.types;
    const isTyped = typeof target !== 'string' || file.endsWith('.json');
    return path === '.' || path === './package.json' || !isTyped ? [] : [[path.slice(2), [file]]];
  });
  return { '*': Object.fromEntries(entries) };
}

/** @returns Whether `file` has what its `exports` say; with `fix` it does afterwards. */
export function checkTypesVersions(file, { fix }) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const expected = typesVersionsOf(manifest.exports);
  if (JSON.stringify(manifest.typesVersions) === JSON.stringify(expected)) return true;
  if (!fix) return false;
  const { typesVersions: _, ...others } = manifest;
  const entries = Object.entries(others).flatMap(([key, value]) =>
    key === 'exports'
      ? [
          [key, value],
          ['typesVersions', expected],
        ]
      : [[key, value]],
  );
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  return true;
}
