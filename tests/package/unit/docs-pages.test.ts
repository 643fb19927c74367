// What README and the guides show in JavaScript runs as it stands: every page against the collector of the config that
// `init` writes, or of the one that its guide shows. Pages with HTML of their own: docs-init.test.ts.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bandit, Decision } from 'ldp-bandits';
import { predictedVisitors } from 'ldp-bandits/recommend';
import type { Collector } from 'ldp-bandits/server';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Block,
  blocks,
  collectorFor,
  moduleOf,
  optionsOf,
  removeModules,
  run,
  text,
} from './docs-support.js';

afterAll(removeModules);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules(); // another site, another ledger
});

const scripts = blocks.filter(
  // The others are run by docs-flags.test.ts, and by tests/package/tarball/jest.test.ts.
  ({ language, name }) => language === 'js' && !/\/(feature-flags|testing)\.md/.test(name),
);
const having = (part: string) => scripts.filter(({ code }) => code.includes(part));
const byName = (found: readonly Block[]) => found.map(({ name, code }) => [name, code] as const);

const inHtml = having('document.querySelector(');
const pages = having('createBandit(').filter((block) => !inHtml.includes(block));
const collectors = having('createCollector(');

/** The collector of a page, behind the globals that the pages of the documents use. */
async function site({ name, code }: Block) {
  const [document = ''] = name.split(' ');
  const collector = await collectorFor(document, optionsOf(code).experiment);
  const answers: Promise<unknown>[] = [];
  const answer =
    (...feedback: unknown[]) =>
    (tell: (...feedback: unknown[]) => Promise<unknown>) =>
      answers.push(tell(...feedback));
  const shown: unknown[] = [];
  const globals = {
    location: { href: 'https://www.example.org/', origin: 'https://www.example.org' },
    fetch: (request: Request) => collector.fetch(request),
    show: (what: unknown) => shown.push(what),
    showBoth: (...both: unknown[]) => shown.push(both),
    onClick: answer(),
    onDone: answer(),
    onPreference: answer(true),
    cards: ['a', 'b', 'c'],
    visitor: {},
    navigator: { globalPrivacyControl: false },
    featuresOf: () => [0.5, 0.5, 0.5],
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { collector, answers, shown };
}

describe('a page', () => {
  const reporting = pages.filter(
    ({ code }) => code.includes('onClick(') || /on\w+\(\(?/.test(code),
  );

  test.each(byName(reporting))('of %s sends one report for one choice', async (name, code) => {
    const { collector, answers, shown } = await site({ name, code, language: 'js' });
    const page: { bandit: Bandit; decision: Decision } = await run(code, 'bandit, decision');
    for (const given of await Promise.all(answers))
      expect(given).toMatchObject({ status: 'queued' });
    expect(answers).toHaveLength(1);
    expect(shown).toHaveLength(1);
    expect(await page.bandit.flush()).toMatchObject({ accepted: 1, rejected: 0, pending: 0 });
    await page.bandit.dispose();
    await collector.dispose();
  });

  test('with an A/B test reads its best arm so far', async () => {
    const [block] = having("type: 'ldp-duel'").filter(({ code }) => code.includes('createBandit('));
    const { collector } = await site(block as Block);
    const { bandit }: { bandit: Bandit } = await run(block?.code ?? '', 'bandit');
    expect(bandit.snapshot.best).toMatchObject({ certified: false, ended: false });
    await bandit.dispose();
    await collector.dispose();
  });

  test('with a switch spends and sends nothing while the visitor objects', async () => {
    const [block] = having('globalPrivacyControl');
    const { collector, answers } = await site(block as Block);
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    const { bandit }: { bandit: Bandit } = await run(block?.code ?? '', 'bandit');
    expect(await answers[0]).toEqual({ status: 'withheld', reason: 'may_not_report' });
    expect(await bandit.budget()).toMatchObject({ reports: 0, spent: { epsilon: 0 } });
    await bandit.dispose();
    await collector.dispose();
  });

  test('finds its decision again on a later page', async () => {
    const [block] = having('bandit.recall(');
    const { collector } = await site(block as Block);
    const { bandit, shown, decision } = await run(block?.code ?? '', 'bandit, shown, decision');
    expect(decision?.action).toBe(shown.action);
    expect(await decision.reward(0)).toEqual({ status: 'withheld', reason: 'already_reported' });
    await bandit.dispose();
    await collector.dispose();
  });

  test('is there for every kind of choice, and needs no listener for its end', () => {
    const families = pages.map(({ code }) => optionsOf(code).algorithm.type);
    expect(new Set(families)).toEqual(
      new Set(['ldp-thompson', 'ldp-linear-moments', 'cucb-ldp-kl', 'ldp-duel', 'ldp-two-point']),
    );
    expect(reporting.length).toBe(pages.length - 2); // the A/B test, the later page
    for (const { code } of pages)
      expect(code).not.toMatch(/addEventListener\('pagehide'|keepalive/);
  });
});

test.each(byName(collectors))(
  'the collector of %s serves what the page pins',
  async (name, code) => {
    const { collector }: { collector: Collector } = await run(code, 'collector');
    const [document = ''] = name.split(' ');
    const page = [...inHtml, ...pages].find((block) => block.name.startsWith(`${document} `));
    const { experiment, algorithm, responseWindowMs = 10_000 } = optionsOf(page?.code ?? '');
    const response = await collector.fetch(
      new Request(`https://collector.example.org/collector/${experiment}`),
    );
    const manifest = await response.json();
    expect(manifest).toMatchObject({ experiment, algorithm, perReport: { epsilon: 1 } });
    expect(manifest.timing.responseWindowMs).toBe(responseWindowMs);
    await collector.dispose();
  },
);

test('the two halves of docs/best-arm.md send a report and do not end a test that has one', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(text('docs/best-arm.md')) ?? [];
  vi.stubGlobal('location', {
    href: 'https://www.example.org/',
    origin: 'https://www.example.org',
  });
  vi.stubGlobal('fetch', undefined);
  const { bandit, collector, best, forgeries } = await run(
    `import { createBandit } from 'ldp-bandits/best-arm';
    import { createCollector, memoryStore } from 'ldp-bandits/server';
    const store = memoryStore();
    const clicked = true;
    globalThis.fetch = (request) => collector.fetch(request);
    ${code}`,
    'bandit, collector, best, forgeries',
  );
  expect(await bandit.flush()).toMatchObject({ accepted: 1 });
  expect(best).toMatchObject({ certified: false });
  expect(forgeries).toBeNull(); // asked before the first report has arrived
  await bandit.dispose();
  await collector.dispose();
});

test('what recommend gives is an algorithm with its price and the code', async () => {
  const [block] = having('recommend(');
  const { algorithm, price, code: both } = await run(block?.code ?? '', 'algorithm, price, code');
  expect(algorithm).toMatchObject({ type: 'ldp-duel', arms: 3 });
  expect(price.visitors).toBeGreaterThan(price.withoutPrivacy);
  expect(both.page).toContain('createBandit');
});

test('the bounds of the privacy notice are those of explain, rounded up', async () => {
  const [block] = having('explain(');
  const { explain, sentences, all } = await run(block?.code ?? '', 'explain, sentences, all');
  const notice = text('docs/guides/privacy-notice.md');
  const rows = [...notice.matchAll(/^\| ([\d.]+) \| (\S+) times \| (\S+) of 100 \| (\S+%) \|$/gm)];
  expect(rows).toHaveLength(5);
  for (const [, epsilon, ...cells] of rows) {
    const { odds, high, guess } = explain({ epsilon: Number(epsilon), delta: 0 }, 0.02).texts;
    expect(cells).toEqual([odds, high, guess]);
  }
  const [copied, readme] = ['docs/guides/privacy-notice.md', 'README.md'].map((file) =>
    text(file)
      .replaceAll(/\n(> )?/g, ' ')
      .replaceAll("'", '’'),
  ) as [string, string];
  for (const { odds, belief } of [sentences])
    for (const words of [copied, readme]) {
      expect(words.toLowerCase()).toContain(odds.slice(0, -1).toLowerCase());
      expect(words.toLowerCase()).toContain(belief.split(',')[0].toLowerCase());
    }
  expect(copied.toLowerCase()).toContain(sentences.guess.slice(0, -1).toLowerCase());
  expect(all).toContain('by at most 2,981 times');
  expect(copied).toContain('all of them together change the odds by at most 2,981 times');
});

test('the simulation shows what privacy costs', async () => {
  const [block] = having('createSimulator(');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { simulator } = await run(
    (block?.code ?? '').replace('100_000', '2_000').replace("'auto'", '1'),
    'simulator',
  );
  const [csv] = log.mock.calls.at(-1) ?? [];
  log.mockRestore();
  expect(csv).toMatch(/not private/);
  await simulator.dispose();
});

test('what another policy would have earned comes from a log of rewards', async () => {
  const [block] = having('evaluate(');
  const rows = Array.from({ length: 300 }, (_, i) => ({
    action: i % 3,
    reward: i % 3 === 2 ? 1 : 0,
    propensity: 1 / 3,
  }));
  vi.stubGlobal('rows', rows);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { found } = await run(block?.code ?? '', 'found');
  log.mockRestore();
  expect(found.ips).toBeCloseTo(0.7, 12);
});

test('a log that readLog read is evaluated', async () => {
  const [block] = having('readLog(');
  const folder = mkdtempSync(join(tmpdir(), 'ldp-log-'));
  const file = join(folder, 'log.csv.gz');
  const rows = Array.from({ length: 90 }, (_, i) => `${'abc'[i % 3]},${i % 3 === 2 ? 1 : 0}`);
  writeFileSync(file, gzipSync(`shown,liked\n${rows.join('\n')}\n`));
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const code = (block?.code ?? '').replaceAll("'log.csv.gz'", JSON.stringify(file));
  const { log } = await run(code, 'log');
  expect(said.mock.calls.at(-1)).toEqual([90, [], expect.closeTo(1 / 3, 12)]);
  expect(log.labels).toEqual(['a', 'b', 'c']);
  said.mockRestore();
  rmSync(folder, { recursive: true });
});

test('a log is replayed from a seed', async () => {
  const [block] = having('replay(');
  const arm = Array.from({ length: 60 }, (_, i) => i % 3);
  vi.stubGlobal('arm', arm);
  vi.stubGlobal(
    'reward',
    arm.map((each) => (each === 1 ? 1 : 0)),
  );
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { result } = await run(block?.code ?? '', 'result');
  const [csv] = log.mock.calls.at(-1) ?? [];
  log.mockRestore();
  expect(csv).toContain('ldp-thompson');
  expect(result.policies).toHaveLength(4);
});

test('a collector writes its reports as a log, without ids and times', async () => {
  const [block] = having('privateLog(');
  const folder = mkdtempSync(join(tmpdir(), 'ldp-private-log-'));
  const file = join(folder, 'reports.csv');
  const page = pages.find(({ code }) => code.includes("experiment: 'headlines'"));
  const { collector } = await site(page as Block);
  vi.stubGlobal('collector', collector);
  const code = (block?.code ?? '').replaceAll("'reports.csv'", JSON.stringify(file));
  const written = run(code, 'log');
  await vi.waitFor(() => expect(existsSync(file)).toBe(true));
  const send = (bit: number) =>
    collector.fetch(
      new Request('https://www.example.org/collector/headlines/reports', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          v: 1,
          id: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
          snapshot: 1,
          arm: 2,
          level: 0,
          bit,
        }),
      }),
    );
  await vi.waitFor(async () => {
    await send(1);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(3);
  });
  await collector.dispose();
  await written;
  const [header, first = ''] = readFileSync(file, 'utf8').split('\n');
  expect(header).toBe('arm,epsilon,bit,share_0,share_1,share_2');
  expect(first).toMatch(/^2,1,1(,0\.3\d+){3}$/);
  rmSync(folder, { recursive: true });
});

