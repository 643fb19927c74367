// The worker pool in Chromium, Firefox and WebKitGTK, under the strict policy: the bits do not depend on the worker, and
// whatever happens to workers or to the tab, a run gives a whole result or none.
import { createSimulator, type SimulationSpec } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pool } from '../fixtures/pool.js';
import {
  complaintsOf,
  kAllProfiles,
  kHidingProfiles,
  type Page,
  type Profile,
  waitFor,
} from '../support/browsers.js';
import { serveLibrary } from '../support/library-site.js';
import type { StaticServer } from '../support/static-server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

declare global {
  interface Window {
    pool: Pool;
  }
}

/** Every kind of curve, and units enough for several workers. */
const kSpec: SimulationSpec = {
  version: 1,
  seed: 'pool',
  horizon: 20_000,
  replicates: 40,
  environment: { type: 'bernoulli', means: [0.9, 0.8, 0.7, 0.6, 0.5] },
  runs: [
    { label: 'weighted', policy: { type: 'weighted-ldp-ucb' }, epsilon: 1 },
    { label: 'laplace', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 2 },
    { label: 'UCB1', policy: { type: 'ucb1' } },
    { label: 'uniform', policy: { type: 'uniform' } },
  ],
  record: { points: 30, scale: 'log' },
};
/** Longer than any test looks at it. */
const kLong: SimulationSpec = { ...kSpec, seed: 'long', horizon: 20_000_000, replicates: 100 };
/** Some seconds on one worker: there is time to kill a worker. */
const kMiddle: SimulationSpec = { ...kSpec, seed: 'middle', horizon: 400_000 };

/** A world and a learner in JavaScript, with draws that are functions of +, -, *, / and roots alone. */
const kOwn: SimulationSpec = {
  ...kSpec,
  seed: 'own',
  environment: {
    type: 'own',
    name: 'wandering',
    version: '2',
    arms: 4,
    parameters: { step: 0.01 },
  },
  runs: [
    {
      label: 'own, on bits',
      policy: { type: 'own', name: 'follow-the-mean', reports: 'bit' },
      epsilon: 2,
    },
    { label: 'ldp-thompson', policy: { type: 'ldp-thompson' }, epsilon: 2 },
  ],
};

const known = new Map<SimulationSpec, string>();

async function ownInNode() {
  await using simulator = await createSimulator({ workers: 0 });
  const own = new URL('../../package/unit/own/code.mjs', import.meta.url);
  return await simulator.run(kOwn, { own }).result;
}

async function digestInNode(spec: SimulationSpec): Promise<string> {
  const before = known.get(spec);
  if (before !== undefined) return before;
  const simulator = await createSimulator({ workers: 0 });
  const { digest } = await simulator.run(spec).result;
  await simulator[Symbol.asyncDispose]();
  known.set(spec, digest);
  return digest;
}

let server: StaticServer;
let profile: Profile;
let page: Page;
const openPage = async () => {
  page = await profile.newPage();
  await page.goto(`${server.origin}/pool.html`);
  await waitFor(page, () => 'pool' in window, null, 'the pool on the page');
};
const closeAll = async () => {
  await profile.close();
  await server.close();
};

const open = (workers: number, dying = 0) =>
  page.evaluate((options) => window.pool.open(options), { workers, dying });
const start = (run: string, spec: SimulationSpec, own?: string) =>
  page.evaluate(({ run, spec, own }) => window.pool.start(run, spec, own), { run, spec, own });
const end = (run: string) => page.evaluate((run) => window.pool.end(run), run);
const underWay = (run: string) => page.evaluate((run) => window.pool.progress(run), run);
const whole = (spec: SimulationSpec, digest: string) => ({
  digest,
  partial: false,
  replicates: spec.runs.map(() => spec.replicates),
});

