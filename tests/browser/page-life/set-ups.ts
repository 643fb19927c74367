// The browsers of the measurement, each with a profile of its own that all its visits share. Puppeteer drives Chromium
// by CDP and Firefox by WebDriver BiDi; WebKitGTK has WebDriver.
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { type Engine, kChromiumArguments, programOf } from '../support/browsers.js';
import { launchWebKit } from '../support/webkit.js';

export interface SetUp {
  readonly name: string;
  readonly browser: Engine;
  /** What was done to the browser, for the table. */
  readonly about: string;
  readonly arguments?: readonly string[];
  readonly preferences?: Readonly<Record<string, unknown>>;
  /** A private window, without a folder. WebKit only: the others have arguments and preferences for it. */
  readonly isPrivate?: boolean;
  /** How many times slower than it is the processor of every page is made. */
  readonly slower?: number;
}

/** Playwright starts Chromium with this switch by default, Puppeteer does not. */
const kNoCache = '--disable-back-forward-cache';

export const kSetUps: readonly SetUp[] = [
  {
    name: 'chromium',
    browser: 'Chromium',
    about: `\`${kNoCache}\``,
    arguments: [kNoCache],
  },
  { name: 'chromium-cache', browser: 'Chromium', about: 'back/forward cache, as people have it' },
  {
    name: 'chromium-slow',
    browser: 'Chromium',
    about: `\`${kNoCache}\`, \`Emulation.setCPUThrottlingRate\` 4 in every page`,
    arguments: [kNoCache],
    slower: 4,
  },
  { name: 'firefox', browser: 'Firefox', about: 'back/forward cache, as people have it' },
  {
    name: 'firefox-no-cache',
    browser: 'Firefox',
    about: '`browser.sessionhistory.max_total_viewers` 0',
    preferences: { 'browser.sessionhistory.max_total_viewers': 0 },
  },
  {
    name: 'webkit',
    browser: 'WebKit',
    about: 'back/forward cache and Intelligent Tracking Prevention, as in Safari',
  },
];

/** The set-ups of these names, for tests that need not run in all. */
export const setUpsOf = (...names: readonly string[]): readonly SetUp[] =>
  names.map((name) => {
    const found = kSetUps.find((setUp) => setUp.name === name);
    if (!found) throw new Error(`There is no set-up ${name}.`);
    return found;
  });

export interface Started {
  readonly browser: Browser;
  readonly version: string;
  /** Folder of the profile, for looking at what is on the disk. */
  readonly profile: string;
  /** Ends the browser and leaves the profile. */
  stop(): Promise<void>;
  /** Kills the browser, as a crash does: its pages get no further event. Leaves the profile. */
  kill(): Promise<void>;
  /** Ends the browser and deletes the profile. */
  close(): Promise<void>;
}

/** @param existing folder of a profile to go on with; default: a new one */
export async function start(setUp: SetUp, existing?: string): Promise<Started> {
  const profile = existing ?? (await mkdtemp(join(tmpdir(), 'ldp-page-life-')));
  if (setUp.browser === 'WebKit') return startWebKit(setUp, profile);
  const browser = await puppeteer.launch({
    browser: setUp.browser === 'Firefox' ? 'firefox' : 'chrome',
    executablePath: await programOf(setUp.browser),
    headless: true,
    userDataDir: profile,
    protocolTimeout: 60_000,
    ...(setUp.browser === 'Firefox'
      ? {
          extraPrefsFirefox: {
            // Elsewhere scripts close only what scripts have opened; a visit closes itself.
            'dom.allow_scripts_to_close_windows': true,
            ...setUp.preferences,
          },
        }
      : { args: [...kChromiumArguments, ...(setUp.arguments ?? [])] }),
  });
  const version = await browser.version();
  const stop = async () => {
    if (browser.connected) await browser.close();
  };
  return {
    browser,
    version,
    profile,
    stop,
    kill: async () => {
      const main = browser.process();
      if (main?.pid === undefined) throw new Error('The browser has no process.');
      if (main.exitCode === null && main.signalCode === null) {
        const ended = once(main, 'exit');
        process.kill(main.pid, 'SIGKILL');
        await ended;
      }
      try {
        // Its group: children that outlive it would still hold the profile.
        process.kill(-main.pid, 'SIGKILL');
      } catch {
        // None did.
      }
      await browser.close().catch(() => {});
      // Puppeteer is putting files of the profile back, which must not meet the next start.
      const copies = async () =>
        (await readdir(profile)).filter((file) => /\.puppeteer$/.test(file));
      for (let turn = 0; turn < 250 && (await copies()).length > 0; turn++) await after(20);
    },
    close: async () => {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startWebKit({ isPrivate }: SetUp, profile: string): Promise<Started> {
  const browser = await launchWebKit(await programOf('WebKit'), isPrivate ? undefined : profile);
  return {
    // It has the part of Puppeteer's interface that visits use.
    browser: browser as unknown as Browser,
    version: await browser.version(),
    profile,
    stop: () => browser.close(),
    kill: () => browser.kill(),
    close: async () => {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