test("a world and a learner of one's own play beside the library's", async () => {
  const [module] = having('export const environments');
  const [block] = having('./mine.js');
  expect(/tides: \{.*?\n {2}\},/s.exec(module?.code ?? '')?.[0].split('\n').length).toBeLessThan(
    10,
  );
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const address = JSON.stringify(moduleOf(module?.code ?? ''));
  const { simulator, result } = await run(
    (block?.code ?? '')
      .replace("new URL('./mine.js', import.meta.url)", `new URL(${address})`)
      .replace('20_000', '2_000')
      .replace("'auto'", '1'),
    'simulator, result',
  );
  const [csv] = log.mock.calls.at(-1) ?? [];
  log.mockRestore();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + 3 * 20);
  const names = result.own.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['tides', 'follow-the-mean']);
  await simulator.dispose();
});

test('the largest number of reports is 20 times what three buttons 0.05 apart take', async () => {
  const visitors = predictedVisitors({
    means: [0.525, 0.475, 0.475],
    epsilon: 1,
    errorProbability: 0.05,
  });
  const guide = text('docs/guides/choose.md');
  expect(guide).toContain(`take ${countOf(visitors, 100)} visitors`);
  expect(guide).toContain(`maximumPulls: ${countOf(20 * visitors, 1000).replace(',', '_')} }`);
});

/** In whole `unit`s, as prose has it. */
const countOf = (count: number, unit: number) =>
  (unit * Math.round(count / unit)).toLocaleString('en-US');

test('every block of JavaScript is run by a test of this file, of docs-init or of docs-frameworks', () => {
  const others = [
    'recommend(',
    'explain(',
    'createSimulator(',
    'evaluate(',
    'privateLog(',
    'replay(',
    'export const environments',
  ].flatMap(having);
  const inFrameworks = ['shareBandits(', 'showOverlay('].flatMap(having);
  const tested = new Set([...inHtml, ...pages, ...collectors, ...inFrameworks, ...others]);
  expect(scripts.filter((block) => !tested.has(block)).map(({ name }) => name)).toEqual([]);
});
