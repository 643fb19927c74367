// What README shows runs as it stands: every page's snippet against a collector of what it pins.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bandit, BanditOptions, Decision } from 'ldp-bandits';
import { predictedVisitors } from 'ldp-bandits/recommend';
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const snippets = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
const build = join(repository, 'build');
mkdirSync(build, { recursive: true });
// In the repository, so that `ldp-bandits` is found as in a project that has it installed.
const folder = mkdtempSync(join(build, 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules(); // another site, another ledger
});

/** Runs a snippet as a module, with the import that the first one has, and gives what it calls these names. */
async function run(code: string, names: string) {
  const file = join(folder, `${snippets.indexOf(code)}.mjs`);
  const head = code.includes('import ') ? '' : "import { createBandit } from 'ldp-bandits';\n";
  writeFileSync(file, `${head}${code}\nexport { ${names} };\n`);
  return import(pathToFileURL(file).href);
}

const pages = snippets.filter((code) => code.includes('createBandit('));

describe('a page of README', () => {
  test.each(pages.map((code) => [code] as const))(
    'sends one report for one choice: %#',
    async (code) => {
      const [, literal] = /createBandit\((\{.*?\n\})\)/s.exec(code) ?? [];
      const options: BanditOptions = new Function(`return (${literal})`)();
      const { experiment, algorithm, privacy } = options;
      const collector = await createCollector({
        basePath: '/collector',
        store: memoryStore(),
        experiments: { [experiment]: { algorithm, perReport: { epsilon: privacy.epsilon } } },
      });
      const answers: Promise<unknown>[] = [];
      const answer =
        (...feedback: unknown[]) =>
        (tell: (...feedback: unknown[]) => Promise<unknown>) =>
          answers.push(tell(...feedback));
      const shown: unknown[] = [];
      const site = {
        location: { href: 'https://www.example.org/', origin: 'https://www.example.org' },
        fetch: (request: Request) => collector.fetch(request),
        show: (what: unknown) => shown.push(what),
        showBoth: (...both: unknown[]) => shown.push(both),
        onClick: answer(),
        onDone: answer(),
        onPreference: answer(true),
        cards: ['a', 'b', 'c'],
        visitor: {},
        featuresOf: () => [0.5, 0.5, 0.5],
      };
      for (const [name, value] of Object.entries(site)) vi.stubGlobal(name, value);

      const hasDecision = code.includes('const decision');
      const page: { bandit: Bandit; decision: Decision } = await run(
        code,
        hasDecision ? 'bandit, decision' : 'bandit',
      );
      if (hasDecision) {
        for (const given of await Promise.all(answers))
          expect(given).toMatchObject({ status: 'queued' });
        expect(shown).toHaveLength(1);
        expect(await page.bandit.flush()).toMatchObject({ accepted: 1, rejected: 0, pending: 0 });
      } else {
        expect(page.bandit.snapshot.best).toMatchObject({ certified: false, ended: false });
      }
      await page.bandit.dispose();
      await collector.dispose();
    },
  );

  test('is there for every kind of choice', () => {
    expect(pages).toHaveLength(5);
    expect(readme).not.toMatch(/addEventListener\('pagehide'|keepalive/);
  });
});

test('the collector of README serves the manifest that the first page pins', async () => {
  const code = snippets.find((snippet) => snippet.includes('createCollector(')) ?? '';
  const { collector }: { collector: Collector } = await run(code, 'collector');
  const request = new Request('https://collector.example.org/collector/headlines');
  const response = await collector.fetch(request);
  expect(await response.json()).toMatchObject({
    experiment: 'headlines',
    algorithm: { type: 'ldp-thompson', arms: 3 },
    perReport: { epsilon: 1 },
  });
  await collector.dispose();
});

test('what recommend gives in README is an algorithm with its price and the code', async () => {
  const code = snippets.find((snippet) => snippet.includes('recommend(')) ?? '';
  const { algorithm, price, code: both } = await run(code, 'algorithm, price, code');
  expect(algorithm).toMatchObject({ type: 'ldp-duel', arms: 3 });
  expect(price.visitors).toBeGreaterThan(price.withoutPrivacy);
  expect(both.page).toContain('createBandit');
});

test('the largest number of reports in README is 20 times what three buttons 0.05 apart take', async () => {
  const visitors = predictedVisitors({
    means: [0.525, 0.475, 0.475],
    epsilon: 1,
    errorProbability: 0.05,
  });
  expect(readme).toContain(`take ${countOf(visitors, 100)} visitors`);
  expect(readme).toContain(`maximumPulls: ${countOf(20 * visitors, 1000).replace(',', '_')} }`);
});

/** In whole `unit`s, as prose has it. */
const countOf = (count: number, unit: number) =>
  (unit * Math.round(count / unit)).toLocaleString('en-US');
