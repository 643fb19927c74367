// What the package promises about itself: small, whole, free of evaluation, one source of randomness.
import { readdirSync, readFileSync, statSync } from 'node:fs';
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

const gzipped = (text: string) => gzipSync(text, { level: 9 }).byteLength;

/** Where the chunks of a page begin that opens a bandit of this family, as they are named. */
const BEGINNINGS = {
  arms: /^client-wasm/,
  contexts: /^(packed-contexts|contexts-file)/,
  slates: /^(packed-slates|slates-file)/,
  points: /^(packed-points|points-file)/,
  bestArms: /^best-arm/,
};
/** The chunk that knows the other families, which a page of each of them downloads first. */
const FAMILIES = /^(packed|file)-families/;

/**
 * What a page downloads for `export * from <entry>` from a bundler that splits code, in bytes, each
 * minified file gzipped by itself: `first` with the entry, the others once it opens a bandit of that
 * family. A bundler told to make one file of everything (esbuild without `splitting`) has all in it,
 * and a page of it downloads the sum.
 */
async function downloads(
  entry: string,
): Promise<{ first: number } & Record<keyof typeof BEGINNINGS, number>> {
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
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  /** The chunks that `from` needs and `reached` does not have, added to it: their size. */
  const sizeOf = async (
    from: readonly (typeof chunks)[0][],
    reached: Set<string>,
    late = false,
  ) => {
    let size = 0;
    for (const { fileName, code, imports, dynamicImports } of from) {
      if (reached.has(fileName)) continue;
      reached.add(fileName);
      const { code: small } = await transform(code, { minify: true, format: 'esm' });
      const next = [...imports, ...(late ? dynamicImports : [])];
      const found = chunks.filter((chunk) => next.includes(chunk.fileName));
      size += gzipped(small) + (await sizeOf(found, reached, late));
    }
    return size;
  };
  const reached = new Set<string>();
  const first = await sizeOf(
    chunks.filter(({ isEntry }) => isEntry),
    reached,
  );
  const named = (beginning: RegExp) => chunks.filter(({ name }) => beginning.test(name));
  const arms = await sizeOf(named(BEGINNINGS.arms), new Set(reached), true);
  const after = async (beginning: RegExp) => {
    const later = new Set(reached);
    const families = await sizeOf(named(FAMILIES), later);
    expect(families).toBeGreaterThan(0);
    return families + (await sizeOf(named(beginning), later, true));
  };
  return {
    first,
    arms,
    contexts: await after(BEGINNINGS.contexts),
    slates: await after(BEGINNINGS.slates),
    points: await after(BEGINNINGS.points),
    // Their module is that of arms.
    bestArms: (await after(BEGINNINGS.bestArms)) + arms,
  };
}

describe('sizes', () => {
  test('the client is at most 45 kB gzipped, wasm included, and at most 75 kB of any other family', async () => {
    const { first, arms, contexts, slates, points, bestArms } = await downloads('ldp-bandits');
    console.log(
      `client, all in: ${first} B gzipped, then ${arms} B for arms, ${contexts} B for contexts, ${slates} B for slates, ${points} B for points or ${bestArms} B for best arms`,
    );
    expect(first + arms).toBeLessThanOrEqual(45_000);
    const limits = [
      [contexts, 75_000],
      [slates, 75_000],
      [points, 70_000],
      [bestArms, 50_000],
    ] as const;
    for (const [later, most] of limits) {
      expect(later).toBeGreaterThan(10_000);
      expect(first + later).toBeLessThanOrEqual(most);
    }
  });

  test('from the /url entry, which checks its file, it is at most 47 kB gzipped, the file included', async () => {
    const { first, contexts, slates, points } = await downloads('ldp-bandits/url');
    const file = gzipSync(readFileSync(join(installed, 'dist/ldp-bandits.wasm')), { level: 9 });
    console.log(
      `client JavaScript: ${first} B gzipped, its file ${file.byteLength} B, then ${contexts} B for contexts, ${slates} B for slates or ${points} B for points`,
    );
    expect(first + file.byteLength).toBeLessThanOrEqual(47_000);
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
      expect(file).toMatch(/\.(js|d\.ts|map|wasm|txt|json|css|html)$/);
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
