// Chromium through Playwright, Firefox ESR through Puppeteer over WebDriver BiDi: Playwright cannot start a
// distribution's Firefox. Tests that run in both use the part of the two page APIs that is the same.
import { existsSync } from 'node:fs';
import { type Browser as Chromium, type Page as ChromiumPage, chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';

const kChromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executable = (variable: string, candidates: readonly string[]): string => {
  const found = [process.env[variable], ...candidates].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined) {
    throw new Error(
      `No browser found. Install one of ${candidates.join(', ')} or set ${variable} to its path.`,
    );
  }
  return found;
};

export const chromiumPath = (): string =>
  executable('CHROMIUM_PATH', [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);

export const firefoxPath = (): string =>
  executable('FIREFOX_PATH', [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);

/** What both drivers understand. */
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<void>;
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  click(selector: string): Promise<void>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  readonly keyboard: { press(key: string): Promise<void> };
}

/** One browser profile: its pages share storage and Service Workers. */
export interface Profile {
  readonly name: 'chromium' | 'firefox';
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export const launchChromium = (): Promise<Chromium> =>
  chromium.launch({ executablePath: chromiumPath(), headless: true, args: kChromiumArguments });

async function chromiumProfile(): Promise<Profile> {
  const browser = await launchChromium();
  const context = await browser.newContext();
  return {
    name: 'chromium',
    newPage: async () => context.newPage() as Promise<ChromiumPage & Page>,
    close: () => browser.close(),
  };
}

async function firefoxProfile(): Promise<Profile> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath(),
    headless: true,
  });
  return {
    name: 'firefox',
    newPage: async () => (await browser.newPage()) as unknown as Page,
    close: () => browser.close(),
  };
}

/** A fresh profile each; the caller closes it. */
export const profiles = { chromium: chromiumProfile, firefox: firefoxProfile } as const;

/** Polls, because the two drivers spell `waitForFunction` differently. */
export async function waitUntil<Argument>(
  page: Page,
  condition: (argument: Argument) => unknown,
  argument: Argument,
  what: string,
  timeoutMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await page.evaluate(condition as (argument: Argument) => boolean, argument)) return;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
