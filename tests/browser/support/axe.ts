// axe-core in a page of Chromium, and what does not fit on the screen.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const kAxe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Every rule, on everything that is on the page now. */
export async function violations(page: Page): Promise<string[]> {
  const axe = await readFile(kAxe, 'utf8');
  await page.evaluate(`if (!('axe' in window)) { ${axe} }`);
  const { violations: found } = (await page.evaluate('axe.run()')) as AxeResults;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  );
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
