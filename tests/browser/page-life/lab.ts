// The lab page from outside.
import type { Browser, Page } from 'puppeteer-core';

export interface Told {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface LabOptions {
  readonly endpoint: string;
  readonly experiment?: string;
  readonly privacy: {
    readonly epsilon: number;
    readonly epsilonTotal: number;
    readonly windowMs?: number;
  };
  readonly responseWindowMs?: number;
}

/** `window.lab` of pages/lab.js. */
interface Lab {
  readonly errors: readonly Told[];
  open(options: LabOptions): Promise<Told | null>;
  decide(count: number): Promise<readonly string[]>;
  hurry(count: number): void;
  flush(): Promise<unknown>;
  refresh(): Promise<Told | null>;
  spent(): Promise<{ epsilon: number; reports: number; durable: boolean }>;
}

/** Calls the lab of `page`; the function runs there. */
export function ask<T, A = null>(
  page: Page,
  run: (lab: Lab, argument: A) => T | Promise<T>,
  argument: A = null as A,
): Promise<T> {
  return page.evaluate(`(${run})(window.lab, ${JSON.stringify(argument)})`) as Promise<T>;
}

export interface LabPage {
  readonly page: Page;
  /** What creation failed with; null: it did not. */
  readonly refusal: Told | null;
}

/** @param before script that runs in the page before its own scripts */
export async function openLab(
  browser: Pick<Browser, 'newPage'>,
  origin: string,
  options: LabOptions,
  before?: string,
): Promise<LabPage> {
  const page = await newTab(browser);
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(`${origin}/lab`);
  return { page, refusal: await reopen(page, options) };
}

/** Firefox may fail to open a tab while another one closes: it is asked again. */
async function newTab(browser: Pick<Browser, 'newPage'>): Promise<Page> {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      return await browser.newPage();
    } catch (error) {
      if (!String(error).includes('no such frame')) throw error;
    }
  }
  return browser.newPage();
}

/** Opens the bandit of a page that was loaded again. */
export async function reopen(page: Page, options: LabOptions): Promise<Told | null> {
  await page.waitForFunction('"lab" in window', { timeout: 30_000 });
  return ask(page, (lab, given) => lab.open(given), options);
}

/** Resolves with the first error of the page that fits. */
export async function told(
  page: Page,
  fits: (error: Told) => boolean,
  what: string,
): Promise<Told> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const errors = await ask(page, (lab) => lab.errors);
    const found = errors.find(fits);
    if (found) return found;
    if (Date.now() > deadline)
      throw new Error(`Waited in vain for ${what}; the page was told ${JSON.stringify(errors)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Nothing waits in the outbox any more. */
export async function waitForNoPacket(page: Page, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const flushed = (await ask(page, (lab) => lab.flush())) as { pending?: number };
    if (flushed.pending === 0) return;
    if (Date.now() > deadline) throw new Error(`Packets wait: ${JSON.stringify(flushed)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
