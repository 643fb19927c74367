// What a page downloads until its first report has arrived, counted in Chromium: every script that it asks for,
// gzipped by itself with `gzip -9`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/browsers.mjs';
import { BUNDLERS, folderOf } from './bundlers.mjs';
import { FAMILIES, PER_REPORT, scriptOf } from './pages.mjs';

const PATIENCE_MS = 60_000;
const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
const OWN = 'own modules';

/** The ways in which a page gets the package, in the order of the answer. */
export const WAYS = [...Object.keys(BUNDLERS), OWN];

/**
 * `project` has the package in its node_modules, and `server` is its module `ldp-bandits/server`. Answers a list of
 * `{way, family, bytes, files}`, `files` with `{name, bytes}` each.
 */
export async function measureFirstReports(
  project,
  server,
  { families = Object.keys(FAMILIES), ways = WAYS } = {},
) {
  for (const way of ways) {
    const out = join(project, 'out', folderOf(way));
    const scripts = way === OWN ? out : project;
    mkdirSync(scripts, { recursive: true });
    for (const family of families) {
      writeFileSync(join(scripts, `${family}.js`), scriptOf(family));
    }
    await BUNDLERS[way]?.(project, families, out);
  }
  const host = await startHost(project, server);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows = [];
    for (const way of ways) {
      for (const family of families) {
        rows.push({
          way,
          family,
          ...(await weigh(browser, host, `out/${folderOf(way)}/${family}`)),
        });
      }
    }
    return rows;
  } finally {
    await browser.close();
    await host.close();
  }
}

/** A visit of a new visitor. */
async function weigh(browser, host, page) {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  const arrived = host.visit();
  await tab.goto(`${host.origin}/${page}.html`);
  const files = await Promise.race([
    arrived,
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref()),
  ]);
  await context.close();
  if (files === undefined) throw new Error(`${page}: no report came. ${problems.join('; ')}`);
  return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
}

/** Import maps name the entries of the package where no bundler does. */
function importMap(project) {
  const { exports } = JSON.parse(
    readFileSync(join(project, 'node_modules/ldp-bandits/package.json'), 'utf8'),
  );
  const imports = Object.entries(exports).flatMap(([name, target]) =>
    target.default === undefined
      ? []
      : [[`ldp-bandits${name.slice(1)}`, `/node_modules/ldp-bandits/${target.default.slice(2)}`]],
  );
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>`;
}

/** Pages, their files, and a collector under /collector. */
async function startHost(project, { createCollector, memoryStore }) {
  const collector = await createCollector({
    basePath: '/collector',
    experiments: Object.fromEntries(
      Object.entries(FAMILIES).map(([name, { algorithm }]) => [
        name,
        { algorithm, perReport: PER_REPORT },
      ]),
    ),
    store: memoryStore(),
  });
  const map = importMap(project);
  let files = [];
  let report = () => {};
  const answer = async (request, body) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/collector/')) {
      const init =
        request.method === 'POST' ? { method: 'POST', body } : { method: request.method };
      const response = await collector.fetch(
        new Request(`http://localhost${request.url}`, { ...init, headers: request.headers }),
      );
      if (request.method === 'POST' && response.ok) report(files);
      return response;
    }
    if (pathname.endsWith('.html')) {
      const script = pathname.replace(/.*\/(.*)\.html$/, './$1.js');
      const text = `<!doctype html><title>page</title>${map}<script type="module" src="${script}"></script>`;
      return new Response(text, { headers: { 'content-type': TYPES.html } });
    }
    const path = join(project, decodeURIComponent(pathname));
    if (!existsSync(path)) return new Response(null, { status: 404 });
    const content = readFileSync(path);
    files.push({ name: pathname.slice(1), bytes: gzipSync(content, { level: 9 }).length });
    return new Response(content, {
      headers: { 'content-type': TYPES[pathname.split('.').at(-1)] ?? 'text/plain' },
    });
  };
  const host = createServer(async (request, response) => {
    const body = [];
    for await (const part of request) body.push(part);
    const { status, headers, ...given } = await answer(request, Buffer.concat(body)).then(
      async (got) => ({
        status: got.status,
        headers: Object.fromEntries(got.headers),
        content: Buffer.from(await got.arrayBuffer()),
      }),
    );
    response.writeHead(status, headers).end(given.content);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${host.address().port}`,
    /** What the next page has asked for when its report arrives. */
    visit() {
      files = [];
      return new Promise((resolve) => {
        report = resolve;
      });
    },
    async close() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
      await collector[Symbol.asyncDispose]();
    },
  };
}
