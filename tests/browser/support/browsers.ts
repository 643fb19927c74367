// Chromium through Playwright, Firefox ESR through Puppeteer over WebDriver BiDi: Playwright cannot start a
// distribution's Firefox. WebKitGTK through WebDriver. Tests that run in all use the part of the page APIs that is the
// same.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  type Page as ChromiumPage,
  chromium,
} from 'playwright-core';
import puppeteer, { type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { launchWebKit } from './webkit.js';

export const kChromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface SeenRequest {
  method(): string;
  url(): string;
  headers(): Record<string, string>;
}

declare global {
  interface Window {
    /** Violations of the content security policy, as the browser reports them. */
    violations: string[];
    /** Uncaught errors and rejections. */
    failures: string[];
  }
}

/** Runs in every page before its own scripts. */
function watch(): void {
  window.violations = [];
  window.failures = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    window.violations.push(`${effectiveDirective} ${blockedURI}`);
  });
  addEventListener('error', ({ message }) => window.failures.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.failures.push(String(reason)));
}

/** What went wrong in a page since it was loaded. */
export const complaintsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...window.violations, ...window.failures], null);

/** What all drivers understand. */
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<void>;
  bringToFront(): Promise<void>;
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  on(event: 'request', listener: (request: SeenRequest) => void): unknown;
  readonly keyboard: { press(key: string): Promise<void> };
}

/** One browser profile: its pages share storage and Service Workers. */
export interface Profile {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export type Engine = 'Chromium' | 'Firefox' | 'WebKit';
const kVariables = {
  Chromium: 'CHROMIUM_PATH',
  ChromiumShell: 'CHROMIUM_SHELL_PATH',
  Firefox: 'FIREFOX_PATH',
  WebKit: 'WEBKIT_PATH',
};

/**
 * Where the project's own set-up looks; `npm test` has put the answer into the environment. Of WebKit it is a Python that
 * has its bindings.
 */
export async function programOf(name: keyof typeof kVariables): Promise<string> {
  const variable = kVariables[name];
  const told = process.env[variable];
  if (told !== undefined) return told;
  const finders = new URL('../../../scripts/lib/browsers.mjs', import.meta.url).href;
  const { [`find${name}`]: find } = (await import(finders)) as Record<
    string,
    () => Promise<string | undefined>
  >;
  const path = await find?.();
  if (path === undefined) throw new Error(`${name} was not found: install it or set ${variable}`);
  return path;
}

/** The caller closes the browser. */
export async function launchChromium(): Promise<Chromium> {
  return chromium.launch({
    executablePath: await programOf('ChromiumShell'),
    headless: true,
    args: kChromiumArguments,
  });
}

export async function watchedContext(
  browser: Chromium,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(watch);
  return context;
}

async function chromiumProfile(): Promise<Profile> {
  const browser = await launchChromium();
  const context = await watchedContext(browser);
  return {
    newPage: async () => (await context.newPage()) as ChromiumPage & Page,
    close: () => browser.close(),
  };
}

async function firefoxProfile(): Promise<Profile> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await programOf('Firefox'),
    headless: true,
  });
  return puppeteerProfile(browser);
}

/**
 * Chromium that treats a tab in the background as it does for people: hidden, its timers throttled. Under
 * Playwright every tab believes that it is in front.
 */
async function throttlingChromiumProfile(): Promise<Profile> {
  const browser = await puppeteer.launch({
    executablePath: await programOf('Chromium'),
    headless: true,
    args: kChromiumArguments,
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });
  return puppeteerProfile(browser);
}

function puppeteerProfile(browser: PuppeteerBrowser): Profile {
  return {
    newPage: async () => {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(watch);
      return page as unknown as Page;
    },
    close: () => browser.close(),
  };
}

/** On the disk, as in a normal window of Safari. */
async function webKitProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'ldp-webkit-'));
  const browser = await launchWebKit(await programOf('WebKit'), folder);
  return {
    newPage: async () => {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(watch);
      return page as unknown as Page;
    },
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Profiles = readonly (readonly [Engine, () => Promise<Profile>])[];

/** A fresh profile each; the caller closes it. */
export const kProfiles: Profiles = [
  ['Chromium', chromiumProfile],
  ['Firefox', firefoxProfile],
];

/** The same in all three engines. Tests with `WebKit` in their names run in the stages `webkit` and `webkit-long`. */
export const kAllProfiles: Profiles = [...kProfiles, ['WebKit', webKitProfile]];

/** WebKit alone, for what is tested in the others at length. */
export const kWebKitProfiles: Profiles = [['WebKit', webKitProfile]];

/** Profiles in which a tab behind another one is hidden. WebKitGTK's tabs are windows here: none is. */
export const kHidingProfiles: Profiles = [
  ['Chromium', throttlingChromiumProfile],
  ['Firefox', firefoxProfile],
];

/** Polls, because the two drivers spell `waitForFunction` differently. Resolves with the first truthy value. */
export async function waitFor<Argument, Result>(
  page: Page,
  read: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
  what: string,
  timeoutMs = 45_000,
): Promise<Exclude<Result, false | 0 | '' | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await page.evaluate(read, argument);
    if (value) return value as Exclude<Result, false | 0 | '' | null | undefined>;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
