// What the package promises about itself: small, whole, free of evaluation, one source of randomness.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rollup } from 'rollup';
import { describe, expect, inject, test } from 'vitest';

const { project, unpackedSize, files } = inject('packed');
const installed = join(project, 'node_modules/ldp-bandits');

/** All code behind `export * from <entry>` as one minified file, whatever a page loads of it and when. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: project },
    absWorkingDir: project,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return result.outputFiles[0]?.text ?? '';
}

const gzipped = (text: string) => gzipSync(text, { level: 9 }).byteLength;

/**
 * What a page downloads for `export * from <entry>` from a bundler that splits code, in bytes, each
 * minified file gzipped by itself: `first` with the entry, `contexts` once it opens a bandit with
 * contexts. A bundler told to make one file of everything (esbuild without `splitting`) has both in
 * it, and a page of it downloads the sum.
 */
async function downloads(entry: string): Promise<{ first: number; contexts: number }> {
  const packed = await rollup({
    input: 'page',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? join(project, 'page.js') : null),
        load: (id) => (id === join(project, 'page.js') ? `export * from '${entry}'` : null),
      },
      nodeResolve({ browser: true }),
    ],
  });
  const { output } = await packed.generate({ format: 'es' });
  await packed.close();
  const sizes = { first: 0, contexts: 0 };
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const first = new Set<string>();
  const reach = (name: string) => {
    if (first.has(name)) return;
    first.add(name);
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) reach(next);
  };
  reach((chunks.find(({ isEntry }) => isEntry) as { fileName: string }).fileName);
  for (const { fileName, code } of chunks) {
    const { code: small } = await transform(code, { minify: true, format: 'esm' });
    sizes[first.has(fileName) ? 'first' : 'contexts'] += gzipped(small);
  }
  return sizes;
}

describe('sizes', () => {
  test('the client is at most 45 kB gzipped, wasm included, and at most 75 kB with contexts', async () => {
    const { first, contexts } = await downloads('ldp-bandits');
    console.log(`client, all in: ${first} B gzipped, and ${contexts} B for contexts`);
    expect(first).toBeLessThanOrEqual(45_000);
    expect(contexts).toBeGreaterThan(0);
    expect(first + contexts).toBeLessThanOrEqual(75_000);
  });

  test('its JavaScript alone is at most 18 kB gzipped', async () => {
    const { first, contexts } = await downloads('ldp-bandits/url');
    console.log(`client JavaScript: ${first} B gzipped, and ${contexts} B for contexts`);
    expect(first).toBeLessThanOrEqual(18_000);
  });

  test('the package unpacks to at most 1.6 MB', () => {
    console.log(`unpacked: ${unpackedSize} B in ${files.length} files`);
    expect(unpackedSize).toBeLessThanOrEqual(1_600_000);
  });
});

describe('content', () => {
  test('the tarball holds the built package and its papers, and nothing else', () => {
    const papers = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json'];
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(papers);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/ldp-bandits.wasm',
        'dist/contextual.wasm',
        'dist/learner.wasm',
        'dist/THIRD-PARTY-LICENSES.txt',
      ]),
    );
    for (const file of files)
      expect(file).toMatch(/\.(js|d\.ts|map|wasm|txt|md|json)$|LICENSE|NOTICE/);
  });

  test('every target of "exports" is there', () => {
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target as Record<string, string>),
    );
    for (const target of targets) {
      if (target !== './package.json') expect(files).toContain(target.replace('./', ''));
    }
  });

  test('publint has nothing to say', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describe('code', () => {
  const evaluation = /\bnew\s+Function\b|\beval\s*\(|\bFunction\s*\(\s*["'`]/;

  test('the client neither evaluates text nor asks where it was loaded from', async () => {
    const client = await bundle('ldp-bandits');
    expect(client).not.toMatch(evaluation);
    expect(client).not.toContain('import.meta');
  });

  test('the client knows no random source but the operating system', async () => {
    const client = await bundle('ldp-bandits');
    expect(client).toContain('getRandomValues');
    expect(client).not.toContain('Math.random');
  });

  test('no file of the package evaluates text', () => {
    const scripts = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    for (const file of scripts.filter((name) => name.endsWith('.js'))) {
      expect(readFileSync(join(installed, 'dist', file), 'utf8'), file).not.toMatch(evaluation);
    }
  });
});