describe.each(kAllProfiles)('the pool in %s', (name, launch) => {
  beforeAll(async () => {
    [server, profile] = await Promise.all([serveLibrary(), launch()]);
  });
  beforeEach(async () => {
    await openPage();
    return () => page.close();
  });
  afterAll(closeAll);

  it('gives the bits that Node gives, with one worker, with two and with none', async () => {
    const digest = await digestInNode(kSpec);
    for (const workers of [1, 2, 0]) {
      expect(await open(workers)).toBe(workers);
      await start('run', kSpec);
      expect(await end('run'), `${workers} workers`).toEqual(whole(kSpec, digest));
    }
    expect(await complaintsOf(page)).toEqual([]);
  });

  it('plays own code, which each worker imports under the policy of the page: the bits of Node', async () => {
    const { digest } = await ownInNode();
    for (const workers of [2, 0]) {
      await open(workers);
      await start('own', kOwn, '/own/code.mjs');
      expect(await end('own'), `${workers} workers`).toEqual(whole(kOwn, digest));
    }
    await start('missing', kOwn, '/own/nowhere.mjs');
    expect(await end('missing')).toMatchObject({ error: 'own_code_failed' });
  });

  it('stops within 50 ms of being told to, and says of what it has that it is partial', async () => {
    await open(2);
    const times: number[] = [];
    for (let i = 0; i < 7; ++i) {
      await start('long', kLong);
      await underWay('long');
      // Somewhere in a slice.
      await new Promise((resolve) => setTimeout(resolve, 100 + 17 * i));
      const { ms, reason, latest } = await page.evaluate(() => window.pool.cancel('long'), null);
      expect(reason).toBe('AbortError');
      expect([true, null]).toContain(latest);
      times.push(ms);
    }
    console.log(`${name}: cancelled in ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    // The quickest one: on a busy machine the others may have waited for a processor.
    expect(Math.min(...times)).toBeLessThanOrEqual(50);
  });

  it('plays a second run beside the first, and each has its own bits', async () => {
    await open(2);
    await start('first', kMiddle);
    await underWay('first');
    await start('second', kSpec);
    expect(await end('second')).toEqual(whole(kSpec, await digestInNode(kSpec)));
    expect(await end('first')).toEqual(whole(kMiddle, await digestInNode(kMiddle)));
  });

  it('plays again what a worker had that was killed without a word: the same bits', async () => {
    await open(2);
    await start('run', kMiddle);
    await underWay('run');
    await page.evaluate(() => window.pool.kill(0), null);
    expect(await end('run')).toEqual(whole(kMiddle, await digestInNode(kMiddle)));
    expect(await page.evaluate(() => window.pool.spawned(), null)).toBe(3);
  });

  it('plays again what a worker had that died of an error: the same bits', async () => {
    await open(1, 1);
    await start('run', kMiddle);
    expect(await end('run')).toEqual(whole(kMiddle, await digestInNode(kMiddle)));
    expect(await page.evaluate(() => window.pool.spawned(), null)).toBe(2);
  });

  it('fails where workers keep dying, and calls nothing a result', async () => {
    await open(1, 100);
    await start('run', kMiddle);
    const { error, latest } = (await end('run')) as { error?: string; latest?: boolean | null };
    expect(error).toBe('worker_failed');
    expect([true, null]).toContain(latest);
  });
});

describe.each(kHidingProfiles)('the pool behind another tab of %s', (_name, launch) => {
  beforeAll(async () => {
    [server, profile] = await Promise.all([serveLibrary(), launch()]);
    await openPage();
  });
  afterAll(closeAll);

  it('goes on, and gives the same bits', async () => {
    await open(2);
    await start('run', kMiddle);
    await underWay('run');
    await (await profile.newPage()).bringToFront();
    await waitFor(page, () => window.pool.hidden(), null, 'the tab to be hidden');
    expect(await end('run')).toEqual(whole(kMiddle, await digestInNode(kMiddle)));
    expect(await page.evaluate(() => window.pool.hidden(), null)).toBe(true);
  });
});
