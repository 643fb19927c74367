// The first three minutes of a new user: README's commands in their order, in an empty folder, against the packed
// tarball; then a click in Chromium, and the results page.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { launchChromium } from '../../browser/support/browsers.js';

const { project } = inject('packed');
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const TOKEN = 'a-token-of-the-tests-0123456789abcdef';
const WAIT = { timeout: 60_000, interval: 100 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasSqlite = major > 22 || (major === 22 && minor >= 13);

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'ldp-new-user-'));
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** README's commands under this heading, without their comments. */
function commandsOf(heading: string): string[] {
  const [, section = ''] = readme.split(`## ${heading}\n`);
  const [, block = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*/, '') || []);
}

test('README leads from an empty folder to a counted report and its results in three minutes', async () => {
  const steps: [string, number][] = [];
  let begun = performance.now();
  const done = (step: string) => {
    steps.push([step, (performance.now() - begun) / 1000]);
    begun = performance.now();
  };
  const commands = commandsOf('Install');
  expect(commands.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm install ldp-bandits',
    'npx ldp-bandits init',
    'npx ldp-bandits serve',
  ]);
  const serve = commands.pop() as string;
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) as string;
  for (const line of commands) {
    const packed = line.replace('install ldp-bandits', `install ${join(project, tarball)}`);
    const install = packed.startsWith('npm install') && !hasSqlite ? `${packed} libsql` : packed;
    execFileSync('sh', ['-c', install], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    done(line);
  }

  // A free port each, and a token, since this is no terminal.
  const command = `exec ${serve} --port 0 --admin-port 0`;
  const env = { ...process.env, LDP_ADMIN_TOKEN: TOKEN };
  const child = spawn('sh', ['-c', command], { cwd: folder, env, detached: true });
  try {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        printed += data;
      });
    }
    const addressOf = (name: string) => new RegExp(`^${name} +(http\\S+)`, 'm').exec(printed)?.[1];
    await vi.waitFor(() => expect([printed, addressOf('Results')]).not.toContain(undefined), WAIT);
    done(serve);

    // The click leaves for a page without a bandit, and the visitor stays there: the worker sends.
    const page = await browser.newPage();
    await page.goto(addressOf('Pages') as string);
    const link = page.locator('#headline');
    await vi.waitFor(async () => {
      expect(await link.evaluate(({ onclick }: HTMLElement) => onclick !== null)).toBe(true);
    }, WAIT);
    await link.click();
    await page.getByRole('heading', { name: 'You clicked' }).waitFor();
    const headers = { authorization: `Bearer ${TOKEN}` };
    const reports = async () => {
      const response = await fetch(`${addressOf('Results')}admin/results`, { headers });
      const [headlines] = await response.json();
      return headlines;
    };
    await vi.waitFor(async () => expect(await reports()).toMatchObject({ reports: 1 }), WAIT);
    done('the click, until its report is counted');

    const results = await browser.newPage();
    await results.goto(`${addressOf('Results')}#${TOKEN}`);
    const rows = results.locator('table tr', { hasText: 'A quiet week' });
    await rows.first().waitFor({ timeout: WAIT.timeout });
    done('the results page');
  } finally {
    process.kill(-(child.pid as number), 'SIGKILL');
  }
  const total = steps.reduce((sum, [, seconds]) => sum + seconds, 0);
  for (const [step, seconds] of [...steps, ['in all', total] as const])
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${step}`);
  // Reading and typing come on top: about a hundred words.
  expect(total).toBeLessThan(180);
});
