// The examples for hosts of the edge: bundled as their tools do it, run in what their hosts run.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { request, temporaryFolder } from './support.js';
import { bundle, startWorkerd } from './workerd.js';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
afterAll(() => folder.remove());

const require = createRequire(join(import.meta.dirname, 'tools/x.js'));
const { EdgeVM } = require('@edge-runtime/vm') as {
  EdgeVM: new (options: {
    extend: (context: Record<string, unknown>) => Record<string, unknown>;
  }) => { evaluate<T>(code: string): T };
};

const report = '{"v":1,"id":"AAAAAAAAAAAAAAAAAAAAAA","snapshot":1,"arm":0,"level":0,"bit":1}';

/** The example as one script; what it imports as wasm is `compiledWasm`, which the host gives it. */
async function bundleRoute(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['examples/next-edge/route.js'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'route',
    logLevel: 'silent',
    plugins: [
      {
        name: 'wasm',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: 'wasm' }));
          onLoad({ filter: /.*/, namespace: 'wasm' }, () => ({
            contents: 'export default compiledWasm;',
          }));
        },
      },
    ],
  });
  return (outputFiles[0] as { text: string }).text;
}

test('the route handler of the example answers in the edge runtime, which has no DecompressionStream', async () => {
  // Compiled in the realm of the host, as Next does it.
  const compiledWasm = await WebAssembly.compile(readFileSync(join(root, 'dist/learner.wasm')));
  const host = new EdgeVM({ extend: (context) => Object.assign(context, { compiledWasm }) });
  expect(host.evaluate('typeof DecompressionStream')).toBe('undefined');
  host.evaluate(`${await bundleRoute()}; globalThis.route = route;`);
  expect(host.evaluate('route.runtime')).toBe('edge');
  const ask = (method: string, path: string, init = '{}') =>
    host.evaluate<Promise<{ status: number; text: string }>>(
      `route.${method}(new Request('https://site.example/collector/${path}', { method: '${method}', ...${init} }))
        .then(async (response) => ({ status: response.status, text: await response.text() }))`,
    );
  const body = JSON.stringify({ headers: { 'content-type': 'application/json' }, body: report });
  expect(await ask('POST', 'headlines/reports', body)).toEqual({
    status: 202,
    text: '{"accepted":1,"duplicate":0}',
  });
  const snapshot = await ask('GET', 'headlines/snapshot');
  expect([snapshot.status, JSON.parse(snapshot.text).experiment]).toEqual([200, 'headlines']);
});

test('without a module the edge runtime gets an answer that says what to import', async () => {
  const host = new EdgeVM({ extend: (context) => Object.assign(context, { compiledWasm: 'x' }) });
  host.evaluate(`${await bundleRoute()}; globalThis.route = route;`);
  const problem = await host.evaluate<Promise<string>>(
    "route.GET(new Request('https://site.example/collector/healthz')).then((response) => response.text())",
  );
  expect(JSON.parse(problem)).toMatchObject({
    status: 503,
    detail: expect.stringContaining("import wasm from 'ldp-bandits/learner.wasm'"),
  });
});

test('the example for Cloudflare is bundled by wrangler, and answers in workerd', async () => {
  const config = join(root, 'examples/cloudflare/wrangler.toml');
  const built = bundle(config, join(folder.path, 'bundle'));
  const workerd = await startWorkerd(built, join(folder.path, 'disk'));
  try {
    const posted = await request(`${workerd.base}/collector/headlines/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: report,
    });
    expect([posted.status, await posted.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
    const manifest = await (await request(`${workerd.base}/collector/headlines`)).json();
    expect(manifest.labels).toHaveLength(3);
  } finally {
    await workerd.kill();
  }
});
