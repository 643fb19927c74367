// The tarball through every tool that people use, each result executed in Chromium against a host with a
// strict content security policy. A pass means that the collector counted the bytes that the page released.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { rollup } from 'rollup';
import * as vite from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import webpack from 'webpack';
import { launchChromium } from '../../browser/support/browsers.js';
import { type Host, type Outcome, startHost } from './host.js';
import { writePage } from './page.js';

const { project } = inject('packed');
const installed = join(project, 'node_modules/ldp-bandits/dist');
const subresourceIntegrity = (text: string) =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;
let browser: Browser;
let host: Host;

beforeAll(async () => {
  browser = await launchChromium();
  host = await startHost(project);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

/** Opens a page in a profile of its own and waits for what it tells. */
async function open(url: string, patienceMs = 30_000): Promise<Outcome> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('requestfailed', (request) => errors.push(`${request.url()} failed`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('favicon.ico')) {
      errors.push(`${response.url()}: ${response.status()}`);
    }
  });
  const timeout = new Promise<Outcome>((resolve) => {
    setTimeout(
      () => resolve({ error: `nothing happened. ${errors.join('; ')}` }),
      patienceMs,
    ).unref();
  });
  const outcome = host.nextOutcome();
  await page.goto(url);
  const told = await Promise.race([outcome, timeout]);
  host.forgetPages();
  await context.close();
  return told;
}

const aReport = {
  status: 'queued',
  sent: { accepted: 1, duplicate: 0, rejected: 0, pending: 0 },
  violations: [],
};

/** The page's report reached the host's collector over HTTP, byte for byte. */
async function expectReport(path: string, origin = host.origin) {
  const before = host.bodies.length;
  const outcome = await open(`${origin}/${path}`);
  expect(outcome).toMatchObject(aReport);
  const { body, action, reported } = outcome as Record<string, unknown>;
  expect(host.bodies.slice(before)).toEqual([body]);
  return { action, reported, report: JSON.parse(body as string) };
}

/** The same for a decision with a context: the second module came, and no arm is in the report. */
async function expectContext(path: string, origin = host.origin) {
  const { report } = await expectReport(path, origin);
  expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'part', 'data']);
}

/** The same for a slate: the module of slates came, and the report is about the arm that was named. */
async function expectSlate(path: string) {
  const { action, reported, report } = await expectReport(path);
  expect(action).toContain(reported);
  expect(report).toMatchObject({ arm: reported });
}

/** The same for points: the module of points came, and the report has the coin of its direction. */
async function expectPoints(path: string) {
  const { action, report } = await expectReport(path);
  expect(action).toHaveLength(2);
  expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'coin', 'bit']);
}

/** The page is client and collector at once, and simulates. */
async function expectEverything(path: string, origin = host.origin) {
  const outcome = await open(`${origin}/${path}`);
  expect(outcome).toMatchObject({ ...aReport, learnt: 1 });
  expect(outcome['regret']).toBeGreaterThan(0);
}

/** Two workers play what this thread plays, to the same bits. */
async function expectPool(path: string, origin = host.origin) {
  const outcome = await open(`${origin}/${path}`);
  expect(outcome).toMatchObject({ workers: [0, 2], violations: [] });
  const [here, there] = outcome['digests'] as readonly string[];
  expect(here).toMatch(/^sha256-/);
  expect(there).toBe(here);
}

/** The same page, its `ldp-bandits.wasm` replaced by a module that does the same but is another. */
async function expectRefusal(path: string, folder: string) {
  const shipped = readFileSync(join(installed, 'ldp-bandits.wasm'));
  const copies = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => join(project, folder, name))
    .filter((file) => readFileSync(file).equals(shipped));
  expect(copies).toHaveLength(1);
  const [file = ''] = copies;
  writeFileSync(file, Uint8Array.from([...shipped, 0, 2, 1, 0x78]));
  const { error } = await open(`${host.origin}/${path}`);
  writeFileSync(file, shipped);
  expect(error).toMatch(/is not ldp-bandits\.wasm of this version.* SHA-256 is [0-9a-f]{64}, not /);
}

/** A page whose import map has every hash of integrity.json, or those that `change` makes of them. */
function writeMappedPage(name: string, change = (hash: string, _file: string) => hash): void {
  const { files } = JSON.parse(readFileSync(join(installed, 'integrity.json'), 'utf8'));
  const folder = '../node_modules/ldp-bandits/dist/';
  const integrity = Object.fromEntries(
    Object.entries<string>(files).map(([file, hash]) => [folder + file, change(hash, file)]),
  );
  const map = { imports: { 'ldp-bandits': `${folder}index.js` }, integrity };
  writeFileSync(
    join(project, 'plain', name),
    `<!doctype html><title>${name}</title><script type="importmap">${JSON.stringify(map)}</script>
<script type="module" src="./mapped.js"></script>`,
  );
}

