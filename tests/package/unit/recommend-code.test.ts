// The code that `recommend` hands out is run as it stands: the page's module against the collector's, with
// functions of the site's own for what is the site's.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bandit, Decision } from 'ldp-bandits';
import { type Recommendation, recommend, type Situation } from 'ldp-bandits/recommend';
import type { Collector } from 'ldp-bandits/server';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { situations } from './recommend-support.js';

const SITE = 'https://site.example/';
// In the repository, so that `ldp-bandits` is found as in a project that has it installed.
const build = join(import.meta.dirname, '../../../build');
mkdirSync(build, { recursive: true });
const folder = mkdtempSync(join(build, 'recommended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules(); // another site, another ledger
});

/** Runs a module of these lines, and gives what it calls these names. */
async function run(name: string, code: string, names: string) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, `${code}\nexport { ${names} };\n`);
  return import(pathToFileURL(file).href);
}

/** What the site has: its pictures, and visitors who answer at once. */
function site(
  { algorithm }: Recommendation,
  { see, shown = 2, features = 5, options = 4 }: Situation,
) {
  const answers: Promise<unknown>[] = [];
  const seen: unknown[] = [];
  const listener =
    (...feedback: unknown[]) =>
    (tell: (...feedback: unknown[]) => Promise<unknown>) =>
      answers.push(tell(...feedback));
  const globals = {
    location: { href: SITE, origin: new URL(SITE).origin },
    show: (what: unknown) => seen.push(what),
    showBoth: (...both: unknown[]) => seen.push(both),
    onAnswer: see === 'value' ? listener(0.5) : listener(),
    onDone: listener(Array(shown).fill(1)),
    onPreference: listener(true),
    visitor: {},
    options: Array.from({ length: options }, (_, i) => `option ${i}`),
    featuresOf: () => Array.from({ length: features }, () => 0.1),
    console: { ...console, log: () => {} },
  };
  // A page of choices with a context shows one of its own options.
  return { globals, answers, seen, isOwn: 'dimension' in algorithm };
}

test.each(situations)(
  'the code for %s sends one report, which its collector counts',
  async (name, situation) => {
    const recommendation = recommend(situation);
    const { code } = recommendation;
    const id = name.replaceAll(' ', '-');
    const { collector }: { collector: Collector } = await run(
      `collector-${id}`,
      code.collector,
      'collector',
    );
    const { globals, answers, seen, isOwn } = site(recommendation, situation);
    for (const [key, value] of Object.entries(globals)) vi.stubGlobal(key, value);
    vi.stubGlobal('fetch', (request: Request) => collector.fetch(request));

    const page: { bandit: Bandit; decision: Decision } = await run(
      `page-${id}`,
      code.page,
      'bandit, decision',
    );
    expect(seen).toHaveLength(1);
    if (isOwn) expect(globals.options).toContain(seen[0]);
    expect(answers).toHaveLength(1);
    const outcome = await answers[0];
    expect(outcome).toMatchObject({ status: 'queued' });
    expect(await page.bandit.flush()).toMatchObject({ accepted: 1, rejected: 0, pending: 0 });
    await page.bandit.dispose();
    await collector.dispose();
  },
);

test('the code of a test that takes more reports than it may has an epoch that its collector accepts', async () => {
  const { algorithm, code } = recommend({
    ...{ choose: 'one', see: 'click', goal: 'decide', options: 2, visitors: 1e9 },
    ...{ epsilon: 2 ** -10, gap: 1e-6 },
  });
  expect(algorithm).toMatchObject({ maximumPulls: 1e12 });
  expect(code.collector).toContain('publishEvery: { reports: 20000000000 }'); // a fiftieth of maximumPulls
  const { collector } = await run('collector-near-equals', code.collector, 'collector');
  await collector.dispose();
});

test('no line of it listens for the end of the page', () => {
  for (const [, situation] of situations) {
    expect(recommend(situation).code.page).not.toMatch(/pagehide|unload|keepalive/);
  }
});
