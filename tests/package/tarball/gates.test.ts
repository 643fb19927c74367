// What the package promises about itself: small, whole, free of evaluation, one source of randomness.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';

const { project, unpackedSize, files } = inject('packed');
const installed = join(project, 'node_modules/ldp-bandits');

/** What a page downloads for `export * from <entry>`: one minified file. */
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

describe('sizes', () => {
  test('the client is at most 45 kB gzipped, wasm included', async () => {
    const size = gzipped(await bundle('ldp-bandits'));
    console.log(`client, all in: ${size} B gzipped`);
    expect(size).toBeLessThanOrEqual(45_000);
  });

  test('its JavaScript alone is at most 18 kB gzipped', async () => {
    const size = gzipped(await bundle('ldp-bandits/url'));
    console.log(`client JavaScript: ${size} B gzipped`);
    expect(size).toBeLessThanOrEqual(18_000);
  });

  test('the package unpacks to at most 1 MB', () => {
    console.log(`unpacked: ${unpackedSize} B in ${files.length} files`);
    expect(unpackedSize).toBeLessThanOrEqual(1_000_000);
  });
});

describe('content', () => {
  test('the tarball holds the built package and its papers, and nothing else', () => {
    const papers = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json'];
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(papers);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/ldp-bandits.wasm',
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