describe('an import map with the hashes of integrity.json', () => {
  test('lets the page load all that it needs', async () => {
    writeMappedPage('mapped.html');
    await expectReport('plain/mapped.html');
  });
  test.each([
    ['the entry', /^index\.js$/],
    ['the chunk with the client', /chunks\/client-/],
  ])('stops the page where %s is not what it says', async (_, changed) => {
    const other = subresourceIntegrity('something else');
    writeMappedPage('other.html', (hash, file) => (changed.test(file) ? other : hash));
    expect((await open(`${host.origin}/plain/other.html`, 5_000)).error).toBeDefined();
  });
});

describe('without a bundler', () => {
  test('<script type=module>', () => expectReport('plain/posters.html'));
  test('the /arms entry, which is one file', () => expectReport('plain/arms.html'));
  test('a module worker', () => expectReport('plain/posters-worker-page.html'));
  test('the /url entry', () => expectReport('plain/posters-url.html'));
  test('the /url entry, beside another file', () =>
    expectRefusal('plain/posters-url.html', 'node_modules/ldp-bandits/dist'));
  test('contexts', () => expectContext('plain/cards.html'));
  test('contexts, from a module worker', () => expectContext('plain/cards-worker-page.html'));
  test('contexts, from the /url entry', () => expectContext('plain/cards-url.html'));
  test('slates', () => expectSlate('plain/slates.html'));
  test('slates, from the /url entry', () => expectSlate('plain/slates-url.html'));
  test('points', () => expectPoints('plain/points.html'));
  test('points, from the /url entry', () => expectPoints('plain/points-url.html'));
  test('a pool of workers', () => expectPool('plain/pool.html'));
  test('a plot as SVG and as PNG', async () => {
    expect(await open(`${host.origin}/plain/plot.html`)).toEqual({
      root: 'svg',
      errors: 0,
      type: 'image/png',
      size: [1440, 840],
      painted: [true, true, true],
      violations: [],
    });
  });
});

describe('Vite', () => {
  const pages = [
    ...['posters', 'posters-url', 'posters-worker-page', 'everything', 'pool', 'pool-file'],
    ...['arms', 'cards', 'cards-url', 'slates', 'slates-url', 'points', 'points-url'],
  ];

  describe('build', () => {
    beforeAll(async () => {
      await vite.build({
        root: project,
        base: './',
        configFile: false,
        logLevel: 'error',
        worker: { format: 'es' },
        build: {
          outDir: 'out/vite',
          modulePreload: { polyfill: false },
          rolldownOptions: { input: pages.map((page) => join(project, `${page}.html`)) },
        },
      });
    });
    test('default entry', () => expectReport('out/vite/posters.html'));
    test('/arms entry', () => expectReport('out/vite/arms.html'));
    test('/url entry', () => expectReport('out/vite/posters-url.html'));
    test('/url entry with another file', () =>
      expectRefusal('out/vite/posters-url.html', 'out/vite'));
    test('contexts', () => expectContext('out/vite/cards.html'));
    test('contexts from the /url entry', () => expectContext('out/vite/cards-url.html'));
    test('slates', () => expectSlate('out/vite/slates.html'));
    test('slates from the /url entry', () => expectSlate('out/vite/slates-url.html'));
    test('points', () => expectPoints('out/vite/points.html'));
    test('points from the /url entry', () => expectPoints('out/vite/points-url.html'));
    test('module worker', () => expectReport('out/vite/posters-worker-page.html'));
    test('all entries', () => expectEverything('out/vite/everything.html'));
    test('a pool of workers', () => expectPool('out/vite/pool.html'));
    test('a pool whose script is a file of the page', () => expectPool('out/vite/pool-file.html'));
  });

  describe('development server', () => {
    let server: vite.ViteDevServer;
    let origin: string;
    beforeAll(async () => {
      server = await vite.createServer({
        root: project,
        configFile: false,
        logLevel: 'error',
        server: {
          host: '127.0.0.1',
          port: 0,
          proxy: { '/collector': host.origin, '/outcome': host.origin },
        },
        // Else the first visit finds a dependency, and the page reloads under the test.
        optimizeDeps: { entries: pages.map((page) => `${page}.html`) },
      });
      await server.listen();
      origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
    });
    afterAll(() => server?.close());
    test('default entry', () => expectReport('posters.html', origin));
    test('/url entry', () => expectReport('posters-url.html', origin));
    test('contexts', () => expectContext('cards.html', origin));
    test('contexts from the /url entry', () => expectContext('cards-url.html', origin));
    test('module worker', () => expectReport('posters-worker-page.html', origin));
    test('all entries', () => expectEverything('everything.html', origin));
    test('a pool of workers', () => expectPool('pool.html', origin));
    test('a pool whose script is a file of the page', () => expectPool('pool-file.html', origin));
  });
});

