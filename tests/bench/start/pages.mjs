// Pages that show one of three headlines: two ask this package, the other the SDK of a feature-flag service. Both
// services answer on the page's own origin, where this package opens its ledger before it asks.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { root } from '../../../scripts/lib/run.mjs';

const HEADLINES = ['A quiet week', 'What the sea knows', 'Ten small forests'];
const ALGORITHM = { type: 'ldp-thompson', arms: HEADLINES.length };

const show = `const began = performance.now();
const show = (arm, how) => {
  document.querySelector('h1').textContent = ${JSON.stringify(HEADLINES)}[arm];
  globalThis.shown = { began, after: performance.now(), how };
};
`;

/** As the guides write it. */
const scriptFrom = (entry) => `import { createBandit } from '${entry}';
${show}
const bandit = await createBandit({
  endpoint: '/collector',
  experiment: 'headlines',
  algorithm: ${JSON.stringify(ALGORITHM)},
  privacy: { epsilon: 1, epsilonTotal: 8 },
});
const { action, policy } = bandit.choose();
show(action, policy); // after timeoutMs a page does not wait for its collector: the policy says so
`;

/** The client in one file, which the page of `init` asks for from its head. */
const ONE_FILE = '/ldp-bandits/arms.js';

const SCRIPTS = {
  'ldp-bandits': scriptFrom('ldp-bandits'),
  init: scriptFrom(ONE_FILE),
  growthbook: `import { GrowthBook } from '@growthbook/growthbook';
${show}
localStorage.visitor ??= crypto.randomUUID();
const flags = new GrowthBook({
  apiHost: location.origin,
  clientKey: 'sdk-page',
  attributes: { id: localStorage.visitor },
});
await flags.init();
show(flags.getFeatureValue('headline', 0), flags.evalFeature('headline').source);
`,
};

/** What GrowthBook's service answers for the same experiment. */
const FEATURES = {
  status: 200,
  features: {
    headline: {
      defaultValue: 0,
      rules: [{ key: 'headlines', hashAttribute: 'id', variations: [0, 1, 2], coverage: 1 }],
    },
  },
  experiments: [],
  dateUpdated: '2026-01-01T00:00:00.000Z',
};

export const PAGES = Object.keys(SCRIPTS);

/** A host of the pages, their scripts from esbuild, and of what they ask. */
export async function startHost() {
  const project = mkdtempSync(join(tmpdir(), 'ldp-bandits-start-'));
  mkdirSync(join(project, 'node_modules/@growthbook'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/ldp-bandits'));
  symlinkSync(
    join(root, 'node_modules/@growthbook/growthbook'),
    join(project, 'node_modules/@growthbook/growthbook'),
  );
  for (const page of PAGES) writeFileSync(join(project, `${page}.js`), SCRIPTS[page]);
  const scripts = new Map();
  // Each apart: of pages together esbuild would cut shared chunks, and a page would wait for one more file.
  for (const page of PAGES) {
    const { outputFiles } = await build({
      absWorkingDir: project,
      entryPoints: [`${page}.js`],
      outdir: 'out',
      bundle: true,
      external: [ONE_FILE],
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      logLevel: 'error',
    });
    for (const { path, contents } of outputFiles) scripts.set(path.split('/out').at(-1), contents);
  }
  scripts.set(ONE_FILE, readFileSync(join(root, 'dist/arms.js')));
  rmSync(project, { recursive: true });
  const collector = await createCollector({
    basePath: '/collector',
    experiments: { headlines: { algorithm: ALGORITHM, perReport: { epsilon: 1 } } },
    store: memoryStore(),
  });
  const answer = async (request, body) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/collector/')) {
      return collector.fetch(
        new Request(`http://localhost${request.url}`, {
          method: request.method,
          headers: request.headers,
          ...(request.method === 'POST' && { body }),
        }),
      );
    }
    if (pathname === '/api/features/sdk-page') return Response.json(FEATURES);
    const file = scripts.get(pathname);
    if (file) {
      return new Response(file, {
        headers: {
          'content-type': 'text/javascript',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
    }
    const page = PAGES.find((name) => pathname === `/${name}.html`);
    if (page === undefined) return new Response(null, { status: 404 });
    const isOne = page === 'init';
    const preloaded = isOne ? `<link rel="modulepreload" href="${ONE_FILE}">` : '';
    const script = isOne ? `>${SCRIPTS[page]}` : ` src="/${page}.js">`;
    const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>News</title><link rel="icon" href="data:,">${preloaded}
<h1>News</h1>
<script type="module"${script}</script>
</html>`;
    return new Response(html, {
      headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' },
    });
  };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const given = await answer(request, Buffer.concat(parts));
    const content = gzipSync(Buffer.from(await given.arrayBuffer()), { level: 9 });
    const headers = Object.fromEntries(given.headers);
    if (given.body === null) response.writeHead(given.status, headers).end();
    else {
      const packed = { ...headers, 'content-encoding': 'gzip', 'content-length': content.length };
      response.writeHead(given.status, packed).end(content);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await collector[Symbol.asyncDispose]();
    },
  };
}
