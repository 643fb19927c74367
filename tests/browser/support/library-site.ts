// The library fixture as a site: its page and worker bundled, the package's files beside it as they are.
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Lab } from '../fixtures/page.js';
import { type Page, waitFor } from './browsers.js';
import { kPolicy, type StaticServer, serve } from './static-server.js';

const kHere = dirname(fileURLToPath(import.meta.url));
const kRoot = join(kHere, '../../..');
const kFixtures = join(kHere, '../fixtures');
const kPlainFiles = ['index.html', 'blocked.html', 'blocked.js', 'pool.html', 'dying-worker.js'];
/** The own worlds and policies of the unit tests. */
const kOwnCode = join(kRoot, 'tests/package/unit/own');
const kBuilt = join(kRoot, 'build/browser-fixtures');

export async function serveLibrary(policy = kPolicy): Promise<StaticServer> {
  await mkdir(kBuilt, { recursive: true });
  const shared = { bundle: true, target: 'es2022', logLevel: 'error' } as const;
  await build({
    ...shared,
    entryPoints: ['page.ts', 'pool.ts'].map((file) => join(kFixtures, file)),
    format: 'esm',
    outdir: kBuilt,
  });
  await build({
    ...shared,
    entryPoints: [join(kFixtures, 'worker.ts')],
    format: 'iife',
    outfile: join(kBuilt, 'worker.js'),
  });
  for (const file of kPlainFiles) await cp(join(kFixtures, file), join(kBuilt, file));
  await cp(kOwnCode, join(kBuilt, 'own'), { recursive: true });
  return serve({ '/dist/': join(kRoot, 'dist'), '/': kBuilt }, policy);
}

declare global {
  interface Window {
    lab: Lab;
  }
}

/** Opens the fixture and waits until its collector answers. */
export async function openLibraryPage(page: Page, server: StaticServer): Promise<void> {
  await page.goto(`${server.origin}/`);
  await waitFor(page, () => 'lab' in window, null, 'the library on the page');
}

export interface ReportBody {
  readonly v: 1;
  readonly id: string;
  readonly snapshot: number;
  readonly arm: number;
  readonly level: number;
  readonly bit?: 0 | 1;
  readonly noisy?: number;
}

/** The reports that have arrived, decoded, once there are `count` of them. */
export async function arrivals(page: Page, count: number): Promise<ReportBody[]> {
  const bodies = await waitFor(
    page,
    (least) => window.lab.arrived.length >= least && window.lab.arrived.map(({ body }) => body),
    count,
    `${count} reports at the collector`,
  );
  return bodies.map((body) => JSON.parse(body) as ReportBody);
}
