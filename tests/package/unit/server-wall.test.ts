// The server half of the package cannot see the half on the device, and what it is made of keeps the
// promises that its types cannot: no logging, nothing imported late, small enough for a worker.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sources = join(root, 'bindings/ts');

const WORKER = `
  import { createCollector } from './server/index.js';
  import { indexedDbStore, installCollector } from './server/service-worker.js';
  installCollector(self, () => createCollector({ experiments: {}, store: indexedDbStore() }));
`;

/** The code, and every file that it was built from. */
async function bundleOf(contents: string, options: { readonly external?: string[] } = {}) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: sources, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    write: false,
    outdir: 'none',
    ...options,
  });
  const inputs = Object.keys(metafile.inputs).map((path) => relative('bindings/ts', path));
  return { inputs, code: outputFiles[0]?.text ?? '' };
}

const bundle = (entry: string) => bundleOf(`export * from './${entry}';`);

/** Folders of bindings/ts that the sources in `folder` name in imports, types included. */
function importedFolders(folder: string): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(sources, folder, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.\.?\/[^']+)'/g)) {
      const named = join(folder, dirname(file), path as string).split('/')[0] as string;
      if (named !== folder) found.add(named);
    }
  }
  return found;
}

describe('the wall between server and client', () => {
  test('the sources of the server name no other folder than what both sides share', () => {
    expect([...importedFolders('server')].sort()).toEqual(['generated', 'internal']);
  });

  test('a server that picks for its pages has nothing of either half', async () => {
    const { inputs } = await bundle('bootstrap/index.js');
    const folders = new Set(inputs.map((path) => path.split('/')[0]));
    folders.delete('..'); // the line that the bundle begins with
    expect([...folders].sort()).toEqual(['bootstrap', 'internal']);
  });

  test('the sources of the client and of what is shared do not name the server', () => {
    expect(importedFolders('client')).not.toContain('server');
    expect([...importedFolders('internal')]).toEqual(['generated']);
  });

  test.for([
    ['server/index.js', 'server/collector.ts'],
    ['server/service-worker.js', 'server/install.ts'],
    ['server/sqlite/index.js', 'server/sqlite/store.ts'],
    ['server/postgres/index.js', 'server/postgres/store.ts'],
    ['server/testing/index.js', 'server/testing/batch-cases.ts'],
  ] as const)('%s is built without a file of the client', async ([entry, part]) => {
    const { inputs } = await bundle(entry);
    expect(inputs).toContain(part);
    const foreign = /^client\/|client-(glue|wasm)/;
    expect(inputs.filter((path) => foreign.test(path))).toEqual([]);
  });

  test('the build would notice: an import of the client is found', async () => {
    const { inputs } = await bundle('client/index.js');
    expect(inputs.some((path) => path.startsWith('client/'))).toBe(true);
  });
});

describe('the code of the server', () => {
  test('logs nothing but what reporter.ts warns of: a log of reports would be a second store without rules', () => {
    const logging = [];
    const files = readdirSync(join(sources, 'server'), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const text = readFileSync(join(sources, 'server', file), 'utf8').replace(
        /`console\.warn`/g,
        '',
      );
      const calls = text.match(/\bconsole\b[.\w]*|process\.std/g) ?? [];
      logging.push(...calls.map((call) => [file, call]));
    }
    expect(logging).toEqual([['reporter.ts', 'console.warn']]);
  });

  test('reads nothing about the sender: no cookie, no address, no user agent', () => {
    const files = readdirSync(join(sources, 'server'), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const text = readFileSync(join(sources, 'server', file), 'utf8');
      const headers = [...text.matchAll(/req\.header\(([^)]*)\)/g)].map(([, name]) => name);
      expect([file, headers.filter((name) => name !== "'content-type'")]).toEqual([file, []]);
      const read = [...text.matchAll(/headers\.(?:get|has)\(([^)]*)\)/g)].map(([, name]) => name);
      const ofBodies = ["'content-length'", "'transfer-encoding'", 'COLLECTOR_HEADER'];
      // Whether there is a header of tracing is asked in development, and never what it says: server-tracing.test.ts.
      const isTracing = file === 'tracing.ts' && !text.includes('headers.get(');
      const others = read.filter((name) => !ofBodies.includes(name as string));
      expect([file, others]).toEqual([file, isTracing ? ['name'] : []]);
      expect([file, /cookie|user-agent|forwarded|remoteAddr/i.test(text)]).toEqual([file, false]);
    }
  });

  test('a Service Worker with all of it imports nothing late and has at most 47 kB gzip beside wasm and its loader', async () => {
    const build = (external: string[]) => bundleOf(WORKER, { external });
    const whole = await build([]);
    expect(whole.inputs).toContain('generated/learner-wasm.ts');
    // A Service Worker may not import anything after its start, nor evaluate text.
    expect(whole.code).not.toMatch(/\bimport\(|\beval\(|new Function/);
    const { code } = await build(['*/learner-glue.mjs', '*/learner-wasm.js']);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(47_000);
  });
});