describe('webpack', () => {
  const entries = [
    ...['posters', 'posters-url', 'posters-worker-page', 'everything', 'pool', 'pool-file'],
    ...['arms', 'cards', 'cards-url'],
  ];
  beforeAll(async () => {
    const compiler = webpack({
      context: project,
      mode: 'production',
      entry: Object.fromEntries(entries.map((name) => [name, `./${name}.js`])),
      output: { path: join(project, 'out/webpack'), publicPath: 'auto' },
      performance: { hints: false },
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result)));
    });
    expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    for (const name of entries) writePage(project, `out/webpack/${name}.html`, `${name}.js`);
    await new Promise((resolve) => compiler.close(resolve));
  });
  test('default entry', () => expectReport('out/webpack/posters.html'));
  test('/arms entry', () => expectReport('out/webpack/arms.html'));
  test('/url entry', () => expectReport('out/webpack/posters-url.html'));
  test('/url entry with another file', () =>
    expectRefusal('out/webpack/posters-url.html', 'out/webpack'));
  test('contexts', () => expectContext('out/webpack/cards.html'));
  test('contexts from the /url entry', () => expectContext('out/webpack/cards-url.html'));
  test('module worker', () => expectReport('out/webpack/posters-worker-page.html'));
  test('all entries', () => expectEverything('out/webpack/everything.html'));
  test('a pool of workers', () => expectPool('out/webpack/pool.html'));
  test('a pool whose script is a file of the page', () => expectPool('out/webpack/pool-file.html'));
});

describe('esbuild', () => {
  beforeAll(async () => {
    const common = { absWorkingDir: project, bundle: true, logLevel: 'error' as const };
    const entryPoints = ['posters.js', 'arms.js', 'everything.js', 'cards.js', 'slates.js'];
    // The script of a worker is an entry of its own: esbuild does not follow `new URL`.
    const pool = ['pool-file.js', 'pool-worker.js'];
    const modules = [...entryPoints, ...pool];
    await esbuild.build({ ...common, entryPoints: modules, format: 'esm', outdir: 'out/esbuild' });
    writePage(project, 'out/esbuild/pool-file.html', 'pool-file.js');
    const split = { format: 'esm' as const, splitting: true, outdir: 'out/esbuild-split' };
    await esbuild.build({ ...common, entryPoints: ['cards.js'], ...split });
    writePage(project, 'out/esbuild-split/cards.html', 'cards.js');
    await esbuild.build({ ...common, entryPoints, format: 'iife', outdir: 'out/esbuild-iife' });
    for (const name of ['posters', 'arms', 'everything', 'cards', 'slates']) {
      writePage(project, `out/esbuild/${name}.html`, `${name}.js`);
      writePage(project, `out/esbuild-iife/${name}.html`, `${name}.js`, 'classic');
    }
  });
  test('ES module', () => expectReport('out/esbuild/posters.html'));
  test('/arms entry', () => expectReport('out/esbuild/arms.html'));
  test('/arms entry in a classic script', () => expectReport('out/esbuild-iife/arms.html'));
  test('classic script', () => expectReport('out/esbuild-iife/posters.html'));
  test('contexts in one file', () => expectContext('out/esbuild/cards.html'));
  test('contexts in a classic script', () => expectContext('out/esbuild-iife/cards.html'));
  test('slates in one file', () => expectSlate('out/esbuild/slates.html'));
  test('slates in a classic script', () => expectSlate('out/esbuild-iife/slates.html'));
  test('contexts in a file of their own', () => expectContext('out/esbuild-split/cards.html'));
  test('all entries', () => expectEverything('out/esbuild/everything.html'));
  test('a pool of workers', () => expectPool('out/esbuild/pool-file.html'));
  test('all entries in a classic script', () =>
    expectEverything('out/esbuild-iife/everything.html'));
});

describe('rollup', () => {
  beforeAll(async () => {
    for (const name of ['posters', 'arms', 'everything', 'cards']) {
      const bundle = await rollup({
        input: join(project, `${name}.js`),
        plugins: [nodeResolve({ browser: true })],
      });
      await bundle.write({ dir: join(project, 'out/rollup'), format: 'es' });
      await bundle.close();
      writePage(project, `out/rollup/${name}.html`, `${name}.js`);
    }
    const pool = await rollup({
      input: ['pool-file.js', 'pool-worker.js'].map((name) => join(project, name)),
      plugins: [nodeResolve({ browser: true })],
    });
    await pool.write({ dir: join(project, 'out/rollup'), format: 'es' });
    await pool.close();
    writePage(project, 'out/rollup/pool-file.html', 'pool-file.js');
  });
  test('default entry', () => expectReport('out/rollup/posters.html'));
  test('/arms entry', () => expectReport('out/rollup/arms.html'));
  test('contexts', () => expectContext('out/rollup/cards.html'));
  test('all entries', () => expectEverything('out/rollup/everything.html'));
  test('a pool of workers', () => expectPool('out/rollup/pool-file.html'));
});
