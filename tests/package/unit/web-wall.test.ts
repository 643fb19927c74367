/**
 * The site's own wall: the server panel knows what crossed and nothing else. Proved on the module graph,
 * so that no detour through a shared module can bring device state in.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../../web/src/', import.meta.url));

/** Every module that these files reach, by any path, relative to web/src. */
async function reachedFrom(files: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: source,
    entryPoints: [...files],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    packages: 'external',
    external: ['*.json'],
    treeShaking: false,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

function modulesOf(folder: string): string[] {
  return readdirSync(join(source, folder))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

const insideOf = (modules: readonly string[], folder: string) =>
  modules.filter((module) => dirname(module) === folder);

/** Pages with a wall, and the folder of their own modules. */
const kPages = [
  ['the first page', ''],
  ['the contextual page', 'demos/personal/'],
  ['the page with slates', 'demos/several/'],
  ['the A/B test', 'demos/ab/'],
  ['the tuning page', 'demos/sliders/'],
] as const;

describe('the module graph of the page', () => {
  test.each(kPages)(
    'the server panel of %s reaches no device state and no ground truth',
    async (_page, folder) => {
      const reached = await reachedFrom(modulesOf(`${folder}server`));
      expect(insideOf(reached, `${folder}server`)).not.toEqual([]);
      for (const [, page] of kPages) {
        expect(insideOf(reached, `${page}device`)).toEqual([]);
        expect(insideOf(reached, `${page}demo-knows`)).toEqual([]);
      }
    },
  );

  test.each(kPages)(
    'the device of %s reaches neither the server panel nor the ground truth',
    async (_page, folder) => {
      const reached = await reachedFrom(modulesOf(`${folder}device`));
      for (const [, page] of kPages) {
        expect(insideOf(reached, `${page}server`)).toEqual([]);
        expect(insideOf(reached, `${page}demo-knows`)).toEqual([]);
      }
    },
  );

  test('the check can fail: the page that joins the two reaches both', async () => {
    for (const [, folder] of kPages) {
      const reached = await reachedFrom([`${folder}page.ts`]);
      expect(insideOf(reached, `${folder}device`)).not.toEqual([]);
      expect(insideOf(reached, `${folder}server`)).not.toEqual([]);
    }
  });
});
