// What the tests of the lab and of the playground share: small runs, links to them, and what is saved.
import { createSimulator, encodeSpec, type SimulationSpec } from 'ldp-bandits/simulation';
import { type Page, waitFor } from './browsers.js';

/** A moment's work on any machine, with a curve of every kind. */
export const kSmall: SimulationSpec = {
  version: 1,
  seed: 'browser tests',
  horizon: 2_000,
  replicates: 4,
  environment: { type: 'bernoulli', means: [0.8, 0.5, 0.3] },
  runs: [
    { label: 'weighted', policy: { type: 'weighted-ldp-ucb' }, epsilon: 1 },
    { label: 'noisy, "quoted"', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 2 },
    { label: 'UCB1', policy: { type: 'ucb1' } },
  ],
  record: { points: 20, scale: 'log' },
};

export const fragmentOf = async (
  spec: SimulationSpec,
  more: Readonly<Record<string, string>> = {},
) => `#${new URLSearchParams({ s: await encodeSpec(spec), ...more })}`;

/** The same run in Node, in the calling thread. */
export async function playedInNode(spec: SimulationSpec) {
  const simulator = await createSimulator({ workers: 0 });
  const result = await simulator.run(spec).result;
  await simulator[Symbol.asyncDispose]();
  return result;
}

/** Touches the playground, and waits until it is alive: until a visitor does something it loads little. */
export const touch = (page: Page): Promise<true> =>
  waitFor(
    page,
    () => {
      if (document.querySelector('#play[data-live]')) return true;
      if (document.documentElement.classList.contains('live'))
        document.querySelector('h1')?.click();
      return false;
    },
    null,
    'the playground alive',
  );

declare global {
  interface Window {
    /** What the page offered to save since `keepSaved`. */
    saved: { blob: Blob; name: string }[];
  }
}

/** From now on nothing is saved to a disk; the page's files can be read by `savedText`. */
export async function keepSaved(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.saved = [];
    const blobs = new Map<string, Blob>();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const address = create(blob);
      blobs.set(address, blob);
      return address;
    };
    HTMLAnchorElement.prototype.click = function click() {
      const blob = blobs.get(this.href);
      if (blob) window.saved.push({ blob, name: this.download });
    };
  }, null);
}

/** The text of the file under this name, once it is there. */
export const savedText = (page: Page, name: string): Promise<string> =>
  waitFor(
    page,
    (wanted) => window.saved.find((file) => file.name === wanted)?.blob.text(),
    name,
    `the file ${name}`,
  );

/** The first bytes of the file under this name, once it is there. */
export const savedBytes = (page: Page, name: string, count: number): Promise<number[]> =>
  waitFor(
    page,
    async ({ name: wanted, count: most }) => {
      const file = window.saved.find((saved) => saved.name === wanted);
      if (!file) return null;
      return [...new Uint8Array(await file.blob.slice(0, most).arrayBuffer())];
    },
    { name, count },
    `the file ${name}`,
  );

/** The text of the first element that matches, once it is there and says something. */
export const textOf = (page: Page, selector: string, timeoutMs?: number): Promise<string> =>
  waitFor(
    page,
    (wanted) => document.querySelector(wanted)?.textContent?.trim(),
    selector,
    `text in ${selector}`,
    timeoutMs,
  );

/** Waits until the page says something that matches, in the first element that matches. */
export const untilText = (page: Page, selector: string, pattern: RegExp, timeoutMs?: number) =>
  waitFor(
    page,
    ({ selector: wanted, source }) => {
      const text = document.querySelector(wanted)?.textContent ?? '';
      return new RegExp(source, 'u').test(text) && text;
    },
    { selector, source: pattern.source },
    `${pattern} in ${selector}`,
    timeoutMs,
  );

/** Presses the first enabled button below `scope` whose name begins with `name`. */
export async function pressIn(page: Page, scope: string, name: string): Promise<void> {
  await waitFor(
    page,
    ({ scope: within, name: wanted }) => {
      for (const button of document.querySelectorAll<HTMLButtonElement>(`${within} button`)) {
        const text = button.getAttribute('aria-label') ?? button.textContent ?? '';
        const isOff = button.disabled || button.getAttribute('aria-disabled') === 'true';
        if (!text.trim().startsWith(wanted) || isOff) continue;
        button.click();
        return true;
      }
      return false;
    },
    { scope, name },
    `a button “${name}” in ${scope}`,
  );
}

/** Clicks the radio button or box that matches. */
export async function choose(page: Page, selector: string): Promise<void> {
  await waitFor(
    page,
    (wanted) => {
      const field = document.querySelector<HTMLInputElement>(wanted);
      field?.click();
      return field?.checked;
    },
    selector,
    `a choice ${selector}`,
  );
}

/** As typing would: the value, and the event that the page listens to. */
export async function fill(page: Page, selector: string, value: string): Promise<void> {
  await waitFor(
    page,
    ({ selector: wanted, value: text }) => {
      const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(wanted);
      if (!field) return false;
      field.value = text;
      field.dispatchEvent(
        new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
      );
      return true;
    },
    { selector, value },
    `a field ${selector}`,
  );
}
