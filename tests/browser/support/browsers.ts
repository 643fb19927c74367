// Chromium through Playwright, Firefox ESR through Puppeteer over WebDriver BiDi: Playwright cannot start a
// distribution's Firefox. Tests that run in both use the part of the two page APIs that is the same.
import { type Browser as Chromium, type Page as ChromiumPage, chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { findChromium, findFirefox } from '../../../scripts/lib/browsers.mjs';

const kChromiumArguments = [
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
    /** Errors and rejections that nobody caught. */
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

/** What both drivers understand. */
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<void>;
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

function found(path: string | undefined, name: string, variable: string): string {
  if (path === undefined) throw new Error(`${name} was not found: install it or set ${variable}`);
  return path;
}

/** The caller closes the browser. */
export async function launchChromium(): Promise<Chromium> {
  const path = process.env['CHROMIUM_PATH'] ?? (await findChromium());
  return chromium.launch({
    executablePath: found(path, 'Chromium', 'CHROMIUM_PATH'),
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
  const path = process.env['FIREFOX_PATH'] ?? (await findFirefox());
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: found(path, 'Firefox', 'FIREFOX_PATH'),
    headless: true,
  });
  return {
    newPage: async () => {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(watch);
      return page as unknown as Page;
    },
    close: () => browser.close(),
  };
}

/** A fresh profile each; the caller closes it. */
export const kProfiles: readonly (readonly [string, () => Promise<Profile>])[] = [
  ['Chromium', chromiumProfile],
  ['Firefox', firefoxProfile],
];

/** Polls, because the two drivers spell `waitForFunction` differently. Resolves with the first truthy value. */
export async function waitFor<Argument, Result>(
  page: Page,
  read: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
  what: string,
  timeoutMs = 20_000,
): Promise<NonNullable<Result>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await page.evaluate(read, argument);
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
