// What the package promises about itself: small, whole, free of evaluation, one source of randomness.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';

const { project, unpackedSize, files } = inject('packed');
const installed = join(project, 'node_modules/ldp-bandits');

/** What is there to be read. */
const isDocument = (file: string) =>
  /^(docs\/(guides\/)?[\w-]+\.(md|svg)|examples\/.+)$/.test(file);

/** All code behind `export * from <entry>` but what is `external`, as one minified file, whatever a page loads of it and when. */
async function bundle(entry: string, external: string[] = []): Promise<string> {
  const result = await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: project },
    absWorkingDir: project,
    bundle: true,
    minify: true,
    format: 'esm',
    external,
    write: false,
    logLevel: 'error',
  });
  return result.outputFiles[0]?.text ?? '';
}

const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).byteLength;

const distSize = (file: string) => gzipped(readFileSync(join(installed, 'dist', file)));

interface Weight {
  readonly family: string;
  readonly bytes: number;
}

const benches = new URL('../../bench/first-report/', import.meta.url);
const { measureFirstReports, WAYS } = await import(new URL('measure.mjs', benches).href);
const { GOALS, LIMITS } = await import(new URL('pages.mjs', benches).href);
const { reach, STATIC_IMPORTS } = await import(new URL('../reach.mjs', benches).href);

/** A page of each family through one bundler, opened in Chromium. */
async function weigh(way: string): Promise<readonly Weight[]> {
  const server = await import(join(installed, 'dist/server/index.js'));
  return measureFirstReports(project, server, { ways: [way] });
}

/** Gzipped. */
const ARMS_FILE = 44_900;

describe('sizes', () => {
  test.each(WAYS as string[])(
    'a page downloads at most the limit of its family until its first report: %s',
    async (way) => {
      const limits: Readonly<Record<string, number>> = LIMITS[way];
      const rows = await weigh(way);
      for (const { family, bytes } of rows) {
        const goal = GOALS[family] === undefined ? '' : `, goal ${GOALS[family]}`;
        console.log(
          `${family} through ${way}: ${bytes} B gzipped, at most ${limits[family]}${goal}`,
        );
      }
      expect(rows.map(({ family }) => family)).toEqual(Object.keys(limits));
      expect(rows.filter(({ bytes }) => bytes < 10_000)).toEqual([]);
      expect(rows.filter(({ family, bytes }) => !(bytes <= (limits[family] ?? 0)))).toEqual([]);
    },
  );

  test('limits are of every way to get the package', () => {
    expect(Object.keys(LIMITS)).toEqual(WAYS);
  });

  test('a page without a bundler downloads the client of arms as one file, which loads no other', async () => {
    const path = join(installed, 'dist/arms.js');
    const size = distSize('arms.js');
    console.log(`arms.js: ${size} B gzipped`);
    expect(size).toBeLessThanOrEqual(ARMS_FILE);
    const read = { bundle: true, write: false, metafile: true, format: 'esm' } as const;
    const { metafile } = await build({ entryPoints: [path], ...read });
    expect(Object.values(metafile.inputs).map(({ imports }) => imports)).toEqual([[]]);
  });

  test('from the /url entry, which checks its file, it is at most 47 kB gzipped, the file included', async () => {
    const entry = pathToFileURL(join(installed, 'dist/url.js'));
    const scripts: readonly URL[] = await reach(entry, STATIC_IMPORTS);
    const script = scripts.reduce((sum, url) => sum + gzipped(readFileSync(url)), 0);
    const file = distSize('ldp-bandits.wasm');
    console.log(`url.js: ${script} B gzipped in ${scripts.length} files, its file ${file} B`);
    expect(scripts.length).toBeGreaterThan(1);
    expect(script + file).toBeLessThanOrEqual(47_000);
  });

  test.each(['react', 'vue', 'svelte'])(
    'components of %s are at most 3.1 kB gzipped beyond the client and the framework',
    async (framework) => {
      const own = gzipped(await bundle(`ldp-bandits/${framework}`, [framework, '../index.js']));
      console.log(`${framework}: ${own} B gzipped beyond the client`);
      expect(own).toBeGreaterThan(1_000);
      expect(own).toBeLessThanOrEqual(3_100);
    },
  );

  test.each(['openfeature', 'growthbook', 'vercel-flags'])(
    'flags of %s are at most 2 kB gzipped beyond the components, or the choice without wasm',
    async (tool) => {
      const core = tool === 'vercel-flags' ? 'bootstrap' : 'components';
      const sizeOf = async (entry: string) =>
        gzipped(await bundle(`ldp-bandits/${entry}`, ['../index.js']));
      const [own, shared] = [await sizeOf(tool), await sizeOf(core)];
      console.log(`${tool}: ${own} B gzipped, of which ${shared} B are ${core}`);
      expect(own).toBeGreaterThan(500);
      expect(own - shared).toBeLessThanOrEqual(2_000);
    },
  );

  test('the package unpacks to at most 3.8 MB, and its documents and examples to 0.3 MB', () => {
    const documents = files.filter((file) => isDocument(file));
    const size = documents.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    console.log(`unpacked: ${unpackedSize} B in ${files.length} files, documents ${size} B`);
    expect(unpackedSize - size).toBeLessThanOrEqual(3_800_000);
    expect(size).toBeLessThanOrEqual(300_000);
  });
});

describe('content', () => {
  test('the tarball holds the built package, its papers, documents and deployments, and nothing else', () => {
    const papers = [
      ...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md', 'package.json'],
      ...files.filter((file) => isDocument(file)),
    ];
    const deployments = ['Dockerfile', 'compose.yaml', 'ldp-bandits.service', 'nginx.conf'];
    const beside = [...papers, ...deployments.map((file) => `deploy/${file}`)].sort();
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(beside);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/ldp-bandits.wasm',
        'dist/contextual.wasm',
        'dist/combinatorial.wasm',
        'dist/convex.wasm',
        'dist/learner.wasm',
        'dist/integrity.json',
        'dist/THIRD-PARTY-LICENSES.txt',
      ]),
    );
    for (const file of files.filter((one) => !beside.includes(one)))
      expect(file).toMatch(/\.(js|d\.ts|wasm|txt|json|css|html)$/);
  });

  test('every link of README is an address, or a file of the tarball', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = Array.from(readme.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link = '']) => link);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !/^https:/.test(link) && !files.includes(link))).toEqual([]);
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
  test('components of React say that they run in browsers, for servers that render', () => {
    const entry = readFileSync(join(installed, 'dist/components/react.js'), 'utf8');
    expect(entry).toMatch(/^"use client";/);
  });

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
